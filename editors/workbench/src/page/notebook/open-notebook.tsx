/** The entry point of the code that is loaded with the first notebook. */
import { render } from "preact";
import type { PaneParts } from "../panes/pane.js";
import { type NotebookContainer, NotebookEditor } from "./notebook-editor.js";
import { NotebookView } from "./notebook-view.js";

export function openNotebook(container: NotebookContainer, parts: PaneParts): NotebookEditor {
  return new NotebookEditor(container, parts, (notebook, element) => {
    render(<NotebookView notebook={notebook} />, element);
    return () => render(null, element);
  });
}
