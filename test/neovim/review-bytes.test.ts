/** Whatever the bytes of a file and of its proposal are, Neovim's answer has exactly those that were decided on. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { restoreText, toEditorText } from "@tandem/base/text";
import type { Client } from "@tandem/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { casesInEditor, type OddProposal, oddProposals } from "../odd-texts.js";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import { NeovimHand } from "./hand.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

interface VimHunk {
  readonly old: number;
  readonly old_count: number;
  readonly new: number;
  readonly new_count: number;
}

const mark = "\uFEFF";

/** As a buffer has them: the last newline is kept beside it. */
const linesOf = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

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

  /** What Vim calls a hunk; undefined where two are at one line, and only a person sees which of them is meant. */
  async function hunksOf(old: readonly string[], proposed: readonly string[]): Promise<VimHunk[] | undefined> {
    const hunks = await neovim.lua<VimHunk[]>("return (require('tandem.review.hunks').drawn(...))", old, proposed);
    const places = hunks.map((hunk) => Math.max(1, Math.min(hunk.new, proposed.length)));
    return new Set(places).size === places.length ? hunks : undefined;
  }

  async function decide({ before, proposed, takes }: OddProposal): Promise<void> {
    const [old, lines] = [linesOf(toEditorText(before)), linesOf(toEditorText(proposed))];
    const hunks = await hunksOf(old, lines);
    fc.pre(hunks !== undefined);
    const path = join(neovim.folder, "bytes.txt");
    writeFileSync(path, before);
    const tabName = `proposal ${++count}`;
    const args = { old_file_path: path, new_file_path: path, new_file_contents: proposed, tab_name: tabName };
    const answer = client.call("openDiff", args);
    await expect.poll(() => hand.pendingReviews()).toContain(tabName);
    const taken = hunks.flatMap((_hunk, index) => (takes[index] ? [index] : []));
    await hand.acceptHunks(tabName, taken);
    for (const [index, hunk] of [...hunks.entries()].reverse())
      if (!taken.includes(index))
        lines.splice(hunk.new - 1, hunk.new_count, ...old.slice(hunk.old - 1).slice(0, hunk.old_count));
    const seen = await answer;
    if (taken.length === hunks.length) expect(seen).toEqual({ decision: "saved", text: proposed });
    else if (taken.length === 0) expect(seen).toEqual({ decision: "rejected", tabName });
    else {
      // The last newline is decided on with the last line: review-hunks.test.ts.
      const kept = lines.join("\n");
      const possible = [kept, `${kept}\n`].map((text) => ({ decision: "saved", text: restoreText(text, proposed) }));
      expect(possible).toContainEqual(seen);
    }
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
