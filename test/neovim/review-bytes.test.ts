/** Whatever bytes a file and its proposal contain, Neovim returns exactly those that were decided on. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toEditorText } from "@tandem-ide/base/text";
import type { Client } from "@tandem-ide/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { expectedAnswer, hunksOf, type OddProposal, oddProposals, runsInEditor } from "../odd-texts.js";
import { needs } from "../parts.js";
import { NeovimDriver } from "./driver.js";
import { client as connectTo, started } from "./endpoint.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

const mark = "\uFEFF";

describe("the bytes of a review's result", () => {
  let neovim: Neovim;
  let client: Client;
  let driver: NeovimDriver;
  let count = 0;
  beforeAll(async () => {
    neovim = await started();
    client = await connectTo(neovim);
    driver = new NeovimDriver(neovim);
  });
  afterAll(async () => {
    await client?.close();
    await neovim?.stop();
  });

  async function decide(proposal: OddProposal): Promise<void> {
    const { before, proposed, takes } = proposal;
    const hunks = hunksOf(proposal);
    const last = toEditorText(proposed).replace(/\n$/, "").split("\n").length;
    const places = hunks.map(({ newStart }) => Math.min(newStart + 1, last));
    // If two are on one line, only a user can tell which one is meant.
    fc.pre(new Set(places).size === places.length);
    const path = join(neovim.folder, "bytes.txt");
    writeFileSync(path, before);
    const tabName = `proposal ${++count}`;
    const args = { old_file_path: path, new_file_path: path, new_file_contents: proposed, tab_name: tabName };
    const answer = client.call("openDiff", args);
    await expect.poll(() => driver.pendingReviews()).toContain(tabName);
    const taken = hunks.flatMap((_hunk, index) => (takes[index] ? [index] : []));
    await driver.acceptHunks(tabName, taken);
    expect(await answer).toEqual(expectedAnswer(proposal, tabName));
    expect(readFileSync(path, "utf8")).toBe(before);
  }

  test("a lone surrogate is returned unchanged", async () => {
    await decide({ before: "a\n", proposed: "\ud83d a \ude00\n", takes: [true] });
  });

  test("a long text keeps its byte-order mark", async () => {
    const long = "x".repeat(300);
    await decide({ before: `${mark}${mark}a\n`, proposed: `${mark}${mark}${long}\nb\n`, takes: [true] });
    const path = join(neovim.folder, "selected.txt");
    writeFileSync(path, `y${mark}${long}\n`);
    await driver.select(path, { start: { line: 0, character: 1 }, end: { line: 0, character: 302 } });
    await expect
      .poll(async () => await client.call("getCurrentSelection"))
      .toMatchObject({ success: true, text: `${mark}${long}` });
    await neovim.keys("<Esc>");
  });

  test("emoji, joiners, accents, marks and line endings survive any decisions", { timeout: 600_000 }, async () => {
    await fc.assert(fc.asyncProperty(oddProposals, decide), runsInEditor(40));
  });
});
