/**
 * Writes and checks docs/compatibility.md: the results of scenarios with the real Claude Code by editor and release, and the
 * contract cases that an integration can't run. `npm run test:long` runs all of them and writes the page. `npm test` runs
 * some of the scenarios and all contract cases, and compares them with the page.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError, root, run } from "./command.mjs";

const page = join(root, "docs/compatibility.md");
const marks = { passed: "✓", failed: "✗", skipped: "–" };

/** @typedef {{ scenario: string, editor: string, version: string, state: "passed" | "failed" | "skipped" }} Result */

/** @typedef {{ contractCase: string, integration: string, reason: string }} Gap */

const columnOf = ({ editor, version }) => `${editor}, ${version}`;
const row = (cells) => `| ${cells.join(" | ")} |`;

const gapsHeading = "## Contract cases that an integration can't run";

/** The integrations by the name of their contract test. */
const integrations = new Map([
  ["The workbench in Chromium", "Workbench"],
  ["Neovim", "Neovim"],
  ["VS Code", "VS Code"],
  ["Obsidian (emulated, in Node)", "Obsidian, emulated"],
  ["The Electron example, with a stand-in for Electron", "Electron (CodeMirror kit)"],
  ["The in-memory editor in a separate process", "In-memory editor"],
]);

/**
 * Finds the contract cases that were skipped, by their titles, which say why.
 *
 * @param {readonly string[]} skippedTitles of a run of all contract tests
 * @returns {{ gaps: Gap[], absent: Set<string> }} `absent` are integrations that didn't run because a program is missing
 */
export function contractGaps(skippedTitles) {
  const gaps = [];
  const absent = new Set();
  for (const title of skippedTitles) {
    const [, name, rest] = /(?:^| > )([^>]+) meets the editor contract > [^>]+ > (.+)$/s.exec(title) ?? [];
    const integration = integrations.get(name);
    if (integration === undefined) continue;
    const [, contractCase, reason] = /^(.+) \(skipped: .+? cannot (.+)\)$/s.exec(rest) ?? [];
    if (contractCase === undefined) absent.add(integration);
    else gaps.push({ contractCase, integration, reason });
  }
  const order = [...integrations.values()];
  gaps.sort((a, b) => order.indexOf(a.integration) - order.indexOf(b.integration));
  return { gaps, absent };
}

/** @param {readonly Gap[]} gaps */
function gapLines(gaps) {
  return [
    gapsHeading,
    "",
    "Each integration passes all cases of the [contract test](adapters.md#the-contract-test) except these.",
    "`npm run test:long -- contract` runs the contract tests and writes this table. `npm test` fails if it is wrong.",
    "",
    row(["Case", "Integration", "Reason"]),
    row(["---", "---", "---"]),
    ...gaps.map(({ contractCase, integration, reason }) => row([contractCase, integration, reason])),
  ];
}

/**
 * @param {readonly Result[]} results
 * @param {readonly Gap[]} gaps
 * @returns {string}
 */
export function compatibilityPage(results, gaps) {
  const columns = [...new Set(results.map(columnOf))];
  const scenarios = [...new Set(results.map(({ scenario }) => scenario))];
  const mark = (scenario, column) => {
    const result = results.find((each) => each.scenario === scenario && columnOf(each) === column);
    return marks[result?.state ?? "skipped"];
  };
  return `${[
    "# Compatibility",
    "",
    "What works with the real Claude Code. Each scenario runs with each editor and each release, offline, with a scripted",
    "model. `npm run test:long` runs all of them and writes this page. `npm test` runs some of them, and fails if this page",
    "is wrong.",
    "",
    "✓ works, ✗ fails, – not run, because the editor or the release has no such feature.",
    "",
    row(["Scenario", ...columns]),
    row(["---", ...columns.map(() => ":-:")]),
    ...scenarios.map((scenario) => row([scenario, ...columns.map((column) => mark(scenario, column))])),
    "",
    ...gapLines(gaps),
  ].join("\n")}\n`;
}

