/** Summarizes the content of a message for a line in a list. */
import type { Position } from "@tandem-ide/base";
import {
  atMentionedSchema,
  callToolResultSchema,
  initializeParamsSchema,
  initializeResultSchema,
  listToolsResultSchema,
  selectionChangedSchema,
} from "@tandem-ide/protocol";
import * as z from "zod/mini";

const maxLength = 200;

/** Returns the last part of a path, with either separator. */
function nameOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}

/** One-based, as in editors. */
const formatPosition = ({ line, character }: Position) => `${line + 1}:${character + 1}`;

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "nested too deeply to show";
  }
}

function short(value: unknown): string {
  const text = typeof value === "string" ? value : stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** The most informative arguments, best first. */
const mainArguments = [
  "tab_name",
  "new_file_path",
  "filePath",
  "uri",
  "path",
  "code",
  "pattern",
  "requestId",
  "pid",
  "level",
];

export function aboutArguments(given: unknown): string {
  if (typeof given !== "object" || given === null) return "";
  const found = Object.entries(given).filter(([key]) => mainArguments.includes(key));
  found.sort(([a], [b]) => mainArguments.indexOf(a) - mainArguments.indexOf(b));
  const [first] = found;
  if (!first) return Object.keys(given).length === 0 ? "" : short(given);
  const [key, value] = first;
  if (typeof value !== "string") return short(value);
  return short(/path|uri/i.test(key) ? nameOf(value) : value);
}

function aboutSelection(params: unknown): string {
  const parsed = z.safeParse(selectionChangedSchema, params);
  if (!parsed.success) return short(params);
  const { filePath, text, selection } = parsed.data;
  if (filePath === undefined) return "no file";
  const start = `${nameOf(filePath)} ${formatPosition(selection.start)}`;
  return selection.isEmpty ? start : `${start}-${formatPosition(selection.end)} ${JSON.stringify(text.slice(0, 80))}`;
}

function aboutMention(params: unknown): string {
  const parsed = z.safeParse(atMentionedSchema, params);
  if (!parsed.success) return short(params);
  const { filePath, lineStart, lineEnd = lineStart } = parsed.data;
  if (lineStart === undefined) return `@${nameOf(filePath)}`;
  return `@${nameOf(filePath)}#L${lineStart + 1}${lineEnd === lineStart ? "" : `-${Number(lineEnd) + 1}`}`;
}

function aboutInitialize(params: unknown): string {
  const parsed = z.safeParse(initializeParamsSchema, params);
  if (!parsed.success) return short(params);
  const { clientInfo, protocolVersion } = parsed.data;
  return `${clientInfo ? `${clientInfo.name} ${clientInfo.version}, ` : ""}MCP ${protocolVersion}`;
}

/** Summarizes the params of a request or notification. */
export function aboutParams(method: string, params: unknown): string {
  switch (method) {
    case "initialize":
      return aboutInitialize(params);
    case "selection_changed":
      return aboutSelection(params);
    case "at_mentioned":
      return aboutMention(params);
    default:
      return aboutArguments(params);
  }
}

function aboutToolResult(result: unknown): string {
  const parsed = z.safeParse(callToolResultSchema, result);
  if (!parsed.success) return short(result);
  const { content, isError } = parsed.data;
  const text = content.map((item) => (item.type === "text" ? item.text : item.mimeType)).join(" · ");
  return short(isError ? `error: ${text}` : text);
}

export function aboutResult(method: string, result: unknown): string {
  if (method === "initialize") {
    const parsed = z.safeParse(initializeResultSchema, result);
    if (parsed.success) {
      const { serverInfo, protocolVersion } = parsed.data;
      return `${serverInfo.name} ${serverInfo.version}, MCP ${protocolVersion}`;
    }
  }
  if (method === "tools/list") {
    const parsed = z.safeParse(listToolsResultSchema, result);
    if (parsed.success)
      return `${parsed.data.tools.length} tools: ${parsed.data.tools.map(({ name }) => name).join(" ")}`;
  }
  if (method === "tools/call") return aboutToolResult(result);
  return short(result);
}

export function aboutError(error: unknown): string {
  if (typeof error !== "object" || error === null) return short(error);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return `${short(code)} ${typeof message === "string" ? short(message) : ""}`.trimEnd();
}
