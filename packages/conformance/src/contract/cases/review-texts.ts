/** Proposals whose bytes are easily lost: line ends, marks, ends of files, sizes (TOOL-01). */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ContractCase } from "../case.js";
import type { Room } from "../room.js";

/** Accepts a proposal for a file of this content (none: a new file), and expects its bytes back. */
async function expectExact(room: Room, content: string | undefined, proposal: string): Promise<void> {
  const name = "exact.txt";
  const path = content === undefined ? join(room.folder, name) : await room.file(name, content);
  const review = await room.review(await room.connect(), path, proposal);
  await room.hand.accept(review.tabName);
  await review.expectSaved(proposal);
}

/** Takes these hunks of a proposal and no others, and expects this answer; without one a rejection. */
async function expectHunks(
  room: Room,
  content: string | undefined,
  proposal: string,
  taken: readonly number[],
  answer?: string,
): Promise<void> {
  const name = "hunks.txt";
  const path = content === undefined ? join(room.folder, name) : await room.file(name, content);
  const review = await room.review(await room.connect(), path, proposal);
  await room.hand.acceptHunks(review.tabName, taken);
  if (answer === undefined) await review.expectRejected();
  else await review.expectSaved(answer);
}

/** Each line differs from the line of the other in one part of a character: half of an emoji, a joined figure, an accent. */
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

/** Proposals of which nothing is left when every hunk is refused. */
const refusals: readonly (readonly [content: string | undefined, proposal: string])[] = [
  [`${mark}${mark}one\r\ntwo\r\n`, `${mark}${mark}ONE\ntwo\n`],
  [`${mark}one\ntwo`, "one\r\nTWO\r\n"],
  ["one\rtwo\r\nthree\n", `${mark}one\r2\r\nthree\n`],
  ["", "one\n"],
  ["one\n", ""],
  [undefined, "one\n"],
];

const needs = ["openDiff", "pendingReviews"] as const;
const acceptNeeds = [...needs, "accept"] as const;

function megabyte(): { content: string; proposal: string } {
  const lines = Array.from({ length: 16_384 }, (_, i) => `${String(i).padStart(6, "0")} ${"x".repeat(56)}`);
  const content = `${lines.join("\n")}\n`;
  lines[10] = "a changed line near the start";
  lines[16_000] = "a changed line near the end";
  return { content, proposal: `${lines.join("\n")}\n` };
}

