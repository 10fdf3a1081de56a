/** What goes between Claude Code and an editor: seen live, recorded, read, replayed. */
export { type InspectorPage, type InspectorPageOptions, openInspectorPage } from "./page-host/open-inspector-page.js";
export * from "./reading/index.js";
export { Recorder } from "./recording/recorder.js";
export { type InspectedEditor, type Inspector, type InspectorOptions, startInspector } from "./relay/inspector.js";
export * from "./replay/index.js";
