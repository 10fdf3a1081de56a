/** What goes between Claude Code and an editor: seen live, recorded, read, replayed. */
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
export {
  type Difference,
  type EditorReplay,
  playableConnections,
  type ReplayClientOptions,
  type ReplayEditorOptions,
  ReplayError,
  type ReplayProgress,
  type ReplayResult,
  type ReplayTarget,
  replayClient,
  replayEditor,
} from "./replay/index.js";
