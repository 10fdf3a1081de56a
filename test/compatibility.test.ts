/** docs/compatibility.md is written from a run and checked by later ones. */
import { expect, test } from "vitest";
import {
  compatibilityPage,
  contractGaps,
  differences,
  gapDifferences,
  type Result,
} from "../scripts/compatibility.mjs";

const results: Result[] = [
  { scenario: "connects", editor: "Workbench", version: "2.0.0", state: "passed" },
  { scenario: "connects", editor: "Workbench", version: "1.0.0", state: "passed" },
  { scenario: "runs code", editor: "Workbench", version: "2.0.0", state: "failed" },
  { scenario: "connects", editor: "Neovim", version: "2.0.0", state: "passed" },
  { scenario: "runs code", editor: "Neovim", version: "2.0.0", state: "skipped" },
];

const contract = "The contract > The workbench in Chromium meets the editor contract > Diagnostics";
const skippedTitles = [
  `${contract} > TOOL-07 A case (of two) (skipped: The workbench in Chromium cannot diagnose: why (or not))`,
  "Neovim meets the editor contract > Reviews > TOOL-01 Another case (skipped: Neovim cannot reopenWindow: it ends)",
  "Some program's editor meets the editor contract > Reviews > TOOL-01 A case (skipped: Somebody cannot accept)",
  "another test that is skipped",
];
const page = compatibilityPage(results, contractGaps(skippedTitles).gaps);

test("the page has a row for each scenario, and a column for each editor with each release", () => {
  const [table = ""] = page.split("## ");
  expect(table.split("\n").filter((line) => line.startsWith("|"))).toEqual([
    "| Scenario | Workbench, 2.0.0 | Workbench, 1.0.0 | Neovim, 2.0.0 |",
    "| --- | :-: | :-: | :-: |",
    "| connects | ✓ | ✓ | ✓ |",
    "| runs code | ✗ | – | – |",
  ]);
});

test("a run agrees with the page written from it, and so does a part of the run", () => {
  expect(differences(page, results)).toEqual([]);
  expect(differences(page, results.slice(0, 3))).toEqual([]);
});

test("lists changed results, new scenarios and removed ones", () => {
  const [first, , third] = results;
  if (!first || !third) throw new Error("There are results");
  expect(differences(page, [{ ...first, state: "failed" }, third])).toEqual([
    '"connects" with Workbench, 2.0.0: failed',
  ]);
  expect(differences(page, [...results, { ...first, scenario: "restarts" }])).toEqual([
    '"restarts" with Workbench, 2.0.0: passed',
  ]);
  expect(differences(page, [first])).toEqual(['"runs code" no longer exists']);
});

test("the page lists the contract cases that our integrations skip, with their reasons", () => {
  const [, table = ""] = page.split("## ");
  expect(table.split("\n").filter((line) => line.startsWith("|"))).toEqual([
    "| Case | Integration | Reason |",
    "| --- | --- | --- |",
    "| TOOL-07 A case (of two) | Workbench | diagnose: why (or not) |",
    "| TOOL-01 Another case | Neovim | reopenWindow: it ends |",
  ]);
  expect(gapDifferences(page, skippedTitles)).toEqual([]);
});

test("lists contract cases that are newly skipped, run again, or skipped for another reason", () => {
  const [first = "", second = ""] = skippedTitles;
  expect(gapDifferences(page, [first])).toEqual([
    "Listed, but not skipped: TOOL-01 Another case | Neovim | reopenWindow: it ends",
  ]);
  expect(gapDifferences(page, [first, second.replace("it ends", "new")])).toEqual([
    "Skipped, but not listed: TOOL-01 Another case | Neovim | reopenWindow: new",
    "Listed, but not skipped: TOOL-01 Another case | Neovim | reopenWindow: it ends",
  ]);
});

test("an integration whose program is missing isn't compared", () => {
  const [first = ""] = skippedTitles;
  const missing = "Neovim meets the editor contract > Reviews > TOOL-01 A case that runs otherwise";
  expect(gapDifferences(page, [first, missing])).toEqual([]);
});
