/** One cell: its number or state, its source, and what it gave. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { cellKey } from "./cell-mode-keys.js";
import { Markdown } from "./markdown.js";
import type { NotebookFace } from "./notebook-face.js";
import type { ShownCell } from "./notebook-model.js";
import { Outputs } from "./outputs.js";

export interface CellViewProps {
  readonly face: NotebookFace;
  readonly shown: ShownCell;
  readonly index: number;
}

const kinds = { code: "code", markdown: "text", raw: "raw" } as const;

export function CellView({ face, shown, index }: CellViewProps) {
  const { key, cell } = shown;
  const isSelected = face.selected.value === key;
  const isRendered = cell.type === "markdown" && face.edited.value !== key;
  const state = runState(face, shown, index);
  return (
    <section
      class={`cell ${cell.type}${isSelected ? " selected" : ""}`}
      data-testid="cell"
      data-cell={key}
      data-state={state}
      aria-label={`Cell ${index + 1}, ${kinds[cell.type]}`}
      tabIndex={isSelected ? 0 : -1}
      onFocus={() => {
        face.selected.value = key;
      }}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && cellKey(face, shown, event)) event.preventDefault();
      }}
    >
      <div class="cell-number" aria-hidden="true">
        {cell.type === "code" && `[${state === "idle" ? (cell.executionCount ?? " ") : "*"}]`}
      </div>
      <div class="cell-body">
        {isRendered ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: the key for the same is Enter, on the cell.
          <div class="cell-markdown" data-testid="cell-markdown" onDblClick={() => face.go(key, true)}>
            {cell.source.trim() === "" ? <p class="muted">Empty text</p> : <Markdown text={cell.source} />}
          </div>
        ) : (
          <Source face={face} shown={shown} />
        )}
        {cell.type === "code" && <Outputs cell={cell} />}
      </div>
    </section>
  );
}

/** Without ids the host knows cells by their place. */
function runState(face: NotebookFace, { id }: ShownCell, index: number): "running" | "waiting" | "idle" {
  const found = face.kernel?.cells.find((each) => (each.id === undefined ? each.index === index : each.id === id));
  if (!found) return "idle";
  return found.isRunning ? "running" : "waiting";
}

/** An editor costs, so one is made only for a cell that is near the screen, or that the user goes to. */
function Source({ face, shown }: Pick<CellViewProps, "face" | "shown">) {
  const host = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isWanted = isNear || face.edited.value === shown.key;
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
    return face.openEditor(shown, host.current);
    // Another source comes to the editor by the model; another kind of cell is another language.
  }, [isWanted, face, shown.key, shown.cell.type]);
  return (
    <div ref={host} class="cell-source" data-testid="cell-source">
      {!isWanted && <pre>{shown.cell.source}</pre>}
    </div>
  );
}
