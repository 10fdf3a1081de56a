/** Holds docs/protocol.md against the schemas: every JSON example, and the table of requirement ids. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
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
  requestMethods,
  requestResults,
  requestSchema,
  requests,
  resourcesSchema,
  type Schema,
  successResponseSchema,
  type ToolName,
  toolInputSchemas,
  toolNames,
  tools,
} from "@tandem/protocol";
import { allJsonSchemas } from "@tandem/protocol/json-schema";
import { describe, expect, test } from "vitest";

/** A fenced block. `label` is what follows the language, such as `client request openDiff`. */
interface Block {
  readonly language: string;
  readonly label: string;
  readonly text: string;
  readonly line: number;
}

function blocksOf(markdown: string): Block[] {
  const fences = markdown.matchAll(/^([ \t]*)```[ \t]*([^\s`]*)[ \t]*([^\n]*)\n([\s\S]*?)^\1```[ \t]*$/gm);
  return [...fences].map(({ 2: language = "", 3: label = "", 4: text = "", index }) => ({
    language,
    label: label.trim(),
    text,
    line: markdown.slice(0, index).split("\n").length,
  }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function demand(condition: boolean, words: string): asserts condition {
  if (!condition) throw new Error(words);
}

/**
 * The first member that the schema does not name. The schemas themselves let such members through, as endpoints must;
 * in an example they are misspelt.
 */
function strangeMember(schema: unknown, value: unknown): string | undefined {
  if (!isRecord(schema)) return undefined;
  if (Array.isArray(schema.anyOf)) {
    const found = schema.anyOf.map((branch) => strangeMember(branch, value));
    return found.includes(undefined) ? undefined : found[0];
  }
  if (Array.isArray(value)) return value.map((item) => strangeMember(schema.items, item)).find((name) => name);
  if (!isRecord(value) || !isRecord(schema.properties)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!Object.hasOwn(schema.properties, name)) return name;
    const within = strangeMember(schema.properties[name], member);
    if (within !== undefined) return `${name}.${within}`;
  }
  return undefined;
}

const published: Readonly<Record<string, unknown>> = allJsonSchemas();

function demandNoStranger(file: string, name: string | undefined, value: unknown): void {
  const schema = published[file];
  const strange = strangeMember(name === undefined ? schema : isRecord(schema) ? schema[name] : undefined, value);
  demand(strange === undefined, `"${strange}" is no member of the protocol`);
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined;
  if (entry === undefined) throw new Error(`the label names ${name}, which is not in the protocol`);
  return entry;
}

/** MCP methods of the examples beside `tools/call`; null for those without params. */
const methodParams: Readonly<Record<string, Schema | null>> = {
  initialize: initializeParamsSchema,
  "tools/list": null,
  ping: null,
  "prompts/list": null,
  "resources/list": null,
};

function checkRequest(value: unknown, name: string): void {
  demand(classify(value).kind === "request", "is no request");
  const { method, params } = parseParams(requestSchema, value, "request");
  if (isToolName(name)) {
    demand(method === "tools/call", `calls ${method} in place of tools/call`);
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
  demand(classify(value).kind === "notification", "is no notification");
  const { method, params } = parseParams(notificationSchema, value, "notification");
  demand(method === name, `the label says ${name}, the message ${method}`);
  parseParams(own(table, name), params, name);
  demandNoStranger(file, name, params);
}

function resultOf(value: unknown): unknown {
  demand(classify(value).kind === "response" && isRecord(value) && "result" in value, "is no answer with a result");
  return parseParams(successResponseSchema, value, "response").result;
}

function checkToolResult(tool: ToolName, result: CallToolResult): void {
  demand(result.isError !== true, "is an error, which is labelled tool-error");
  const decoded = decodeToolResult(tool, result);
  if (tool === "close_tab")
    demand(result.content[0]?.text === answers.tabClosed, `close_tab answers ${answers.tabClosed}`);
  const inJson = isRecord(published["tool-results"]) && tool in published["tool-results"];
  if (inJson) demandNoStranger("tool-results", tool, decoded);
}

function checkToolList(result: unknown): void {
  for (const { name, description, inputSchema } of parseParams(listToolsResultSchema, result, "tools/list").tools) {
    demand(isToolName(name), `${name} is no tool of the protocol`);
    demand(description === tools[name].description, `the description of ${name} is another one`);
    const isRight = isDeepStrictEqual(inputSchema, toolInputSchemas[name]);
    demand(isRight, `the input schema of ${name} is another one`);
  }
}

/** What the same methods answer. */
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
    demandNoStranger("workspace-request-results", name, result);
  } else own(methodResults, name)(result);
}

/** Tools whose answer is not JSON in a text item, so that there is nothing to unpack. */
const answersWords: readonly string[] = ["openDiff", "close_tab", "closeAllDiffTabs", "executeCode"];

function checkPayload(value: unknown, name: string): void {
  demand(isToolName(name) && !answersWords.includes(name), `${name} does not answer JSON`);
  checkToolResult(name, { content: [{ type: "text", text: JSON.stringify(value) }] });
  if (name === "openFile") demandNoStranger("tool-results", "openFile (makeFrontmost: false)", value);
}

function checkToolError(value: unknown, name: string): void {
  demand(isToolName(name), `${name} is no tool`);
  const { content, isError } = parseParams(callToolResultSchema, resultOf(value), name);
  demand(isError === true && content[0]?.type === "text", "must have isError and say why");
}

function checkError(value: unknown): void {
  const { error } = parseParams(errorResponseSchema, value, "error");
  const known: readonly number[] = Object.values(errorCodes);
  demand(known.includes(error.code), `${error.code} is none of the five codes`);
}

function checkLockFile(value: unknown): void {
  const { authToken, port } = parseParams(lockFileSchema, value, "lock file");
  demandNoStranger("lock-file", undefined, value);
  demand(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(authToken), "authToken is no UUID v4");
  demand(port >= portRange.min && port <= portRange.max, `${port} is not in the range of ports`);
}

function checkBatch(value: unknown, kinds: readonly string[]): void {
  demand(Array.isArray(value) && value.length > 0, "a batch is a list that is not empty");
  for (const message of value)
    demand(kinds.includes(classify(message).kind), `a batch holds each ${kinds.join(" or ")}`);
}

/** The vocabulary of labels. A label may go on with the name of a tool or method, which the check is given. */
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
  // Settings of the client are JSON and not of this protocol.
  settings: () => {},
};

/** A block whose label and content are right. */
interface Example {
  readonly kind: string;
  readonly name: string;
  readonly value: unknown;
}

function check({ language, label, text, line }: Block): Example {
  const kind = Object.keys(checks).find((each) => label === each || label.startsWith(`${each} `));
  try {
    if (language !== "json" || kind === undefined) throw new Error("the label is not of the vocabulary");
    const name = label.slice(kind.length).trim();
    const value: unknown = JSON.parse(text);
    checks[kind]?.(value, name);
    return { kind, name, value };
  } catch (error) {
    throw new Error(`Line ${line}, ${language} ${label}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const page = readFileSync(new URL("protocol.md", import.meta.url), "utf8");
