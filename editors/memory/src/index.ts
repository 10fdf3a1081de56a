/** An in-memory editor. */
export { MemoryEditor, type MemoryEditorOptions, type PendingReview } from "./memory-editor.js";
