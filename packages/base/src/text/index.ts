/** Text functions that also run in browsers. */
export { type ChangedPart, changedPart, type Sliceable } from "./changed-part.js";
export { hunksBetween, splitHunks } from "./hunks.js";
export type { Hunk } from "./line-edits.js";
export { restoreText, toEditorText, toLineFeeds } from "./line-endings.js";
export { positionAt } from "./positions.js";
