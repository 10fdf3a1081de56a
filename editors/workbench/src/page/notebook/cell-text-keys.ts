/** Keys in the text of a cell: run it, leave it, go to the next one. */
import { searchPanelOpen } from "@codemirror/search";
import type { EditorView, KeyBinding } from "@codemirror/view";
import type { ReadonlySignal } from "@preact/signals";
import type { NotebookModel } from "./notebook-model.js";

/** The part of the notebook editor that the keys use. */
interface CellNavigation {
  readonly model: NotebookModel;
  readonly selected: ReadonlySignal<string | undefined>;
  go(key: string | undefined, isEditing: boolean): void;
  runSelected(then: "stay" | "next" | "insert"): void;
}

export function cellTextKeys(notebook: CellNavigation): readonly KeyBinding[] {
  const run = (then: "stay" | "next" | "insert") => () => {
    notebook.runSelected(then);
    return true;
  };
  const leave = (by: 1 | -1) => (view: EditorView) => {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.head).number;
    if (!main.empty || line !== (by < 0 ? 1 : view.state.doc.lines)) return false;
    const next = notebook.model.cells.peek()[notebook.model.indexOf(notebook.selected.peek()) + by];
    if (!next) return false;
    notebook.go(next.key, next.cell.type !== "markdown");
    return true;
  };
  const leaveText = (view: EditorView) => {
    if (searchPanelOpen(view.state)) return false;
    notebook.go(notebook.selected.peek(), false);
    return true;
  };
  return [
    { key: "Shift-Enter", run: run("next") },
    { key: "Ctrl-Enter", run: run("stay") },
    { key: "Mod-Enter", run: run("stay") },
    { key: "Alt-Enter", run: run("insert") },
    { key: "ArrowUp", run: leave(-1) },
    { key: "ArrowDown", run: leave(1) },
    { key: "Escape", run: leaveText },
  ];
}
