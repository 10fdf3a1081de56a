/** Compares a response with the recorded one: by shape, or exactly. */
import {
  type CallToolResult,
  type Content,
  callToolResultSchema,
  listToolsResultSchema,
  type RpcResponse,
} from "@tandem-ide/protocol";
import * as z from "zod/mini";
import { compareExactly, parseText } from "./exact.js";
import { compareShapes, exampleOf } from "./shape.js";

export interface Request {
  readonly method: string;
  readonly tool: string | undefined;
}

/** Tools with arbitrary text in their responses. */
const freeTexts = new Set(["executeCode"]);

/** Returns answers such as `FILE_SAVED`, and `CLOSED_<n>_DIFF_TABS` for any number. */
function decisionIn(text: string): string | undefined {
  return /^[A-Z]+(_[A-Z0-9]+)+$/.test(text) ? text.replace(/\d+/g, "<n>") : undefined;
}

function compareText(before: string, now: string, path: string): string[] {
  if (decisionIn(before) !== undefined || decisionIn(now) !== undefined)
    return decisionIn(before) === decisionIn(now) ? [] : [`${path} was ${exampleOf(before)}, is ${exampleOf(now)}`];
  const [earlier, later] = [parseText(before), parseText(now)];
  if (earlier && later) return compareShapes(earlier, later, path);
  if (earlier) return [`${path} was JSON, is now the text ${exampleOf(now)}`];
  return later ? [`${path} was the text ${exampleOf(before)}, is JSON`] : [];
}

/** Only compares the text of the first item: after a decision comes the user's text. */
function compareContent(before: readonly Content[], now: readonly Content[], tool: string | undefined): string[] {
  const [first, earliest] = [now[0], before[0]];
  if (earliest && !first) return [`result.content is empty, was ${exampleOf(earliest)}`];
  const types = new Set<string>(before.map(({ type }) => type));
  const out = now.flatMap(({ type }, index) =>
    before.length === 0 || types.has(type)
      ? []
      : [`result.content[${index}].type was ${[...types].join(" or ")}, is ${type}`],
  );
  if (first?.type !== "text" || earliest?.type !== "text" || freeTexts.has(tool ?? "")) return out;
  return [...out, ...compareText(earliest.text, first.text, "result.content[0].text")];
}

function textOf({ content: [first] }: CallToolResult): string {
  return first?.type === "text" ? exampleOf(first.text) : "no text";
}

function compareToolResults(before: CallToolResult, now: CallToolResult, tool: string | undefined): string[] {
  const [was, is] = [before.isError ?? false, now.isError ?? false];
  if (was !== is)
    return [
      is
        ? `the tool returned an error: ${textOf(now)}`
        : `the tool returned an error in the recording, but not now: ${textOf(before)}`,
    ];
  // Error messages may differ.
  if (is) return [];
  const { content: earlier, isError: _was, ...restBefore } = before;
  const { content: later, isError: _is, ...restNow } = now;
  return [...compareShapes(restBefore, restNow, "result"), ...compareContent(earlier, later, tool)];
}

/** Compares tools by name, without their argument schemas. */
function compareToolLists(before: unknown, now: unknown): string[] | undefined {
  const [earlier, later] = [z.safeParse(listToolsResultSchema, before), z.safeParse(listToolsResultSchema, now)];
  if (!earlier.success || !later.success) return undefined;
  const names = ({ tools }: z.infer<typeof listToolsResultSchema>) => new Set(tools.map(({ name }) => name));
  const [old, recent] = [names(earlier.data), names(later.data)];
  const withoutSchemas = ({ tools, ...rest }: z.infer<typeof listToolsResultSchema>) => ({
    ...rest,
    tools: tools.map((tool) => ({ ...tool, inputSchema: {} })),
  });
  return [
    ...[...recent].flatMap((name) => (old.has(name) ? [] : [`the tool ${name} is new`])),
    ...[...old].flatMap((name) => (recent.has(name) ? [] : [`the tool ${name} is gone`])),
    ...compareShapes(withoutSchemas(earlier.data), withoutSchemas(later.data), "result"),
  ];
}

function compareResults({ method, tool }: Request, before: unknown, now: unknown): string[] {
  if (method === "tools/call") {
    const [earlier, later] = [z.safeParse(callToolResultSchema, before), z.safeParse(callToolResultSchema, now)];
    if (earlier.success && later.success) return compareToolResults(earlier.data, later.data, tool);
  }
  const lists = method === "tools/list" ? compareToolLists(before, now) : undefined;
  return lists ?? compareShapes(before, now, "result");
}

/** Returns the error in a response, for a recording without responses to compare with. */
export function failureIn(answer: RpcResponse): string | undefined {
  if ("error" in answer) return `the response is the error ${answer.error.code}: ${exampleOf(answer.error.message)}`;
  const parsed = z.safeParse(callToolResultSchema, answer.result);
  return parsed.success && parsed.data.isError ? `the tool returned an error: ${textOf(parsed.data)}` : undefined;
}

/** Editors may have different names. */
function withoutName(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  return Object.fromEntries(Object.entries(result).filter(([key]) => key !== "serverInfo"));
}

/**
 * Returns the differences from the recorded response. Never compares ids and the editor's name.
 *
 * @example
 * compareAnswers({ method: "tools/call", tool: "openDiff" }, recorded, live, false);
 * // ['result.content[0].text was "FILE_SAVED", is "DIFF_REJECTED"']
 */
export function compareAnswers(request: Request, before: RpcResponse, now: RpcResponse, isExact: boolean): string[] {
  if ("error" in before && "error" in now) {
    if (isExact) return compareExactly(before.error, now.error, "error");
    const [was, is] = [before.error.code, now.error.code];
    return was === is ? [] : [`error.code was ${was}, is ${is}: ${exampleOf(now.error.message)}`];
  }
  if ("error" in now) return [`was answered, is now the error ${now.error.code}: ${exampleOf(now.error.message)}`];
  if ("error" in before)
    return [`was the error ${before.error.code} (${exampleOf(before.error.message)}), is now answered`];
  if (!isExact) return compareResults(request, before.result, now.result);
  if (request.method !== "initialize") return compareExactly(before.result, now.result, "result");
  return compareExactly(withoutName(before.result), withoutName(now.result), "result");
}
