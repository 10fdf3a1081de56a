/** The embedded default: an editor in the browser. */
export type { CodeKernel, CodeListener, CodePermissionOptions, CodeResult, CodeRunner } from "./host/code-runner.js";
export { type CreateWorkbenchOptions, createWorkbench, type RunningWorkbench } from "./host/create-workbench.js";
export type { OfferedDraft } from "./host/drafts/drafts.js";
export { restoreDraft } from "./host/drafts/restore-draft.js";
export type {
  LanguageConnection,
  LanguageServerStatus,
  LanguageTools,
  WorkspacePrograms,
} from "./host/providers.js";
export type { SharedReview } from "./host/reviews.js";
export type { Workbench } from "./host/workbench.js";
export type { WorkbenchEditor } from "./host/workbench-editor.js";
