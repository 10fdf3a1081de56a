/** Jupyter's keys for a selected cell whose text isn't being edited. */
import type { NotebookEditor } from "./notebook-editor.js";

type Action = (notebook: NotebookEditor) => void;

const up: Action = (notebook) => notebook.step(-1, false);
const down: Action = (notebook) => notebook.step(1, false);

const plainKeys: Readonly<Record<string, Action>> = {
  Enter: (notebook) => notebook.go(notebook.selected.peek(), true),
  ArrowUp: up,
  k: up,
  ArrowDown: down,
  j: down,
  a: (notebook) => notebook.insert("above", "code"),
  b: (notebook) => notebook.insert("below", "code"),
  m: (notebook) => notebook.setType("markdown"),
  y: (notebook) => notebook.setType("code"),
  Delete: (notebook) => notebook.remove(),
};

const altKeys: Readonly<Record<string, Action>> = {
  ArrowUp: (notebook) => notebook.move(-1),
  ArrowDown: (notebook) => notebook.move(1),
};

/** Returns false if the key has no meaning here. */
export function handleCellKey(notebook: NotebookEditor, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || (event.shiftKey && !event.altKey)) return false;
  const action = (event.altKey ? altKeys : plainKeys)[event.key];
  action?.(notebook);
  return action !== undefined;
}
