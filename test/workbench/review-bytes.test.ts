/** Whatever the bytes of a file and of its proposal are, the answer has exactly those that the user left; nobody writes. */
import { rmSync, writeFileSync } from "node:fs";
import { applyHunks, type Hunk, restoreText, splitHunks, toEditorText } from "@tandem/base/text";
import fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { answerTo, casesInEditor, hunksOf, oddProposals } from "../odd-texts.js";
import { openScene, type Scene } from "./scene.js";

const { describe, test } = needsChromium();
const mark = "\uFEFF";
const lines = (count: number, change: string) =>
  Array.from({ length: count }, (_, line) => (line % 1000 === 500 ? `${change} ${line}` : `the line ${line}`));

/** What each is called; the text before, if there is a file; the proposed text. */
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

describe("the bytes of a review's answer", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  function write(scene: Scene, name: string, text: string | undefined): ReturnType<Scene["onDisk"]> {
    if (text === undefined) rmSync(scene.path(name), { force: true });
    else writeFileSync(scene.path(name), text);
    return scene.onDisk(name);
  }

  test.for(cases)(
    "%s: accepted, edited and decided hunk by hunk",
    { timeout: 90_000 },
    async ([, before, proposed]) => {
      const scene = await openScene(browser, { files: { "other.txt": "" } });
      const { page } = scene;
      const client = await scene.client();
      const untouched = write(scene, "file.txt", before);

      const accepted = await scene.review(client, "file.txt", proposed, "accepted");
      await page.getByTestId("review-accept").click();
      expectSame(await accepted.answer, proposed);

      const edited = await scene.review(client, "file.txt", proposed, "edited");
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("edited 😀");
      await page.keyboard.press("Control+Home");
      await page.keyboard.insertText("漢");
      await page.getByTestId("review-accept").click();
      expectSame(await edited.answer, restoreText(`漢${toEditorText(proposed)}edited 😀`, proposed));

      const byHunk = await scene.review(client, "file.txt", proposed, "by hunk");
      const [oldText, newText] = [toEditorText(before ?? ""), toEditorText(proposed)];
      const hunks = splitHunks(oldText, newText);
      expect(await page.evaluate(() => window.tandemPage?.reviewOf("by hunk")?.hunks.length)).toBe(hunks.length);
      if (hunks.length > 0) await scene.hunkButton(0, "reject").click();
      if (hunks.length > 1) await page.keyboard.press("Alt+y");
      await page.getByTestId("review-accept").click();
      const isKept = (_hunk: Hunk, index: number) => index !== 0;
      const kept = applyHunks(oldText, newText, hunks, isKept);
      // With every hunk refused there is nothing left to write, not even an empty new file.
      if (hunks.length > 0 && kept === oldText) expect(await byHunk.answer).toMatchObject({ decision: "rejected" });
      else expectSame(await byHunk.answer, restoreText(kept, proposed));
      expect(scene.onDisk("file.txt")).toEqual(untouched);
    },
  );

  /** Says where two long texts differ, and does not print them. */
  function expectSame(answer: { readonly decision: string; readonly text?: string }, expected: string): void {
    expect(answer.decision).toBe("saved");
    const text = answer.text ?? "";
    let at = 0;
    while (at < text.length && text[at] === expected[at]) at++;
    const around = (of: string) => ({ length: of.length, at, text: of.slice(Math.max(0, at - 40), at + 40) });
    expect(around(text)).toEqual(around(expected));
  }

  test("random texts, decided at random by real buttons in either layout", { timeout: 1_200_000 }, async () => {
    const scene = await openScene(browser, { files: { "other.txt": "" } });
    const { page } = scene;
    const client = await scene.client();
    const step = fc.record({
      hunk: fc.nat(20),
      action: fc.constantFrom("accept" as const, "reject" as const, "reject" as const, "layout" as const),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(oddProposals, fc.array(step, { maxLength: 8 }), async ({ before, proposed }, steps) => {
        const untouched = write(scene, "file.txt", before);
        const name = `run ${++run}`;
        const proposal = await scene.review(client, "file.txt", proposed, name);
        const left = hunksOf({ before, proposed }).map((_hunk, index) => index);
        const takes = left.map(() => true);
        for (const { hunk, action } of steps) {
          if (action === "layout") {
            await page.getByTestId("review-layout").click();
            continue;
          }
          if (left.length === 0) continue;
          const at = hunk % left.length;
          await scene.hunkButton(at, action).click();
          const [decided = -1] = left.splice(at, 1);
          if (action === "reject") takes[decided] = false;
        }
        await page.getByTestId("review-accept").click();
        expect(await proposal.answer).toEqual(answerTo({ before, proposed, takes }, name));
        expect(scene.onDisk("file.txt")).toEqual(untouched);
      }),
      casesInEditor(25),
    );
  });
});
