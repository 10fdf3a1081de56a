/**
 * JSON Schemas of the whole protocol, for other languages. This is a separate entry because generating them takes 20 KB of
 * code that endpoints don't need.
 */
import * as z from "zod/mini";
import * as jsonRpc from "./json-rpc-schemas.js";
import { lockFileSchema } from "./lock-file-schema.js";
import * as mcp from "./mcp.js";
import { clientNotifications, editorNotifications } from "./notifications.js";
import { requestResults } from "./request-results.js";
import { requests } from "./requests.js";
import * as results from "./tool-results.js";
import { tools } from "./tools.js";

type JsonSchema = Record<string, unknown>;

function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  // "input": members with a default are optional. The protocol requires draft-07 (MCP-03).
  return { ...z.toJSONSchema(schema, { target: "draft-7", io: "input" }) };
}

function each<T>(table: Record<string, T>, pick: (entry: T) => z.core.$ZodType): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, toJsonSchema(pick(entry))]));
}

/** Returns the input schemas in `tools/list`, by tool. */
export function toolInputSchemas(): Record<string, JsonSchema> {
  return each(tools, (tool) => tool.arguments);
}

/** Returns all published schemas, by file name. */
export function allJsonSchemas(): Record<string, JsonSchema | Record<string, JsonSchema>> {
  return {
    "lock-file": toJsonSchema(lockFileSchema),
    "tool-arguments": toolInputSchemas(),
    "tool-results": each(
      {
        getCurrentSelection: results.selectionResultSchema,
        getLatestSelection: results.selectionResultSchema,
        getOpenEditors: results.openEditorsResultSchema,
        getWorkspaceFolders: results.workspaceFoldersResultSchema,
        getDiagnostics: results.diagnosticsResultSchema,
        checkDocumentDirty: results.dirtyResultSchema,
        saveDocument: results.saveResultSchema,
        "openFile (makeFrontmost: false)": results.openedFileSchema,
      },
      (schema) => schema,
    ),
    "editor-notifications": each(editorNotifications, (schema) => schema),
    "client-notifications": each(clientNotifications, (schema) => schema),
    "workspace-request-params": each(requests, (schema) => schema),
    "workspace-request-results": each(requestResults, (schema) => schema),
    mcp: each(
      {
        "initialize params": mcp.initializeParamsSchema,
        "initialize result": mcp.initializeResultSchema,
        "tools/list result": mcp.listToolsResultSchema,
        "tools/call params": mcp.callToolParamsSchema,
        "tools/call result": mcp.callToolResultSchema,
      },
      (schema) => schema,
    ),
    "json-rpc": each(
      {
        request: jsonRpc.requestSchema,
        notification: jsonRpc.notificationSchema,
        success: jsonRpc.successResponseSchema,
        error: jsonRpc.errorResponseSchema,
      },
      (schema) => schema,
    ),
  };
}
