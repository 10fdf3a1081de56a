/** Formats an editor's notifications, one line each. */
import type { Position } from "@tandem-ide/base";
import { atMentionedSchema, selectionChangedSchema } from "@tandem-ide/protocol";
import { visibleLine } from "./visible.js";

/** One-based, as in editors. */
function formatPosition({ line, character }: Position): string {
  return `${line + 1}:${character + 1}`;
}

function selection(params: unknown, shorten: (path: string) => string): string | undefined {
  const parsed = selectionChangedSchema.safeParse(params);
  if (!parsed.success) return undefined;
  const { filePath, text, selection: range } = parsed.data;
  if (filePath === undefined) return "no file";
  const file = shorten(filePath);
  const start = formatPosition(range.start);
  if (range.isEmpty) return `${file} ${start}`;
  return `${file} ${start}-${formatPosition(range.end)} ${JSON.stringify(text.slice(0, 200))}`;
}

function mention(params: unknown, shorten: (path: string) => string): string | undefined {
  const parsed = atMentionedSchema.safeParse(params);
  if (!parsed.success) return undefined;
  const { filePath, lineStart, lineEnd = lineStart } = parsed.data;
  if (lineStart === undefined) return `@${shorten(filePath)}`;
  const lines = lineEnd === lineStart ? `${lineStart + 1}` : `${lineStart + 1}-${Number(lineEnd) + 1}`;
  return `@${shorten(filePath)}#L${lines}`;
}

/** A map, because an editor could name a notification `constructor`, which every object has. */
const describers: ReadonlyMap<string, typeof mention> = new Map([
  ["selection_changed", selection],
  ["at_mentioned", mention],
]);

/**
 * Returns `at_mentioned @src/a.ts#L5-7`. Unknown or malformed notifications are shown as JSON.
 *
 * @example
 * describeNotification("at_mentioned", { filePath: "/w/a.ts" }, (path) => basename(path)); // "at_mentioned @a.ts"
 */
export function describeNotification(method: string, params: unknown, shorten: (path: string) => string): string {
  const text = describers.get(method)?.(params, shorten) ?? JSON.stringify(params) ?? "";
  return `${visibleLine(method, 60)} ${visibleLine(text, 300)}`.trimEnd();
}
