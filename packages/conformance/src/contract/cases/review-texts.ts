/** Proposals whose bytes are easily lost: line endings, byte-order marks, final newlines, sizes (TOOL-01). */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ContractCase } from "../case.js";
import type { CaseContext } from "../case-context.js";

const needs = ["openDiff", "pendingReviews"] as const;
const acceptNeeds = [...needs, "accept"] as const;

/** Accepts a proposal for a file with this content (undefined: a new file), and expects it back exactly. */
async function expectExact(context: CaseContext, content: string | undefined, proposal: string): Promise<void> {
  const name = "exact.txt";
  const path = content === undefined ? join(context.folder, name) : await context.file(name, content);
  const review = await context.review(await context.connect(), path, proposal);
  await review.accept(proposal);
}

/** Makes a case that accepts a proposal for a file with this content. */
function exact(title: ContractCase["title"], content: string | undefined, proposal: string): ContractCase {
  return { title, needs: acceptNeeds, run: (context) => expectExact(context, content, proposal) };
}

/** Accepts only these hunks of a proposal, and expects this response or, without one, a rejection. */
async function expectHunks(
  context: CaseContext,
  content: string | undefined,
  proposal: string,
  accepted: readonly number[],
  answer?: string,
): Promise<void> {
  const name = "hunks.txt";
  const path = content === undefined ? join(context.folder, name) : await context.file(name, content);
  const review = await context.review(await context.connect(), path, proposal);
  await context.driver.acceptHunks(review.tabName, accepted);
  if (answer === undefined) await review.expectRejected();
  else await review.expectSaved(answer);
}

/** Each line differs from the other text in part of a character: half an emoji, a joined character, an accent. */
const characters = [
  "a😀b",
  "same",
  "c\u{1f600}d",
  "same too",
  "👩‍👩‍👧‍👦",
  "as before",
  "e\u0301",
  "here too",
  "last",
  "",
];
const otherCharacters = [
  "a😁b",
  "same",
  "c\u{1fa00}d",
  "same too",
  "👩‍👩‍👧",
  "as before",
  "e\u0302",
  "here too",
  "LAST",
  "",
];

const mark = "\uFEFF";

/** Proposals that equal the old text if every hunk is rejected. */
const rejections: readonly (readonly [content: string | undefined, proposal: string])[] = [
  [`${mark}${mark}one\r\ntwo\r\n`, `${mark}${mark}ONE\ntwo\n`],
  [`${mark}one\ntwo`, "one\r\nTWO\r\n"],
  ["one\rtwo\r\nthree\n", `${mark}one\r2\r\nthree\n`],
  ["", "one\n"],
  ["one\n", ""],
  [undefined, "one\n"],
];

function megabyte(): { content: string; proposal: string } {
  const lines = Array.from({ length: 16_384 }, (_, i) => `${String(i).padStart(6, "0")} ${"x".repeat(56)}`);
  const content = `${lines.join("\n")}\n`;
  lines[10] = "a changed line near the start";
  lines[16_000] = "a changed line near the end";
  return { content, proposal: `${lines.join("\n")}\n` };
}

