/** The contract test for editors. */
export type { Awaitable, Driver, Finding, OptionalVerb } from "./driver.js";
export type { Ability, Lacking, LaunchedEditor, LaunchOptions, TestEditorOptions } from "./options.js";
export { testEditor } from "./test-editor.js";
