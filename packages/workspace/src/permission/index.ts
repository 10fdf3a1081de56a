/** The user's word before code runs, and before programs of the workspace do. Loads nothing that runs either. */
export { AllowedCode } from "./allowed-code.js";
export {
  type AllowedFolders,
  type CodeAnswer,
  type CodeQuestion,
  type CodeQuestionOutcome,
  codeIsOver,
  Permissions,
  type PermissionsOptions,
} from "./permissions.js";
export { TrustedFolders, type TrustOptions, type WorkspaceQuestion } from "./trusted-folders.js";
