/** The embedded default: an editor in the browser. */
export { type CreateWorkbenchOptions, createWorkbench, type RunningWorkbench } from "./host/create-workbench.js";
export { openInBrowser } from "./host/door/browser.js";
export type { Door } from "./host/door/door.js";
export type { CodeRunner, LanguageTools, OpenText } from "./host/providers.js";
export type { PendingReview } from "./host/reviews.js";
export type { Workbench } from "./host/workbench.js";
export type { WorkbenchEditor } from "./host/workbench-editor.js";
