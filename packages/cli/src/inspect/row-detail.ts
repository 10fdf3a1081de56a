/** One message in full. */
import { type Row, titleOf } from "@tandem/inspector";
import type { Colors } from "../output.js";
import { visible } from "../visible.js";
import { duration } from "./row-line.js";

const maxLines = 400;

function contentOf({ message, entry }: Row): string {
  try {
    if (message !== undefined) return JSON.stringify(message, undefined, 2);
  } catch {
    // Nested too deeply to be written again: as it came.
  }
  if ("text" in entry) return entry.text;
  const { t: _t, connection: _connection, ...rest } = entry;
  return JSON.stringify(rest, undefined, 2);
}

/** The lines of a message, and what belongs to it. */
export function rowDetail(row: Row, related: readonly Row[], colors: Colors): string[] {
  const lines = contentOf(row).split("\n");
  const rest = lines.length - maxLines;
  return [
    colors.bold(`#${row.number} ${visible(titleOf(row))}, ${row.kind}${row.from ? ` from the ${row.from}` : ""}`),
    ...row.faults.map((fault) => colors.red(`✗ ${visible(fault)}`)),
    ...(row.tookMs === undefined ? [] : [`It took ${duration(row.tookMs)}.`]),
    ...related.map(({ number, kind }) => `See also #${number}, its ${kind}.`),
    ...lines.slice(0, maxLines).map(visible),
    ...(rest > 0 ? [colors.dim(`… ${rest} more lines; the page and a recording have all of it.`)] : []),
  ];
}
