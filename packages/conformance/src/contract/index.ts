/** The contract test, and what an editor brings to it. */
export type { Awaitable, Finding, Hand, OptionalVerb } from "./hand.js";
export type { Ability, LaunchedEditor, LaunchOptions, TestEditorOptions } from "./options.js";
export { testEditor } from "./test-editor.js";
