/** Notebooks as values, without the code that runs them, so that a page can load this. */
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
