/** Serves an editor to coding agents. */
export type { Address, AddressStore } from "./address.js";
export { createEndpoint, prepareEndpoint } from "./create-endpoint.js";
export type { CodeQuestions, Endpoint, EndpointState, EndpointStatus } from "./endpoint.js";
export { StartError, type StartErrorCode } from "./errors.js";
export type { ChangeObserver, RecordedWorkspace } from "./hub/change-recorder.js";
export { AllowedCode } from "./hub/code/allowed-code.js";
export {
  type AllowedFolders,
  answeredTooLate,
  type CodeAnswer,
  type CodeQuestion,
  type CodeQuestionOutcome,
  type CodeQuestionView,
} from "./hub/code/code-gate.js";
export type {
  AcceptedForm,
  Awaitable,
  ClientInfo,
  CodeOutput,
  DiffProposal,
  DocumentState,
  Editor,
  EditorEvents,
  EditorSelection,
  Mention,
  MentionOutcome,
  OpenEditor,
  OpenedFile,
  OpenFileRequest,
  Review,
  ReviewDraftStore,
  ReviewOutcome,
} from "./hub/editor.js";
export { builtInRules } from "./hub/privacy/built-in-rules.js";
export type { DirectoryEntry, HiddenReason } from "./hub/privacy/privacy.js";
export { privacyFileName, readPrivacyFile } from "./hub/privacy/rules-file.js";
export type { ClientStatus } from "./hub/status.js";
export type { EndpointOptions, ServingOptions } from "./options.js";
