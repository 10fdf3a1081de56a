/** Checks messages against the schemas of @tandem-ide/protocol. Each function returns the faults it finds. */
import { messageOf } from "@tandem-ide/base";
import {
  callToolParamsSchema,
  callToolResultSchema,
  clientNotifications,
  decodeToolResult,
  editorNotifications,
  explainIssues,
  initializeParamsSchema,
  initializeResultSchema,
  isRequestMethod,
  isToolName,
  listToolsResultSchema,
  protocolVersions,
  type RpcRequest,
  requestResults,
  requests,
  rpcErrorSchema,
  type Schema,
  tools,
} from "@tandem-ide/protocol";
import * as z from "zod/mini";
import type { End } from "../recording/entry.js";

function fits(schema: Schema, value: unknown, subject: string): string[] {
  const parsed = z.safeParse(schema, value, { reportInput: true });
  return parsed.success ? [] : [`${subject}: ${explainIssues(parsed.error.issues, "it")}`];
}

const notifications: Record<End, Readonly<Record<string, Schema>>> = {
  client: clientNotifications,
  editor: editorNotifications,
};

export function checkNotification(from: End, method: string, params: unknown): string[] {
  const schemas = notifications[from];
  const schema = Object.hasOwn(schemas, method) ? schemas[method] : undefined;
  if (schema) return fits(schema, params, "params");
  // A client may send any notification, but Claude Code ignores unknown ones from an editor.
  return from === "editor" ? [`Claude Code ignores the unknown notification ${JSON.stringify(method)}`] : [];
}

/** `listed` contains the tools that the editor has listed on this connection, if it has. */
export function checkRequest(
  from: End,
  { method, params }: RpcRequest,
  listed: ReadonlySet<string> | undefined,
): string[] {
  if (from === "editor") return [];
  if (method === "initialize") return fits(initializeParamsSchema, params, "params");
  if (isRequestMethod(method)) return fits(requests[method], params, "params");
  if (method !== "tools/call") return [];
  const faults = fits(callToolParamsSchema, params, "params");
  const call = z.safeParse(callToolParamsSchema, params);
  if (!call.success) return faults;
  const { name, arguments: given = {} } = call.data;
  if (listed && !listed.has(name)) faults.push(`the editor didn't list the tool ${JSON.stringify(name)}`);
  if (isToolName(name)) faults.push(...fits(tools[name].arguments, given, "arguments"));
  return faults;
}

function checkInitializeResult(result: unknown): string[] {
  const faults = fits(initializeResultSchema, result, "result");
  const parsed = z.safeParse(initializeResultSchema, result);
  const supported: readonly string[] = protocolVersions;
  if (parsed.success && !supported.includes(parsed.data.protocolVersion))
    faults.push(`protocolVersion: Claude Code doesn't support ${JSON.stringify(parsed.data.protocolVersion)}`);
  return faults;
}

function checkToolResult(tool: string | undefined, result: unknown): string[] {
  const faults = fits(callToolResultSchema, result, "result");
  const parsed = z.safeParse(callToolResultSchema, result);
  if (!parsed.success || parsed.data.isError || tool === undefined || !isToolName(tool)) return faults;
  try {
    decodeToolResult(tool, parsed.data);
  } catch (error) {
    faults.push(messageOf(error));
  }
  return faults;
}

/** Checks the result of a client's request. The protocol doesn't define results from clients. */
export function checkResult(from: End, method: string, tool: string | undefined, result: unknown): string[] {
  if (from === "client") return [];
  if (method === "initialize") return checkInitializeResult(result);
  if (method === "tools/list") return fits(listToolsResultSchema, result, "result");
  if (method === "tools/call") return checkToolResult(tool, result);
  if (isRequestMethod(method)) return fits(requestResults[method], result, "result");
  return [];
}

export function checkError(error: unknown): string[] {
  return fits(rpcErrorSchema, error, "error");
}
