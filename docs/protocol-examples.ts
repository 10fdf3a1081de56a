/** Checks the JSON examples of docs/protocol.md against the schemas. */
import { isDeepStrictEqual } from "node:util";
import {
  answers,
  type CallToolResult,
  callToolParamsSchema,
  callToolResultSchema,
  classify,
  clientNotifications,
  decodeToolResult,
  editorNotifications,
  errorCodes,
  errorResponseSchema,
  initializeParamsSchema,
  initializeResultSchema,
  isRequestMethod,
  isToolName,
  listToolsResultSchema,
  lockFileSchema,
  notificationSchema,
  parseParams,
  portRange,
  requestResults,
  requestSchema,
  requests,
  resourcesSchema,
  type Schema,
  successResponseSchema,
  type ToolName,
  toolInputSchemas,
  tools,
} from "@tandem-ide/protocol";
import { allJsonSchemas } from "@tandem-ide/protocol/json-schema";

/** A fenced block. `label` is the text after the language, such as `client request openDiff`. */
interface Block {
  readonly language: string;
  readonly label: string;
  readonly text: string;
  readonly line: number;
}

export function blocksOf(markdown: string): Block[] {
  const fences = markdown.matchAll(/^([ \t]*)```[ \t]*([^\s`]*)[ \t]*([^\n]*)\n([\s\S]*?)^\1```[ \t]*$/gm);
  return [...fences].map(({ 2: language = "", 3: label = "", 4: text = "", index }) => ({
    language,
    label: label.trim(),
    text,
    line: markdown.slice(0, index).split("\n").length,
  }));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/**
 * Returns the first member that the schema doesn't declare. Endpoints have to accept such members, so the schemas do too;
 * in an example they are spelling mistakes.
 */
function undeclaredMember(schema: unknown, value: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  if (Array.isArray(schema.anyOf)) {
    const found = schema.anyOf.map((branch) => undeclaredMember(branch, value));
    return found.includes(undefined) ? undefined : found[0];
  }
  if (Array.isArray(value)) return value.map((item) => undeclaredMember(schema.items, item)).find((name) => name);
  if (!isRecord(value) || !isRecord(schema.properties)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!Object.hasOwn(schema.properties, name)) return name;
    const within = undeclaredMember(schema.properties[name], member);
    if (within !== undefined) return `${name}.${within}`;
  }
  return undefined;
}

const published: Readonly<Record<string, unknown>> = allJsonSchemas();

function demandDeclared(file: string, name: string | undefined, value: unknown): void {
  const schema = published[file];
  const undeclared = undeclaredMember(name === undefined ? schema : isRecord(schema) ? schema[name] : undefined, value);
  demand(undeclared === undefined, `"${undeclared}" is not a member of the protocol`);
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (entry === undefined) throw new Error(`the label has ${name}, which is not in the protocol`);
  return entry;
}

/** The MCP methods in the examples except `tools/call`; null for those without params. */
const methodParams: Readonly<Record<string, Schema | null>> = {
  initialize: initializeParamsSchema,
  "tools/list": null,
  ping: null,
  "prompts/list": null,
  "resources/list": null,
};

function checkRequest(value: unknown, name: string): void {
  demand(classify(value).kind === "request", "is not a request");
  const { method, params } = parseParams(requestSchema, value, "request");
  if (isToolName(name)) {
    demand(method === "tools/call", `calls ${method} instead of tools/call`);
    const call = parseParams(callToolParamsSchema, params, "tools/call");
    demand(call.name === name, `the label says ${name}, the call ${call.name}`);
    parseParams(tools[name].arguments, call.arguments, name);
    return;
  }
  demand(method === name, `the label says ${name}, the message ${method}`);
  const schema = isRequestMethod(name) ? requests[name] : own(methodParams, name);
  if (schema) parseParams(schema, params, name);
  else demand(params === undefined, `${name} has no params`);
}

function checkNotification(value: unknown, name: string, table: Readonly<Record<string, Schema>>, file: string): void {
  demand(classify(value).kind === "notification", "is not a notification");
  const { method, params } = parseParams(notificationSchema, value, "notification");
  demand(method === name, `the label says ${name}, the message ${method}`);
  parseParams(own(table, name), params, name);
  demandDeclared(file, name, params);
}

function resultOf(value: unknown): unknown {
  demand(
    classify(value).kind === "response" && isRecord(value) && "result" in value,
    "is not a response with a result",
  );
  return parseParams(successResponseSchema, value, "response").result;
}

function checkToolResult(tool: ToolName, result: CallToolResult): void {
  demand(result.isError !== true, "is an error, so its label must be tool-error");
  const decoded = decodeToolResult(tool, result);
  if (tool === "close_tab")
    demand(result.content[0]?.text === answers.tabClosed, `close_tab answers ${answers.tabClosed}`);
  const inJson = isRecord(published["tool-results"]) && tool in published["tool-results"];
  if (inJson) demandDeclared("tool-results", tool, decoded);
}

function checkToolList(result: unknown): void {
  for (const { name, description, inputSchema } of parseParams(listToolsResultSchema, result, "tools/list").tools) {
    demand(isToolName(name), `${name} is not a tool of the protocol`);
    demand(description === tools[name].description, `the description of ${name} differs from the code`);
    const isRight = isDeepStrictEqual(inputSchema, toolInputSchemas[name]);
    demand(isRight, `the input schema of ${name} differs from the code`);
  }
}

/** Checks of the responses to the same methods. */
const methodResults: Readonly<Record<string, (result: unknown) => void>> = {
  initialize: (result) => parseParams(initializeResultSchema, result, "initialize"),
  "tools/list": checkToolList,
  ping: (result) => demand(isDeepStrictEqual(result, {}), "ping is answered {}"),
  "prompts/list": (result) => demand(isDeepStrictEqual(result, { prompts: [] }), "there are no prompts"),
  "resources/list": (result) => parseParams(resourcesSchema, result, "resources/list"),
};

function checkResponse(value: unknown, name: string): void {
  const result = resultOf(value);
  if (isToolName(name)) checkToolResult(name, parseParams(callToolResultSchema, result, name));
  else if (isRequestMethod(name)) {
    parseParams(requestResults[name], result, name);
    demandDeclared("workspace-request-results", name, result);
  } else own(methodResults, name)(result);
}

/** Tools whose result isn't JSON in a text item, so there is nothing to unpack. */
const plainTextTools: readonly string[] = ["openDiff", "close_tab", "closeAllDiffTabs", "executeCode"];

function checkPayload(value: unknown, name: string): void {
  demand(isToolName(name) && !plainTextTools.includes(name), `${name} does not return JSON`);
  checkToolResult(name, { content: [{ type: "text", text: JSON.stringify(value) }] });
  if (name === "openFile") demandDeclared("tool-results", "openFile (makeFrontmost: false)", value);
}

function checkToolError(value: unknown, name: string): void {
  demand(isToolName(name), `${name} is not a tool`);
  const { content, isError } = parseParams(callToolResultSchema, resultOf(value), name);
  demand(isError === true && content[0]?.type === "text", "must have isError and a text");
}

function checkError(value: unknown): void {
  const { error } = parseParams(errorResponseSchema, value, "error");
  const known: readonly number[] = Object.values(errorCodes);
  demand(known.includes(error.code), `${error.code} is not one of the five codes`);
}

function checkLockFile(value: unknown): void {
  const { authToken, port } = parseParams(lockFileSchema, value, "lock file");
  demandDeclared("lock-file", undefined, value);
  demand(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(authToken),
    "authToken is not a UUID v4",
  );
  demand(port >= portRange.min && port <= portRange.max, `${port} is outside the range of ports`);
}

function checkBatch(value: unknown, kinds: readonly string[]): void {
  demand(Array.isArray(value) && value.length > 0, "a batch is a non-empty list");
  for (const message of value)
    demand(kinds.includes(classify(message).kind), `a batch contains only ${kinds.join(" or ")}`);
}

/** The labels. A label may be followed by the name of a tool or method, which is passed to the check. */
const checks: Readonly<Record<string, (value: unknown, name: string) => void>> = {
  "lock-file": checkLockFile,
  "client request": checkRequest,
  "client notification": (value, name) => checkNotification(value, name, clientNotifications, "client-notifications"),
  "client batch": (value) => checkBatch(value, ["request", "notification"]),
  "editor response": checkResponse,
  "editor payload": checkPayload,
  "editor tool-error": checkToolError,
  "editor error": checkError,
  "editor batch": (value) => checkBatch(value, ["response"]),
  "editor notification": (value, name) => checkNotification(value, name, editorNotifications, "editor-notifications"),
  // Settings of the client are JSON but not part of this protocol.
  settings: () => {},
};

/** A block with a valid label and content. */
interface Example {
  readonly kind: string;
  readonly name: string;
  readonly value: unknown;
}

export function check({ language, label, text, line }: Block): Example {
  const kind = Object.keys(checks).find((each) => label === each || label.startsWith(`${each} `));
  try {
    if (language !== "json" || kind === undefined) throw new Error("unknown label");
    const name = label.slice(kind.length).trim();
    const value: unknown = JSON.parse(text);
    checks[kind]?.(value, name);
    return { kind, name, value };
  } catch (error) {
    throw new Error(`Line ${line}, ${language} ${label}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
