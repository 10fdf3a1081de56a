/** One line for each notification of an editor. */

import type { Position } from "@tandem/base";
import { atMentionedSchema, selectionChangedSchema } from "@tandem/protocol";
import { visibleLine } from "./visible.js";

/** Counted from 1, as editors show it. */
function place({ line, character }: Position): string {
  return `${line + 1}:${character + 1}`;
}

function selection(params: unknown, shorten: (path: string) => string): string | undefined {
  const parsed = selectionChangedSchema.safeParse(params);
  if (!parsed.success) return undefined;
  const { filePath, text, selection: range } = parsed.data;
  if (filePath === undefined) return "no file";
  const file = shorten(filePath);
  if (range.isEmpty) return `${file} ${place(range.start)}`;
  return `${file} ${place(range.start)}-${place(range.end)} ${JSON.stringify(text.slice(0, 200))}`;
}

function mention(params: unknown, shorten: (path: string) => string): string | undefined {
  const parsed = atMentionedSchema.safeParse(params);
  if (!parsed.success) return undefined;
  const { filePath, lineStart, lineEnd = lineStart } = parsed.data;
  if (lineStart === undefined) return `@${shorten(filePath)}`;
  const lines = lineEnd === lineStart ? `${lineStart + 1}` : `${lineStart + 1}-${Number(lineEnd) + 1}`;
  return `@${shorten(filePath)}#L${lines}`;
}

/** A map, because an editor may call a notification `constructor`, which every object has. */
const describers: ReadonlyMap<string, typeof mention> = new Map([
  ["selection_changed", selection],
  ["at_mentioned", mention],
]);

/**
 * `at_mentioned @src/a.ts#L5-7`. What is not known, or not well formed, is shown as it came.
 *
 * @example
 * describeNotification("at_mentioned", { filePath: "/w/a.ts" }, (path) => basename(path)); // "at_mentioned @a.ts"
 */
export function describeNotification(method: string, params: unknown, shorten: (path: string) => string): string {
  const words = describers.get(method)?.(params, shorten) ?? JSON.stringify(params) ?? "";
  return `${visibleLine(method, 60)} ${visibleLine(words, 300)}`.trimEnd();
}
