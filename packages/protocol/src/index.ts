/** The protocol between Claude Code and editors. No I/O and no Node, so it also runs in browsers. */
export { explainIssues, parseParams, type Schema } from "./explain.js";
export { rangeSchema } from "./geometry-schema.js";
export {
  errorResponseSchema,
  notificationSchema,
  requestIdSchema,
  requestSchema,
  rpcErrorSchema,
  successResponseSchema,
} from "./json-rpc-schemas.js";
export { type LockFile, lockFileSchema } from "./lock-file-schema.js";
export {
  allowsBatches,
  type CallToolParams,
  type CallToolResult,
  type Content,
  callToolParamsSchema,
  callToolResultSchema,
  cancelledParamsSchema,
  type IdeConnected,
  type ImageContent,
  type Implementation,
  type InitializeParams,
  type InitializeResult,
  ideConnectedSchema,
  implementationSchema,
  initializeParamsSchema,
  initializeResultSchema,
  type ListToolsResult,
  listToolsResultSchema,
  negotiateVersion,
  type ProtocolVersion,
  protocolVersions,
  type TextContent,
  type ToolDefinition,
} from "./mcp.js";
export {
  type AtMentioned,
  atMentionedSchema,
  type ClientNotificationMethod,
  clientNotifications,
  type DidChangeActiveEditor,
  type EditorNotificationMethod,
  type EditorNotificationParams,
  editorNotifications,
  type LogEvent,
  type SelectionChanged,
  selectionChangedSchema,
} from "./notifications.js";
export { type RequestResult, requestResults, resourcesSchema, type WorkspaceInfo } from "./request-results.js";
export {
  isRequestMethod,
  type RequestInput,
  type RequestMethod,
  type RequestParams,
  requestMethods,
  requests,
} from "./requests.js";
export * from "./schema-free.js";
export { toolInputSchemas } from "./tool-input-schemas.generated.js";
export {
  answers,
  type DiagnosticsResult,
  type DiffAnswer,
  type DirtyResult,
  decodeToolResult,
  type OpenEditorsResult,
  type OpenedFileResult,
  openedFileSchema,
  type SaveResult,
  type SelectionResult,
  severities,
  ToolResultError,
  type ToolResults,
  type WireDiagnostic,
  type WorkspaceFoldersResult,
  type WorkspaceSelectionResult,
} from "./tool-results.js";
export {
  isToolName,
  type ToolArguments,
  type ToolInput,
  type ToolName,
  toolNames,
  tools,
  waitsForUser,
} from "./tools.js";
