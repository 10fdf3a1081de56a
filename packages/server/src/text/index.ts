/** Pure text functions, for editors on either side of a process border. */
export { applyHunks, type Hunk, splitHunks } from "./hunks.js";
export { restoreText, toEditorText } from "./line-endings.js";
