/** Notebooks as values, without anything that runs them: pure, so a page may load it. */
export type {
  DisplayOutput,
  ErrorOutput,
  MimeBundle,
  NotebookOutput,
  ResultOutput,
  StreamOutput,
  UnknownOutput,
} from "../kernel/nbformat.js";
export { Notebook, NotebookError } from "../kernel/notebook.js";
export type { CellType, NotebookCell } from "../kernel/notebook-cell.js";