const jsonBlocks = blocksOf(page).filter(({ language }) => language.toLowerCase().startsWith("json"));

describe("an example of the page", () => {
  test.each(jsonBlocks.map((block) => [`${block.line}: ${block.label}`, block] as const))("%s", (_title, block) => {
    check(block);
  });

  test("every tool, notification and workspace request has one", () => {
    const examples = jsonBlocks.map(check);
    const named = (...kinds: string[]) => examples.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
    expect(named("client request")).toEqual(expect.arrayContaining([...toolNames, ...requestMethods]));
    expect(named("editor response", "editor payload")).toEqual(
      expect.arrayContaining([...toolNames, ...requestMethods]),
    );
    expect(named("editor notification")).toEqual(expect.arrayContaining(Object.keys(editorNotifications)));
    expect(named("client notification")).toEqual(expect.arrayContaining(Object.keys(clientNotifications)));
    expect(named("lock-file")).toHaveLength(1);
  });

  test("every form of an answer, and every error code, has one", () => {
    const told = jsonBlocks
      .filter(({ label }) => label.startsWith("editor"))
      .map(({ label, text }) => `${label}: ${JSON.stringify(JSON.parse(text))}`);
    const shows = (label: string, words: string) =>
      expect(
        told.some((block) => block.startsWith(label) && block.includes(words)),
        `${label}: ${words}`,
      ).toBe(true);
    for (const word of [answers.fileSaved, answers.diffRejected]) shows("editor response openDiff", word);
    for (const tool of ["getCurrentSelection", "getLatestSelection", "checkDocumentDirty", "saveDocument"])
      for (const success of [true, false]) shows(`editor payload ${tool}`, `"success":${success}`);
    for (const success of [true, false]) shows("editor response workspace/selection", `"success":${success}`);
    shows("editor response openFile", "Opened file");
    shows("editor payload openFile", "lineCount");
    for (const code of Object.values(errorCodes)) shows("editor error", `"code":${code}`);
  });

  test("an answer has the id of the request before it", () => {
    const ids = new Map<string, unknown>();
    for (const block of jsonBlocks) {
      const { kind, name, value } = check(block);
      const id = isRecord(value) ? value.id : undefined;
      if (kind === "client request") ids.set(name, id);
      if (kind === "editor payload") expect(ids.has(name), `a request before line ${block.line}`).toBe(true);
      if (kind === "editor response" || kind === "editor tool-error")
        expect(id, `line ${block.line}`).toBe(ids.get(name));
    }
  });
});

