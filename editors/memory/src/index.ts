/** An editor that lives in memory. */
export { MemoryEditor, type MemoryEditorOptions, type PendingReview } from "./memory-editor.js";
