/** Formats a complete message. */
import { type Row, titleOf } from "@tandem-ide/inspector";
import type { Colors } from "../output.js";
import { visible } from "../visible.js";
import { duration } from "./row-line.js";

const maxLines = 400;

function contentOf({ message, entry }: Row): string {
  try {
    if (message !== undefined) return JSON.stringify(message, undefined, 2);
  } catch {
    // Nested too deeply to be serialized: show the received text.
  }
  if ("text" in entry) return entry.text;
  const { t: _t, connection: _connection, ...rest } = entry;
  return JSON.stringify(rest, undefined, 2);
}

/** Returns the lines of a message, with references to related ones. */
export function rowDetail(row: Row, related: readonly Row[], colors: Colors): string[] {
  const lines = contentOf(row).split("\n");
  const rest = lines.length - maxLines;
  return [
    colors.bold(`#${row.number} ${visible(titleOf(row))}, ${row.kind}${row.from ? ` from the ${row.from}` : ""}`),
    ...row.faults.map((fault) => colors.red(`✗ ${visible(fault)}`)),
    ...(row.tookMs === undefined ? [] : [`Took ${duration(row.tookMs)}.`]),
    ...related.map(({ number, kind }) => `See also #${number}, its ${kind}.`),
    ...lines.slice(0, maxLines).map(visible),
    ...(rest > 0 ? [colors.dim(`… ${rest} more lines. The page and a recording show all of them.`)] : []),
  ];
}