export const reviewTextCases: readonly ContractCase[] = [
  exact("TOOL-01 Accepting a new file returns the proposal and creates no file", undefined, "a new\nfile\n"),
  {
    title: "TOOL-01 Rejecting a new file leaves nothing behind",
    needs: [...needs, "reject"],
    async run(context) {
      const review = await context.review(await context.connect(), join(context.folder, "new.txt"), "a new\nfile\n");
      await review.reject();
    },
  },
  exact("TOOL-01 An empty new file can be accepted", undefined, ""),
  exact("TOOL-01 A proposal that empties a file can be accepted", "one\ntwo\n", ""),
  exact("TOOL-01 An LF proposal for a CRLF file is returned with LF", "one\r\ntwo\r\nthree\r\n", "one\n2\nthree\n"),
  {
    title: "TOOL-01 In an LF proposal for a CRLF file, line endings alone aren't hunks",
    needs: [...needs, "acceptHunks"],
    run(context) {
      const content = "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\n";
      return expectHunks(context, content, "ONE\ntwo\nthree\nfour\nFIVE\n", [1], "one\ntwo\nthree\nfour\nFIVE\n");
    },
  },
  exact("TOOL-01 A CRLF proposal is returned with CRLF", "one\r\ntwo\r\n", "one\r\n2\r\nthree\r\n"),
  {
    title: "TOOL-01 An edited CRLF proposal is returned with CRLF",
    needs: [...needs, "editAndAccept"],
    async run(context) {
      const path = await context.file("edited.txt", "one\r\ntwo\r\n");
      const review = await context.review(await context.connect(), path, "one\r\n2\r\n");
      await context.driver.editAndAccept(review.tabName, "one\n2\nand three\n");
      await review.expectSaved("one\r\n2\r\nand three\r\n");
    },
  },
  exact("TOOL-01 Mixed line endings are returned unchanged", "one\ntwo\r\nthree\n", "one\n2\r\nthree\nfour\r\n"),
  exact("TOOL-01 A proposal without a final newline stays without one", "one\ntwo\n", "one\n2"),
  exact("TOOL-01 A proposal that only adds the final newline can be accepted", "one\ntwo", "one\ntwo\n"),
  {
    title: "TOOL-01 The proposal's byte-order mark is kept, even after an edit",
    needs: [...acceptNeeds, "editAndAccept"],
    async run(context) {
      await expectExact(context, "\uFEFFone\ntwo\n", "\uFEFFone\n2\n");
      const path = await context.file("edited.txt", "\uFEFFone\ntwo\n");
      const review = await context.review(await context.connect(), path, "\uFEFFone\n2\n");
      await context.driver.editAndAccept(review.tabName, "one\n2 😀\n");
      await review.expectSaved("\uFEFFone\n2 😀\n");
    },
  },
  {
    title: "TOOL-01 Two byte-order marks are both kept, if accepted, edited or partly accepted",
    needs: [...acceptNeeds, "editAndAccept", "acceptHunks"],
    async run(context) {
      const content = `${mark}${mark}one\nsame\ntwo\n`;
      const proposal = `${mark}${mark}ONE\nsame\nTWO\n`;
      await expectExact(context, content, proposal);
      const review = await context.review(await context.connect(), await context.file("edited.txt", content), proposal);
      await context.driver.editAndAccept(review.tabName, `${mark}ONE\nsame\n2\n`);
      await review.expectSaved(`${mark}${mark}ONE\nsame\n2\n`);
      await expectHunks(context, content, proposal, [1], `${mark}${mark}one\nsame\nTWO\n`);
    },
  },
  {
    title: "TOOL-01 Rejected emoji, joined characters and accents come back intact",
    needs: [...needs, "acceptHunks"],
    async run(context) {
      const kept = [...characters.slice(0, -2), "LAST", ""].join("\n");
      await expectHunks(context, characters.join("\n"), otherCharacters.join("\n"), [4], kept);
    },
  },
  {
    title: "TOOL-01 Whatever the marks and line endings, rejecting every hunk rejects the proposal",
    needs: [...needs, "acceptHunks"],
    async run(context) {
      for (const [content, proposal] of rejections) {
        // An earlier iteration may have created the file.
        if (content === undefined) await rm(join(context.folder, "hunks.txt"), { force: true });
        await expectHunks(context, content, proposal, []);
      }
    },
  },
  exact(
    "TOOL-01 Trailing spaces, tabs, blank lines and unusual separators are kept",
    "one\n",
    "one  \t\n\ttwo\u00a0\u2028three\u0085\f\n\n\n   \n\n",
  ),
  {
    title: "TOOL-01 A one-megabyte proposal comes back intact",
    needs: acceptNeeds,
    async run(context) {
      const { content, proposal } = megabyte();
      assert.ok(proposal.length > 1_000_000);
      await expectExact(context, content, proposal);
    },
  },
];
