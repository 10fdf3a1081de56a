/** Editor in, endpoint out. */
export type { Address, AddressStore } from "./address.js";
export { createEndpoint, prepareEndpoint } from "./create-endpoint.js";
export type { CodeQuestions, Endpoint, EndpointState, EndpointStatus } from "./endpoint.js";
export { StartError, type StartErrorCode } from "./errors.js";
export { AllowedCode } from "./hub/code/allowed-code.js";
export {
  type AllowedFolders,
  type CodeAnswer,
  type CodeQuestion,
  type CodeQuestionOutcome,
  type CodeQuestionView,
  codeIsOver,
} from "./hub/code/code-gate.js";
export type {
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
  ReviewKeeper,
  ReviewOutcome,
  TakesBack,
} from "./hub/editor.js";
export type { DirectoryEntry, Withheld } from "./hub/privacy/privacy.js";
export { privacyFileName, readPrivacyFile } from "./hub/privacy/privacy-file.js";
export { builtInRules } from "./hub/privacy/privacy-rules.js";
export type { ClientStatus } from "./hub/status.js";
export type { EndpointOptions, ServingOptions } from "./options.js";
