/**
 * The parts of the protocol that need no schemas, for code that runs at startup: this entry doesn't load zod. The main
 * entry exports all of it too.
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
export { displayName, escapeInvisible, invisibleCharacters, type TextPiece, visiblePieces } from "./invisible.js";
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
  workspaceRequestLabels,
  workspaceRequestModes,
} from "./lock-file.js";
