/** The table of what the hardening tests counted (test/hardening/tally.ts). */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command.mjs";

const file = join(root, "test-results/hardening.jsonl");

/** The environment in which tests add to a new table. */
export function startTally() {
  mkdirSync(join(root, "test-results"), { recursive: true });
  rmSync(file, { force: true });
  return { TANDEM_TALLY_FILE: file };
}

function readRows() {
  try {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  } catch {
    return []; // No test of these ran.
  }
}

const columns = ["attempts", "refused", "crashes", "lost", "leaked", "worst ms"];

/** The lines of the table; none when nothing was counted. */
export function tallyLines() {
  const rows = readRows().sort((a, b) => (a.what < b.what ? -1 : 1));
  if (rows.length === 0) return [];
  const cells = rows.map(({ what, attempts, refused, crashes, lost, leaked, worstMs }) => [
    what,
    ...[attempts, refused, crashes, lost, leaked, worstMs === undefined ? undefined : Math.round(worstMs)].map(
      (value) => (value === undefined ? "–" : value.toLocaleString("en")),
    ),
  ]);
  const table = [["What was tried", ...columns], ...cells];
  const widths = table[0].map((_, index) => Math.max(...table.map((row) => row[index].length)));
  return table.map((row) =>
    row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]))).join("  "),
  );
}
