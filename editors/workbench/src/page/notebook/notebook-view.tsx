/** A notebook: its toolbar and its cells. */
import { Button } from "../ui/button.js";
import { CellView } from "./cell-view.js";
import type { NotebookEditor } from "./notebook-editor.js";
import { NotebookToolbar } from "./notebook-toolbar.js";
import "./notebook.css";

export function NotebookView({ notebook }: { readonly notebook: NotebookEditor }) {
  const problem = notebook.model.problem.value;
  const { kernel } = notebook;
  const cells = notebook.model.cells.value;
  return (
    <>
      {problem !== undefined && !notebook.isText.value && (
        <div class="banner warning" role="alert" data-testid="notebook-problem">
          <span class="banner-text">{problem} Showing it as text.</span>
        </div>
      )}
      {(problem === undefined || notebook.isText.value) && <NotebookToolbar notebook={notebook} />}
      {notebook.isShown.value && kernel?.problem !== undefined && (
        <div class="banner warning" role="alert" data-testid="kernel-problem">
          <span class="banner-text">{kernel.problem}</span>
        </div>
      )}
      {notebook.isShown.value && (
        <div class="cells" data-testid="cells">
          {cells.map((shown, index) => (
            <CellView key={shown.key} notebook={notebook} shown={shown} index={index} />
          ))}
          <div class="add-cell">
            <Button kind="quiet" onClick={() => addAtEnd(notebook, "code")}>
              + Code
            </Button>
            <Button kind="quiet" onClick={() => addAtEnd(notebook, "markdown")}>
              + Text
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function addAtEnd(notebook: NotebookEditor, type: "code" | "markdown"): void {
  notebook.go(notebook.model.insert(notebook.model.cells.peek().length, type), true);
}
