/** Formats a message as one line, with its faults below. */
import { type Row, titleOf } from "@tandem-ide/inspector";
import stringWidth from "string-width";
import type { Colors } from "../output.js";
import { cutTo } from "../table.js";
import { visibleLine } from "../visible.js";
import { wrap } from "../wrap.js";

const titleWidth = 25;
const numberWidth = 5;
const timeWidth = 9;
const faultIndent = " ".repeat(8);

const arrows = { client: "→", editor: "←" } as const;

/** Returns `850 ms`, `2.3 s` or `4 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

function paintOf({ kind, faults }: Row, colors: Colors): (text: string) => string {
  if (faults.length > 0) return colors.red;
  switch (kind) {
    case "request":
      return colors.cyan;
    case "answer":
      return colors.green;
    case "error":
    case "refused":
    case "broken":
      return colors.red;
    case "notification":
      return colors.yellow;
    default:
      return colors.dim;
  }
}

/** Returns how long the call took and, if there are several, the connection. */
function noteOf(row: Row): string {
  const took = row.tookMs === undefined ? "" : duration(row.tookMs);
  return [took, row.connection > 1 ? `(${row.connection})` : ""].filter((part) => part !== "").join(" ");
}

/**
 * Returns ` #12    3.456 → openDiff               a.ts`, cut to the screen, with wrapped faults below.
 *
 * @example
 * for (const line of rowLines(row, 80, colors)) out.line(line);
 */
export function rowLines(row: Row, columns: number, colors: Colors): string[] {
  const number = `#${row.number}`.padStart(numberWidth);
  const time = (row.t / 1000).toFixed(3).padStart(timeWidth);
  const arrow = row.from === undefined ? "·" : arrows[row.from];
  const title = cutTo(visibleLine(titleOf(row), 60), titleWidth, "end");
  // padEnd() would be wrong, because wide characters take two columns.
  const filler = " ".repeat(Math.max(0, titleWidth - stringWidth(title)));
  const note = noteOf(row);
  const start = `${number} ${time} ${arrow} `;
  // Without colors an error would look like any other response.
  const text = `${row.kind === "error" ? "error " : ""}${visibleLine(row.about)}`;
  const width = columns - start.length - titleWidth - 1 - (note === "" ? 0 : note.length + 2);
  const about = cutTo(text, Math.max(width, 4), "end");
  const line = `${colors.dim(start)}${paintOf(row, colors)(title + filler)} ${about}`.trimEnd();
  return [
    note === "" ? line : `${line}  ${colors.dim(note)}`,
    ...row.faults.flatMap((fault) => wrap(`✗ ${visibleLine(fault, 1000)}`, columns, faultIndent).map(colors.red)),
  ];
}
