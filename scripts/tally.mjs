/** The table of counts from the hardening tests (test/hardening/tally.ts). */
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// In the folder of the run (scripts/test-run.mjs).
const tallyFile = () => join(tmpdir(), "hardening.jsonl");

/** Starts a new table. Returns the environment variables for the tests. */
export function startTally() {
  rmSync(tallyFile(), { force: true });
  return { TANDEM_TALLY_FILE: tallyFile() };
}

function readRows() {
  try {
    const lines = readFileSync(tallyFile(), "utf8").trim().split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  } catch {
    return []; // No hardening test ran.
  }
}

const columns = ["attempts", "refused", "crashes", "lost", "leaked", "worst ms"];

/** Returns the lines of the table, if any. */
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