describe("a wrong example is caught", () => {
  const call = (name: string, args: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
  const answer = (...texts: string[]) => ({
    jsonrpc: "2.0",
    id: 1,
    result: { content: texts.map((text) => ({ type: "text", text })) },
  });
  const told = (method: string, params: object) => ({ jsonrpc: "2.0", method, params });
  const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 }, isEmpty: true };

  test.each<[label: string, value: unknown, words: string]>([
    ["json", {}, "vocabulary"],
    ["json editor", {}, "vocabulary"],
    ["jsonc lock-file", {}, "vocabulary"],
    ["json lock-file", { pid: 1 }, "workspaceFolders"],
    ["json client request runTests", call("runTests", {}), "not in the protocol|the message"],
    ["json client request openDiff", call("openDiff", { tab_name: "x" }), "new_file_contents"],
    ["json client request openDiff", call("close_tab", { tab_name: "x" }), "the label says openDiff"],
    ["json client request closeAllDiffTabs", call("closeAllDiffTabs", { all: true }), "all"],
    ["json client request readFile", { jsonrpc: "2.0", id: 1, method: "readFile", params: {} }, "path"],
    ["json client request ping", { jsonrpc: "2.0", method: "ping" }, "no request"],
    ["json client request ping", { jsonrpc: "1.0", id: 1, method: "ping" }, "no request"],
    ["json client notification ide_connected", told("ide_connected", { pid: "25880" }), "pid"],
    ["json client batch", [], "not empty"],
    ["json editor response openDiff", answer("TAB_CLOSED", "x"), "TAB_CLOSED"],
    ["json editor response openDiff", answer("FILE_SAVED"), "item 1"],
    ["json editor response closeAllDiffTabs", answer("CLOSED_ALL"), "CLOSED_<n>"],
    ["json editor response close_tab", answer("CLOSED"), "TAB_CLOSED"],
    ["json editor response readFile", { jsonrpc: "2.0", id: 1, result: { text: "x" } }, "readFile"],
    [
      "json editor response tools/list",
      { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "openDiff", inputSchema: { type: "object" } }] } },
      "description",
    ],
    ["json editor response ping", { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "x" } }, "result"],
    ["json editor payload openDiff", {}, "does not answer JSON"],
    [
      "json editor payload getDiagnostics",
      [{ uri: "file:///a", diagnostics: [{ message: "x", severity: "error", range: place }] }],
      "shape",
    ],
    [
      "json editor payload openFile",
      { success: true, filePath: "/a", languageId: "c", lineCount: 1, lines: 1 },
      "lines",
    ],
    ["json editor tool-error openDiff", answer("It failed"), "isError"],
    ["json editor error", { jsonrpc: "2.0", id: 1, error: { code: -1, message: "x" } }, "five codes"],
    ["json editor notification at_mentioned", told("at_mentioned", { filePath: "/a", lineStart: null }), "lineStart"],
    ["json editor notification at_mentioned", told("at_mentioned", { filePath: "/a", lineStrat: 4 }), "lineStrat"],
    [
      "json editor notification selection_changed",
      told("selection_changed", { text: "", selection: { ...place, empty: true } }),
      "selection.empty",
    ],
    [
      "json editor notification selection_changed",
      { id: 1, ...told("selection_changed", { text: "", selection: place }) },
      "no notification",
    ],
  ])("%s %j", (info, value, words) => {
    const [block] = blocksOf(`Some words.\n\n\`\`\`${info}\n${JSON.stringify(value)}\n\`\`\`\n`);
    if (!block) throw new Error("no block was found");
    expect(() => check(block)).toThrow(new RegExp(`^Line 3, .*${words}`, "s"));
  });

  test("JSON that is broken, and a block that is indented, are seen", () => {
    const [first, second] = blocksOf('```json settings\n{"a": }\n```\n\n1. x\n\n   ```json settings\n   {}\n   ```\n');
    expect(() => check(first ?? fail())).toThrow("Line 1");
    expect(check(second ?? fail()).value).toEqual({});
  });
});