export const reviewTextCases: readonly ContractCase[] = [
  {
    title: "TOOL-01 A new file: the proposal is answered, and no file is made",
    needs: acceptNeeds,
    run: (room) => expectExact(room, undefined, "a new\nfile\n"),
  },
  {
    title: "TOOL-01 A new file that is rejected leaves nothing behind",
    needs: [...needs, "reject"],
    async run(room) {
      const review = await room.review(await room.connect(), join(room.folder, "new.txt"), "a new\nfile\n");
      await room.hand.reject(review.tabName);
      await review.expectRejected();
    },
  },
  {
    title: "TOOL-01 A new file that is empty can be accepted",
    needs: acceptNeeds,
    run: (room) => expectExact(room, undefined, ""),
  },
  {
    title: "TOOL-01 A proposal that empties a file can be accepted",
    needs: acceptNeeds,
    run: (room) => expectExact(room, "one\ntwo\n", ""),
  },
  {
    title: "TOOL-01 A CRLF file with an LF proposal: the answer has the proposal's LF",
    needs: acceptNeeds,
    run: (room) => expectExact(room, "one\r\ntwo\r\nthree\r\n", "one\n2\nthree\n"),
  },
  {
    title: "TOOL-01 A CRLF file with an LF proposal: only what differs but for line ends is a hunk",
    needs: [...needs, "acceptHunks"],
    async run(room) {
      const path = await room.file("hunks.txt", "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\n");
      const review = await room.review(await room.connect(), path, "ONE\ntwo\nthree\nfour\nFIVE\n");
      await room.hand.acceptHunks(review.tabName, [1]);
      await review.expectSaved("one\ntwo\nthree\nfour\nFIVE\n");
    },
  },
  {
    title: "TOOL-01 A CRLF proposal is answered with its CRLF",
    needs: acceptNeeds,
    run: (room) => expectExact(room, "one\r\ntwo\r\n", "one\r\n2\r\nthree\r\n"),
  },
  {
    title: "TOOL-01 A CRLF proposal that the user edits is answered with CRLF",
    needs: [...needs, "editAndAccept"],
    async run(room) {
      const path = await room.file("edited.txt", "one\r\ntwo\r\n");
      const review = await room.review(await room.connect(), path, "one\r\n2\r\n");
      await room.hand.editAndAccept(review.tabName, "one\n2\nand three\n");
      await review.expectSaved("one\r\n2\r\nand three\r\n");
    },
  },
  {
    title: "TOOL-01 Mixed line ends are answered as they were proposed",
    needs: acceptNeeds,
    run: (room) => expectExact(room, "one\ntwo\r\nthree\n", "one\n2\r\nthree\nfour\r\n"),
  },
  {
    title: "TOOL-01 A proposal without a final newline gets none",
    needs: acceptNeeds,
    run: (room) => expectExact(room, "one\ntwo\n", "one\n2"),
  },
  {
    title: "TOOL-01 A proposal that only adds the final newline can be accepted",
    needs: acceptNeeds,
    run: (room) => expectExact(room, "one\ntwo", "one\ntwo\n"),
  },
  {
    title: "TOOL-01 A byte-order mark of the proposal is kept, also when the user edits",
    needs: [...acceptNeeds, "editAndAccept"],
    async run(room) {
      await expectExact(room, "\uFEFFone\ntwo\n", "\uFEFFone\n2\n");
      const path = await room.file("edited.txt", "\uFEFFone\ntwo\n");
      const review = await room.review(await room.connect(), path, "\uFEFFone\n2\n");
      await room.hand.editAndAccept(review.tabName, "one\n2 😀\n");
      await review.expectSaved("\uFEFFone\n2 😀\n");
    },
  },
  {
    title: "TOOL-01 A text that begins with two byte-order marks keeps both, accepted, edited and in part",
    needs: [...acceptNeeds, "editAndAccept", "acceptHunks"],
    async run(room) {
      const content = `${mark}${mark}one\nsame\ntwo\n`;
      const proposal = `${mark}${mark}ONE\nsame\nTWO\n`;
      await expectExact(room, content, proposal);
      const review = await room.review(await room.connect(), await room.file("edited.txt", content), proposal);
      await room.hand.editAndAccept(review.tabName, `${mark}ONE\nsame\n2\n`);
      await review.expectSaved(`${mark}${mark}ONE\nsame\n2\n`);
      await expectHunks(room, content, proposal, [1], `${mark}${mark}one\nsame\nTWO\n`);
    },
  },
  {
    title: "TOOL-01 Characters of several units that are refused come back whole: emoji, joined ones, accents",
    needs: [...needs, "acceptHunks"],
    async run(room) {
      const kept = [...characters.slice(0, -2), "LAST", ""].join("\n");
      await expectHunks(room, characters.join("\n"), otherCharacters.join("\n"), [4], kept);
    },
  },
  {
    title: "TOOL-01 Whatever the marks and line ends are, a proposal of which every hunk is refused is rejected",
    needs: [...needs, "acceptHunks"],
    async run(room) {
      for (const [content, proposal] of refusals) {
        // The one before is a file that is there.
        if (content === undefined) await rm(join(room.folder, "hunks.txt"), { force: true });
        await expectHunks(room, content, proposal, []);
      }
    },
  },
  {
    title: "TOOL-01 What editors like to tidy is left alone: trailing blanks, tabs, blank lines, odd separators",
    needs: acceptNeeds,
    run: (room) => expectExact(room, "one\n", "one  \t\n\ttwo\u00a0\u2028three\u0085\f\n\n\n   \n\n"),
  },
  {
    title: "TOOL-01 A proposal of a megabyte comes back whole",
    needs: acceptNeeds,
    async run(room) {
      const { content, proposal } = megabyte();
      assert.ok(proposal.length > 1_000_000);
      await expectExact(room, content, proposal);
    },
  },
];
