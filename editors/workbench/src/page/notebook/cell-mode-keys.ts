/** Keys for a cell as a whole, while the keyboard is on it and not in its text: those that Jupyter has. */
import type { NotebookFace } from "./notebook-face.js";
import type { ShownCell } from "./notebook-model.js";

/** Does what the key means; false when it means nothing here. */
export function cellKey(face: NotebookFace, { key }: ShownCell, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey) return false;
  if (event.altKey) return moveKey(face, event);
  if (event.shiftKey) return false;
  switch (event.key) {
    case "Enter":
      face.go(key, true);
      return true;
    case "ArrowUp":
    case "k":
      face.step(-1, false);
      return true;
    case "ArrowDown":
    case "j":
      face.step(1, false);
      return true;
    case "a":
      face.insert("above", "code");
      return true;
    case "b":
      face.insert("below", "code");
      return true;
    case "m":
      face.setType("markdown");
      return true;
    case "y":
      face.setType("code");
      return true;
    case "Delete":
      face.remove();
      return true;
    default:
      return false;
  }
}

function moveKey(face: NotebookFace, { key }: KeyboardEvent): boolean {
  if (key !== "ArrowUp" && key !== "ArrowDown") return false;
  face.move(key === "ArrowUp" ? -1 : 1);
  return true;
}
