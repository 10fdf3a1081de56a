/** Records what changes on disk while agents are connected, so that users can review and undo it. */
export type {
  ChangeHunk,
  ChangeList,
  ChangeOutcome,
  Changes,
  ChangeTarget,
  FileChange,
  FileChangeKind,
  OpenChange,
  RecordingProblem,
  Turn,
  UndoneChange,
} from "./model.js";
export { ChangeRecorder, type ChangeRecorderOptions } from "./recorder.js";
export { removeStoredChanges, StoredChanges, type StoredChangesOptions } from "./stored-changes.js";