function fail(): never {
  throw new Error("no block was found");
}

const requirement = /\b(?:CON|LCK|AUTH|ENV|CLN|MCP|ERR|TOOL|NOT|WSM|SEC|PRV|DBG)-\d\d\b/g;
/** An id that a test of the conformance kit makes up, because no such requirement exists. */
const madeUp = "CON-99";

function sourcesOf(...folders: string[]): string[] {
  const root = new URL("../", import.meta.url);
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((path) => /^[^/\\]+[/\\]src[/\\].*\.ts$/.test(path))
      .map((path) => readFileSync(new URL(`${folder}/${path.replaceAll("\\", "/")}`, root), "utf8")),
  );
}

describe("readers of the code find what its comments name", () => {
  const sources = sourcesOf("packages", "editors");

  test("each requirement is in the table of ids, once", () => {
    const rows = [...page.matchAll(/^\| ([A-Z]+-\d\d) +\| +\S.*\|$/gm)].map(([, id]) => id);
    const used = new Set(sources.flatMap((source) => source.match(requirement) ?? []));
    used.delete(madeUp);
    expect(used.size).toBeGreaterThan(50);
    expect([...used].filter((id) => !rows.includes(id)).sort()).toEqual([]);
    expect(rows).toHaveLength(new Set(rows).size);
  });

  test("each section of the page is there", () => {
    const named = sources.flatMap((source) =>
      [...source.matchAll(/protocol\.md, sections? (\d+)(?: to (\d+))?/g)].flatMap(([, first = "", last = first]) => [
        first,
        last,
      ]),
    );
    expect(named.length).toBeGreaterThan(5);
    const sections = [...page.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number);
    expect(sections).toEqual(sections.map((_number, index) => String(index + 1)));
    expect(named.filter((number) => !sections.includes(number))).toEqual([]);
  });

  test("links lead somewhere", () => {
    for (const name of ["protocol.md", "platforms.md"]) {
      const text = readFileSync(new URL(name, import.meta.url), "utf8");
      const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(
        ([, heading = ""]) =>
          `#${heading
            .toLowerCase()
            .replaceAll(" ", "-")
            .replace(/[^\w/-]/g, "")}`,
      );
      for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const isThere = target.startsWith("#")
          ? headings.includes(target)
          : existsSync(new URL(target.replace(/#.*/, ""), import.meta.url));
        expect(isThere, `${name}: ${target}`).toBe(true);
      }
    }
  });
});
