/** Pure text functions, for editors on either side of a process border. */
export { type ChangedPart, changedPart, type Sliceable } from "./changed-part.js";
export { applyHunks, splitHunks } from "./hunks.js";
export type { Hunk } from "./line-edits.js";
export { restoreText, toEditorText, toLineFeeds } from "./line-endings.js";
export { positionAt } from "./positions.js";
