/** Whatever the bytes of a file and of its proposal are, Neovim's answer has exactly those that were decided on. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toEditorText } from "@tandem/base/text";
import type { Client } from "@tandem/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { answerTo, casesInEditor, hunksOf, type OddProposal, oddProposals } from "../odd-texts.js";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import { NeovimHand } from "./hand.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

const mark = "\uFEFF";

describe("the bytes of a review's answer", () => {
  let neovim: Neovim;
  let client: Client;
  let hand: NeovimHand;
  let count = 0;
  beforeAll(async () => {
    neovim = await started();
    client = await connectTo(neovim);
    hand = new NeovimHand(neovim);
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
    // Where two are at one line, only a person sees which of them is meant.
    fc.pre(new Set(places).size === places.length);
    const path = join(neovim.folder, "bytes.txt");
    writeFileSync(path, before);
    const tabName = `proposal ${++count}`;
    const args = { old_file_path: path, new_file_path: path, new_file_contents: proposed, tab_name: tabName };
    const answer = client.call("openDiff", args);
    await expect.poll(() => hand.pendingReviews()).toContain(tabName);
    const taken = hunks.flatMap((_hunk, index) => (takes[index] ? [index] : []));
    await hand.acceptHunks(tabName, taken);
    expect(await answer).toEqual(answerTo(proposal, tabName));
    expect(readFileSync(path, "utf8")).toBe(before);
  }

  test("half a character, which JSON can hold, comes back as it was proposed", async () => {
    await decide({ before: "a\n", proposed: "\ud83d a \ude00\n", takes: [true] });
  });

  test("a long text that began with a byte-order mark of its own lost it on its way from Neovim", async () => {
    const long = "x".repeat(300);
    await decide({ before: `${mark}${mark}a\n`, proposed: `${mark}${mark}${long}\nb\n`, takes: [true] });
    const path = join(neovim.folder, "selected.txt");
    writeFileSync(path, `y${mark}${long}\n`);
    await hand.select(path, { start: { line: 0, character: 1 }, end: { line: 0, character: 302 } });
    await expect
      .poll(async () => await client.call("getCurrentSelection"))
      .toMatchObject({ success: true, text: `${mark}${long}` });
    await neovim.keys("<Esc>");
  });

  test("emoji, joiners, accents, marks and line ends survive any decisions", { timeout: 600_000 }, async () => {
    await fc.assert(fc.asyncProperty(oddProposals, decide), casesInEditor(40));
  });
});
