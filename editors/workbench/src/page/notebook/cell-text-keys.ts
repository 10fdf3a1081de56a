/** Keys in the text of a cell: run it, leave it, go on into the next one. */
import { searchPanelOpen } from "@codemirror/search";
import type { EditorView, KeyBinding } from "@codemirror/view";
import type { ReadonlySignal } from "@preact/signals";
import type { NotebookModel } from "./notebook-model.js";

/** What the keys work on: the notebook's face. */
export interface CellWalk {
  readonly model: NotebookModel;
  readonly selected: ReadonlySignal<string | undefined>;
  go(key: string | undefined, isEditing: boolean): void;
  runSelected(then: "stay" | "next" | "insert"): void;
}

/** For the cell that the user is at. */
export function cellTextKeys(face: CellWalk): readonly KeyBinding[] {
  const does = (action: () => void) => () => {
    action();
    return true;
  };
  const leave = (by: 1 | -1) => (view: EditorView) => {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.head).number;
    if (!main.empty || line !== (by < 0 ? 1 : view.state.doc.lines)) return false;
    const next = face.model.cells.peek()[face.model.indexOf(face.selected.peek()) + by];
    if (!next) return false;
    face.go(next.key, next.cell.type !== "markdown");
    return true;
  };
  return [
    { key: "Shift-Enter", run: does(() => face.runSelected("next")) },
    { key: "Ctrl-Enter", run: does(() => face.runSelected("stay")) },
    { key: "Mod-Enter", run: does(() => face.runSelected("stay")) },
    { key: "Alt-Enter", run: does(() => face.runSelected("insert")) },
    { key: "ArrowUp", run: leave(-1) },
    { key: "ArrowDown", run: leave(1) },
    {
      key: "Escape",
      run: (view) => {
        if (searchPanelOpen(view.state)) return false;
        face.go(face.selected.peek(), false);
        return true;
      },
    },
  ];
}
