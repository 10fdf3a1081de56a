/** Shows, records, reads and replays the messages between Claude Code and an editor. */
export { type InspectorPage, type InspectorPageOptions, openInspectorPage } from "./page-host/open-inspector-page.js";
export {
  Conversation,
  type End,
  type Entry,
  filterOf,
  formatEntry,
  formatHeader,
  type Header,
  parseEntry,
  parseRecording,
  type Recording,
  RecordingError,
  type Row,
  type RowKind,
  type TextEntry,
  titleOf,
} from "./reading/index.js";
export { Recorder } from "./recording/recorder.js";
export { type InspectedEditor, type Inspector, type InspectorOptions, startInspector } from "./relay/inspector.js";
export { ReplayError } from "./replay/errors.js";
export { type ReplayClientOptions, type ReplayTarget, replayClient } from "./replay/replay-client.js";
export { type EditorReplay, type ReplayEditorOptions, replayEditor } from "./replay/replay-editor.js";
export type { Difference, ReplayProgress, ReplayResult } from "./replay/result.js";
export { playableConnections } from "./replay/script.js";