/** Splits a page before the table of contract cases. */
function parts(text) {
  const [scenarios = "", gaps = ""] = text.split(gapsHeading);
  return { scenarios, gaps };
}

/** Reads the rows of the tables in Markdown, without the line below the head. */
function rowsIn(text) {
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.slice(1, -1).split(" | "))
    .map((cells) => cells.map((cell) => cell.trim()));
  return rows.filter((_, index) => index !== 1);
}

/** Reads the marks of a page, by scenario and column. */
function marksIn(text) {
  const [[, ...columns] = [], ...body] = rowsIn(parts(text).scenarios);
  return new Map(body.map(([scenario, ...cells]) => [scenario, new Map(cells.map((cell, i) => [columns[i], cell]))]));
}

/**
 * Returns the differences between the page's table of contract cases and a run of all contract tests.
 *
 * @param {string} text the page
 * @param {readonly string[]} skippedTitles
 * @returns {string[]}
 */
export function gapDifferences(text, skippedTitles) {
  const { gaps, absent } = contractGaps(skippedTitles);
  const show = (cells) => cells.join(" | ");
  const seen = gaps.map(({ contractCase, integration, reason }) => show([contractCase, integration, reason]));
  const [, ...body] = rowsIn(parts(text).gaps);
  const documented = body.filter(([, integration]) => !absent.has(integration)).map(show);
  return [
    ...seen.filter((each) => !documented.includes(each)).map((each) => `Skipped, but not listed: ${each}`),
    ...documented.filter((each) => !seen.includes(each)).map((each) => `Listed, but not skipped: ${each}`),
  ];
}

/**
 * Returns the differences between a page and a run, which may be of a part of the scenarios.
 *
 * @param {string} text the page
 * @param {readonly Result[]} results
 * @returns {string[]}
 */
export function differences(text, results) {
  const documented = marksIn(text);
  const wrong = results
    .filter((result) => documented.get(result.scenario)?.get(columnOf(result)) !== marks[result.state])
    .map((result) => `"${result.scenario}" with ${columnOf(result)}: ${result.state}`);
  const existing = new Set(results.map(({ scenario }) => scenario));
  const removed = [...documented.keys()].filter((scenario) => !existing.has(scenario));
  return [...wrong, ...removed.map((title) => `"${title}" no longer exists`)];
}

async function write(text) {
  writeFileSync(page, text);
  await run(process.execPath, [join(root, "node_modules/@biomejs/biome/bin/biome"), "format", "--write", page]);
}

/**
 * Writes the table of scenarios.
 *
 * @param {readonly Result[]} results
 */
export async function writeCompatibility(results) {
  const { gaps } = parts(readFileSync(page, "utf8"));
  await write(parts(compatibilityPage(results, [])).scenarios + gapsHeading + gaps);
}

/**
 * Writes the table of contract cases.
 *
 * @param {readonly string[]} skippedTitles of a run of all contract tests
 */
export async function writeContractGaps(skippedTitles) {
  const { gaps, absent } = contractGaps(skippedTitles);
  if (absent.size > 0) throw new CommandError(`Programs are missing for ${[...absent].join(", ")}`, "");
  await write(`${[parts(readFileSync(page, "utf8")).scenarios.trim(), "", ...gapLines(gaps)].join("\n")}\n`);
}

function expectAgreement(wrong, command) {
  if (wrong.length > 0)
    throw new CommandError(`docs/compatibility.md is out of date (run ${command}):\n${wrong.join("\n")}`, "");
}

/** @param {readonly Result[]} results */
export function checkCompatibility(results) {
  expectAgreement(differences(readFileSync(page, "utf8"), results), "npm run test:long");
}

/** @param {readonly string[]} skippedTitles */
export function checkContractGaps(skippedTitles) {
  expectAgreement(gapDifferences(readFileSync(page, "utf8"), skippedTitles), "npm run test:long -- contract");
}
