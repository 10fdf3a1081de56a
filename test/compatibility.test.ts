/** docs/compatibility.md is made from a run, and held to each later one. */
import { expect, test } from "vitest";
import { compatibilityPage, disagreements, type Result } from "../scripts/compatibility.mjs";

const results: Result[] = [
  { scenario: "connects", editor: "Workbench", version: "2.0.0", state: "passed" },
  { scenario: "connects", editor: "Workbench", version: "1.0.0", state: "passed" },
  { scenario: "runs code", editor: "Workbench", version: "2.0.0", state: "failed" },
  { scenario: "connects", editor: "Neovim", version: "2.0.0", state: "passed" },
  { scenario: "runs code", editor: "Neovim", version: "2.0.0", state: "skipped" },
];
const page = compatibilityPage(results);

test("the page has a row for each scenario, and a column for each editor with each release", () => {
  expect(page.split("\n").filter((line) => line.startsWith("|"))).toEqual([
    "| Scenario | Workbench, 2.0.0 | Workbench, 1.0.0 | Neovim, 2.0.0 |",
    "| --- | :-: | :-: | :-: |",
    "| connects | ✓ | ✓ | ✓ |",
    "| runs code | ✗ | – | – |",
  ]);
});

test("a run agrees with the page that it made, and so does a part of it", () => {
  expect(disagreements(page, results)).toEqual([]);
  expect(disagreements(page, results.slice(0, 3))).toEqual([]);
});

test("a result that is another, a scenario that is new and one that is gone are named", () => {
  const [first, , third] = results;
  if (!first || !third) throw new Error("There are results");
  expect(disagreements(page, [{ ...first, state: "failed" }, third])).toEqual([
    '"connects" with Workbench, 2.0.0: failed',
  ]);
  expect(disagreements(page, [...results, { ...first, scenario: "restarts" }])).toEqual([
    '"restarts" with Workbench, 2.0.0: passed',
  ]);
  expect(disagreements(page, [first])).toEqual(['"runs code" is no scenario']);
});
