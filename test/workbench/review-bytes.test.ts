/** The response to a review has exactly the bytes on the screen, for any file and proposal, and the file isn't written. */
import { rmSync, writeFileSync } from "node:fs";
import { applyHunks } from "@tandem-ide/base/testing";
import { type Hunk, restoreText, splitHunks, toEditorText } from "@tandem-ide/base/text";
import fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { expectedAnswer, hunksOf, oddProposals, runsInEditor } from "../odd-texts.js";
import { type Fixture, openFixture } from "./fixture.js";

const { describe, test } = needsChromium();
const mark = "\uFEFF";
const lines = (count: number, change: string) =>
  Array.from({ length: count }, (_, line) => (line % 1000 === 500 ? `${change} ${line}` : `the line ${line}`));

/** Title, text of the file if it exists, and proposed text. */
const cases: readonly (readonly [string, string | undefined, string])[] = [
  ["a new file", undefined, "one\ntwo\n"],
  ["a new file without a word in it", undefined, ""],
  ["a whole file that changes", "a\nb\nc\n", "x\ny\nz\nw\n"],
  ["an empty file that gets text", "", "one\ntwo\n"],
  ["a file that becomes empty", "one\ntwo\n", ""],
  ["a file of one line break", "\n", "\n\n\n"],
  ["CRLF in the file and the proposal", "a\r\nb\r\nc\r\nd\r\n", "A\r\nb\r\nc\r\nD\r\n"],
  ["CRLF in the proposal only", "a\nb\nc\nd\n", "A\r\nb\r\nc\r\nD\r\n"],
  ["CRLF in the file only", "a\r\nb\r\nc\r\nd\r\n", "A\nb\nc\nD\n"],
  ["mixed line ends", "a\r\nb\nc\rd\n", "A\r\nb\nc\rD\r\n"],
  ["no final newline on either side", "a\nb\nc", "A\nb\nC"],
  ["a final newline that comes", "a\nb", "a\nb\n"],
  ["a final newline that goes", "a\nb\n", "a\nb"],
  ["a byte-order mark on both sides", `${mark}a\nb\nc\n`, `${mark}A\nb\nC\n`],
  ["a byte-order mark that comes, with CRLF", "a\r\nb\r\n", `${mark}a\r\nB\r\n`],
  ["one byte-order mark of two that goes", `${mark}${mark}a\nb\nc\n`, `${mark}a\nb\nC\n`],
  ["a byte-order mark that goes", `${mark}a\nb\n`, "a\nB\n"],
  [
    "characters that look like line breaks or like nothing",
    "a\u2028b\u2029c\u0085\nsame\n\u200B\u00AD\u202E\n",
    "A\u2028b\u2029C\u0085\nsame\n\u200B\u00AD\u202Ex\u0001\u000B\u000C\u007F\uFFFD\uFEFF\n",
  ],
  ["emoji, wide characters and combining marks", "😀\n漢字\ne\u0301\n", "👩‍👩‍👧‍👦\n漢字\ne\u0301\u0302\n"],
  ["tabs and spaces at the ends of lines", "\ta \n  b\t\n", "\ta\n  b\t \t\n\t"],
  ["a line of 1 MB", `${"x".repeat(1_000_000)}\nsame\nend\n`, `${"x".repeat(999_999)}y\nsame\nEND\n`],
  ["5 MB", lines(300_000, "old").join("\n"), lines(300_000, "new").join("\n")],
];

describe("The bytes of a review's response", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  function write(fixture: Fixture, name: string, text: string | undefined): ReturnType<Fixture["onDisk"]> {
    if (text === undefined) rmSync(fixture.path(name), { force: true });
    else writeFileSync(fixture.path(name), text);
    return fixture.onDisk(name);
  }

  test.for(cases)(
    "%s: accepted, edited and decided hunk by hunk",
    { timeout: 90_000 },
    async ([, before, proposed]) => {
      const fixture = await openFixture(browser, { files: { "other.txt": "" } });
      const { page } = fixture;
      const client = await fixture.client();
      const untouched = write(fixture, "file.txt", before);

      const accepted = await fixture.review(client, "file.txt", proposed, "accepted");
      await page.getByTestId("review-accept").click();
      expectSame(await accepted.answer, proposed);

      const edited = await fixture.review(client, "file.txt", proposed, "edited");
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("edited 😀");
      await page.keyboard.press("Control+Home");
      await page.keyboard.insertText("漢");
      await page.getByTestId("review-accept").click();
      expectSame(await edited.answer, restoreText(`漢${toEditorText(proposed)}edited 😀`, proposed));

      const byHunk = await fixture.review(client, "file.txt", proposed, "by hunk");
      const [oldText, newText] = [toEditorText(before ?? ""), toEditorText(proposed)];
      const hunks = splitHunks(oldText, newText);
      expect(await page.evaluate(() => window.tandemPage?.reviewOf("by hunk")?.hunks.length)).toBe(hunks.length);
      if (hunks.length > 0) await fixture.hunkButton(0, "reject").click();
      if (hunks.length > 1) await page.keyboard.press("Alt+y");
      await page.getByTestId("review-accept").click();
      const isKept = (_hunk: Hunk, index: number) => index !== 0;
      const kept = applyHunks(oldText, newText, hunks, isKept);
      // If every hunk is rejected, nothing is written, not even an empty new file.
      if (hunks.length > 0 && kept === oldText) expect(await byHunk.answer).toMatchObject({ decision: "rejected" });
      else expectSame(await byHunk.answer, restoreText(kept, proposed));
      expect(fixture.onDisk("file.txt")).toEqual(untouched);
    },
  );

  /** Reports where two long texts differ without printing them. */
  function expectSame(answer: { readonly decision: string; readonly text?: string }, expected: string): void {
    expect(answer.decision).toBe("saved");
    const text = answer.text ?? "";
    let at = 0;
    while (at < text.length && text[at] === expected[at]) at++;
    const around = (of: string) => ({ length: of.length, at, text: of.slice(Math.max(0, at - 40), at + 40) });
    expect(around(text)).toEqual(around(expected));
  }

  test("random texts, decided at random with real buttons in either layout", { timeout: 1_200_000 }, async () => {
    const fixture = await openFixture(browser, { files: { "other.txt": "" } });
    const { page } = fixture;
    const client = await fixture.client();
    const step = fc.record({
      hunk: fc.nat(20),
      action: fc.constantFrom("accept" as const, "reject" as const, "reject" as const, "layout" as const),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(oddProposals, fc.array(step, { maxLength: 8 }), async ({ before, proposed }, steps) => {
        const untouched = write(fixture, "file.txt", before);
        const name = `run ${++run}`;
        const proposal = await fixture.review(client, "file.txt", proposed, name);
        const left = hunksOf({ before, proposed }).map((_hunk, index) => index);
        const takes = left.map(() => true);
        for (const { hunk, action } of steps) {
          if (action === "layout") {
            // A new or emptied file has only one text.
            const layout = page.getByTestId("review-layout");
            if (await layout.isEnabled()) await layout.click();
            continue;
          }
          if (left.length === 0) continue;
          const at = hunk % left.length;
          await fixture.hunkButton(at, action).click();
          const [decided = -1] = left.splice(at, 1);
          if (action === "reject") takes[decided] = false;
        }
        await page.getByTestId("review-accept").click();
        expect(await proposal.answer).toEqual(expectedAnswer({ before, proposed, takes }, name));
        expect(fixture.onDisk("file.txt")).toEqual(untouched);
      }),
      runsInEditor(25),
    );
  });
});
