/**
 * The part of the protocol that is no schema, for a program that must answer at once: it loads no zod. All of it is in
 * the package's main entry too.
 */
export {
  authorizationHeader,
  type ConfigDirectories,
  claudeEnvironment,
  configDirectories,
  portRange,
  subprotocol,
} from "./environment.js";
export { pathsOfFileUri, toFileUri, toRawFileUri } from "./file-uri.js";
export { type SelectionRange, toSelectionRange } from "./geometry.js";
export { invisibleCharacters, shownName, type TextPiece, visiblePieces, writtenOut } from "./invisible.js";
export {
  type Classified,
  classify,
  type ErrorCode,
  type ErrorResponse,
  errorCodes,
  type Params,
  type RequestId,
  RpcError,
  type RpcErrorObject,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  type SuccessResponse,
} from "./json-rpc.js";
export {
  type LenientLockFile,
  lockDirectoryName,
  lockFileName,
  parseLockFile,
  portOfLockFile,
  type WorkspaceRequestMode,
  workspaceRequestModes,
  workspaceRequestWords,
} from "./lock-file.js";
