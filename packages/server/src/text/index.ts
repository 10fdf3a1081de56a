/** Pure text functions, for editors on either side of a process border. */
export { applyHunks, splitHunks } from "./hunks.js";
export type { Hunk } from "./line-edits.js";
export { restoreText, toEditorText } from "./line-endings.js";
