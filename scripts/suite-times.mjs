/** Where the time of a test run went: each project's share with its budget, and the files that waited longest. */
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The minutes of a whole run on two cores from a clean clone, 16 in total. Projects run at the same time, so files that
 * run together share the time. Nothing fails because of its time; the run only reports what is over budget.
 */
export const budgets = {
  // Installation, checks and builds.
  preparation: 1.25,
  unit: 0.75,
  programs: 1.25,
  whole: 1.5,
  "real-client": 4,
  neovim: 0.75,
  browser: 4,
  vscode: 1.25,
  hardening: 1.25,
};

/** Reserved for parts that come later. With it, a run has 20 minutes. */
export const laterBudgets = { changes: 1, "sidecar and Emacs": 2, release: 1 };

// In the folder of the run (scripts/test-run.mjs).
const timesFile = () => join(tmpdir(), "times.jsonl");
const longestFiles = 15;

/** Starts a new file of times. Returns the environment in which test/file-times.ts adds to it. */
export function startTimes() {
  rmSync(timesFile(), { force: true });
  return { TANDEM_TIMES_FILE: timesFile() };
}

/** @returns {{ project: string, file: string, start: number, end: number, cpuMs: number }[]} */
export function readTimes() {
  try {
    return readFileSync(timesFile(), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  } catch {
    return []; // No test file ran.
  }
}

const total = (values) => values.reduce((sum, value) => sum + value, 0);
const wall = ({ start, end }) => end - start;
const waiting = (times) => Math.max(0, wall(times) - times.cpuMs);
const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`;
const minutes = (ms) => `${(ms / 60_000).toFixed(1)} min`;

function aligned(rows) {
  const widths = rows[0].map((_, index) => Math.max(...rows.map((row) => row[index].length)));
  return rows.map((row) =>
    row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]))).join("  "),
  );
}

/**
 * Divides the time of a run among projects: while three files run, each is charged a third of the time.
 *
 * @param {ReturnType<typeof readTimes>} times
 * @returns {Map<string, number>} milliseconds by project
 */
function sharesOf(times) {
  const shares = new Map();
  const moments = [...new Set(times.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  for (const [index, from] of moments.entries()) {
    const to = moments[index + 1] ?? from;
    const running = times.filter(({ start, end }) => start <= from && end >= to);
    for (const { project } of running) shares.set(project, (shares.get(project) ?? 0) + (to - from) / running.length);
  }
  return shares;
}

/** A row of the first table. */
function projectRow(name, ms, budget, own) {
  const known = own.length > 0;
  return [
    name,
    minutes(ms),
    budget === undefined ? "–" : minutes(budget * 60_000),
    known ? minutes(total(own.map(({ cpuMs }) => cpuMs))) : "–",
    known ? minutes(total(own.map(waiting))) : "–",
    budget !== undefined && ms > budget * 60_000 ? "over its budget" : "",
  ];
}

/**
 * Returns the lines of both tables, or none for a run without files.
 *
 * @param {ReturnType<typeof readTimes>} times
 * @param {number} [started] when the run started, in milliseconds since 1970
 */
export function timeLines(times, started) {
  if (times.length === 0) return [];
  const shares = [...sharesOf(times)];
  const rows = shares.map(([name, ms]) =>
    projectRow(
      name,
      ms,
      budgets[name],
      times.filter(({ project }) => project === name),
    ),
  );
  const preparation = started === undefined ? 0 : Math.min(...times.map(({ start }) => start)) - started;
  if (preparation > 0) rows.unshift(projectRow("preparation", preparation, budgets.preparation, []));
  rows.push(projectRow("all", preparation + total(shares.map(([, ms]) => ms)), total(Object.values(budgets)), times));
  const slowest = times.toSorted((a, b) => waiting(b) - waiting(a)).slice(0, longestFiles);
  return [
    ...aligned([["Project", "share", "budget", "CPU", "waiting", ""], ...rows]),
    ...aligned([
      ["Files that wait longest", "took", "CPU", "waiting"],
      ...slowest.map((each) => [each.file, seconds(wall(each)), seconds(each.cpuMs), seconds(waiting(each))]),
    ]),
  ].map((line) => line.trimEnd());
}
