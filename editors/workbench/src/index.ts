/** The embedded default editor, which runs in the browser. */
export type { CodeKernel, CodePermissionOptions, CodeRunner } from "./host/code-runner.js";
export { type CreateWorkbenchOptions, createWorkbench, type RunningWorkbench } from "./host/create-workbench.js";
export type { OfferedDraft } from "./host/drafts/drafts.js";
export type { LanguageTools, WorkspacePrograms } from "./host/providers.js";
export type { SharedReview } from "./host/reviews.js";
export type { Workbench } from "./host/workbench.js";
export type { WorkbenchEditor } from "./host/workbench-editor.js";
