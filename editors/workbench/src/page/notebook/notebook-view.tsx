/** A notebook: its toolbar, and its cells below each other. */
import { CellView } from "./cell-view.js";
import type { NotebookFace } from "./notebook-face.js";
import { NotebookToolbar } from "./notebook-toolbar.js";
import "./notebook.css";

export function NotebookView({ face }: { readonly face: NotebookFace }) {
  const problem = face.model.problem.value;
  const { kernel } = face;
  const cells = face.model.cells.value;
  return (
    <>
      {problem !== undefined && !face.isText.value && (
        <div class="banner warning" role="alert" data-testid="notebook-problem">
          <span class="banner-text">{problem} It is shown as text.</span>
        </div>
      )}
      {(problem === undefined || face.isText.value) && <NotebookToolbar face={face} />}
      {face.isShown.value && kernel?.problem !== undefined && (
        <div class="banner warning" role="alert" data-testid="kernel-problem">
          <span class="banner-text">{kernel.problem}</span>
        </div>
      )}
      {face.isShown.value && (
        <div class="cells" data-testid="cells">
          {cells.map((shown, index) => (
            <CellView key={shown.key} face={face} shown={shown} index={index} />
          ))}
          <div class="add-cell">
            <button type="button" class="button quiet" onClick={() => addAtEnd(face, "code")}>
              + Code
            </button>
            <button type="button" class="button quiet" onClick={() => addAtEnd(face, "markdown")}>
              + Text
            </button>
          </div>
        </div>
      )}
    </>
  );
}

function addAtEnd(face: NotebookFace, type: "code" | "markdown"): void {
  face.go(face.model.insert(face.model.cells.peek().length, type), true);
}
