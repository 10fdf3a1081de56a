/** The start of all that is loaded for notebooks. */
import { render } from "preact";
import type { FaceHost, FaceParts } from "./face.js";
import { NotebookFace } from "./notebook-face.js";
import { NotebookView } from "./notebook-view.js";

export function openNotebook(host: FaceHost, parts: FaceParts): NotebookFace {
  return new NotebookFace(host, parts, (face, element) => {
    render(<NotebookView face={face} />, element);
    return () => render(null, element);
  });
}
