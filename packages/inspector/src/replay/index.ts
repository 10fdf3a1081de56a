/** Recordings, played again: the client's side against an endpoint, or the editor's side to a client. */
export { ReplayError } from "./errors.js";
export { type ReplayClientOptions, type ReplayTarget, replayClient } from "./replay-client.js";
export { type EditorReplay, type ReplayEditorOptions, replayEditor } from "./replay-editor.js";
export type { Difference, ReplayProgress, ReplayResult } from "./result.js";
export { playableConnections } from "./script.js";
