/** A cell: its number or state, its source and its outputs. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { handleCellKey } from "./cell-mode-keys.js";
import { Markdown } from "./markdown.js";
import type { NotebookEditor } from "./notebook-editor.js";
import type { ShownCell } from "./notebook-model.js";
import { Outputs } from "./outputs.js";

interface CellViewProps {
  readonly notebook: NotebookEditor;
  readonly shown: ShownCell;
  readonly index: number;
}

const kinds = { code: "code", markdown: "text", raw: "raw" } as const;

export function CellView({ notebook, shown, index }: CellViewProps) {
  const { key, cell } = shown;
  const isSelected = notebook.selected.value === key;
  const isRendered = cell.type === "markdown" && notebook.edited.value !== key;
  const state = runState(notebook, shown, index);
  return (
    <section
      class={`cell ${cell.type}${isSelected ? " selected" : ""}`}
      data-testid="cell"
      data-cell={key}
      data-state={state}
      aria-label={`Cell ${index + 1}, ${kinds[cell.type]}`}
      tabIndex={isSelected ? 0 : -1}
      onFocus={() => {
        notebook.selected.value = key;
      }}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && handleCellKey(notebook, event)) event.preventDefault();
      }}
    >
      <div class="cell-number" aria-hidden="true">
        {cell.type === "code" && `[${state === "idle" ? (cell.executionCount ?? " ") : "*"}]`}
      </div>
      <div class="cell-body">
        {isRendered ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: the key for this is Enter, on the cell.
          <div class="cell-markdown" data-testid="cell-markdown" onDblClick={() => notebook.go(key, true)}>
            {cell.source.trim() === "" ? <p class="muted">Empty text cell</p> : <Markdown text={cell.source} />}
          </div>
        ) : (
          <Source notebook={notebook} shown={shown} />
        )}
        {cell.type === "code" && <Outputs cell={cell} />}
      </div>
    </section>
  );
}

/** In a notebook without ids the host identifies cells by index. */
function runState(notebook: NotebookEditor, { id }: ShownCell, index: number): "running" | "waiting" | "idle" {
  const found = notebook.kernel?.cells.find((each) => (each.id === undefined ? each.index === index : each.id === id));
  if (!found) return "idle";
  return found.isRunning ? "running" : "waiting";
}

/** Editors are expensive, so a cell gets one only near the screen or when it is edited. */
function Source({ notebook, shown }: Pick<CellViewProps, "notebook" | "shown">) {
  const host = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isWanted = isNear || notebook.edited.value === shown.key;
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: "600px" },
    );
    observer.observe(host.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!isWanted || !host.current) return undefined;
    return notebook.openEditor(shown, host.current);
    // The model updates the editor's source. Another cell type needs an editor for another language.
  }, [isWanted, notebook, shown.key, shown.cell.type]);
  return (
    <div ref={host} class="cell-source" data-testid="cell-source">
      {!isWanted && <pre>{shown.cell.source}</pre>}
    </div>
  );
}
