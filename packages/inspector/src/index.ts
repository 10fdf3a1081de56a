/** What goes between Claude Code and an editor: seen live, recorded, read, replayed. */
export * from "./reading/index.js";
export { Recorder } from "./recording/recorder.js";
