/**
 * docs/compatibility.md, made from a run of the real Claude Code: scenario by editor by release. `npm run test:long` runs
 * all and writes it; `npm test` runs a part and holds the page to that.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError, root, run } from "./command.mjs";

const page = join(root, "docs/compatibility.md");
const marks = { passed: "✓", failed: "✗", skipped: "–" };

/** @typedef {{ scenario: string, editor: string, version: string, state: "passed" | "failed" | "skipped" }} Result */

const columnOf = ({ editor, version }) => `${editor}, ${version}`;

/**
 * @param {readonly Result[]} results
 * @returns {string}
 */
export function compatibilityPage(results) {
  const columns = [...new Set(results.map(columnOf))];
  const scenarios = [...new Set(results.map(({ scenario }) => scenario))];
  const mark = (scenario, column) => {
    const result = results.find((each) => each.scenario === scenario && columnOf(each) === column);
    return marks[result?.state ?? "skipped"];
  };
  const row = (cells) => `| ${cells.join(" | ")} |`;
  return `${[
    "# Compatibility",
    "",
    "What was seen to work with the real Claude Code: each scenario was run with each editor and each release, offline, with a",
    "scripted model. `npm run test:long` runs them and writes this page; `npm test` runs a part of them and fails where this",
    "page says otherwise.",
    "",
    "✓ it works, ✗ it does not, – it was not run: the editor has no such thing.",
    "",
    row(["Scenario", ...columns]),
    row(["---", ...columns.map(() => ":-:")]),
    ...scenarios.map((scenario) => row([scenario, ...columns.map((column) => mark(scenario, column))])),
  ].join("\n")}\n`;
}

/** The marks of a page, by scenario and column. */
function marksIn(text) {
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.slice(1, -1).split(" | "))
    .map((cells) => cells.map((cell) => cell.trim()));
  const [[, ...columns] = [], , ...body] = rows;
  return new Map(body.map(([scenario, ...cells]) => [scenario, new Map(cells.map((cell, i) => [columns[i], cell]))]));
}

/**
 * What a page says otherwise than a run. A run that was not of everything speaks only for what it ran.
 *
 * @param {string} text the page
 * @param {readonly Result[]} results
 * @returns {string[]}
 */
export function disagreements(text, results) {
  const said = marksIn(text);
  const wrong = results
    .filter((result) => said.get(result.scenario)?.get(columnOf(result)) !== marks[result.state])
    .map((result) => `"${result.scenario}" with ${columnOf(result)}: ${result.state}`);
  const known = new Set(results.map(({ scenario }) => scenario));
  const gone = [...said.keys()].filter((scenario) => !known.has(scenario)).map((title) => `"${title}" is no scenario`);
  return [...wrong, ...gone];
}

/** @param {readonly Result[]} results */
export async function writeCompatibility(results) {
  writeFileSync(page, compatibilityPage(results));
  await run(process.execPath, [join(root, "node_modules/@biomejs/biome/bin/biome"), "format", "--write", page]);
}

/** @param {readonly Result[]} results */
export function checkCompatibility(results) {
  const wrong = disagreements(readFileSync(page, "utf8"), results);
  if (wrong.length > 0)
    throw new CommandError(
      `docs/compatibility.md says otherwise (npm run test:long writes it):\n${wrong.join("\n")}`,
      "",
    );
}
