/** Side by side, with many hunks whose lines wrap: most were never on screen, so their heights are unknown. */
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

const lineOf = (number: number) => `line ${number} ${"word ".repeat((number * 7) % 50)}end`;
const numbers = Array.from({ length: 4_000 }, (_, index) => index);
const base = numbers.map(lineOf).join("\n");

/** Changes every 40th line, each in a different way. */
const result = numbers
  .flatMap((number) => {
    if (number % 40 !== 5) return [lineOf(number)];
    const kind = ((number - 5) / 40) % 4;
    if (kind === 0) return [`changed ${lineOf(number)}`];
    if (kind === 1) return [lineOf(number), ...numbers.slice(0, 9).map((more) => `new ${number} ${lineOf(more)}`)];
    return kind === 2 ? [] : [`${"longer ".repeat(60)}${number}`];
  })
  .join("\n");

/** The browser rounds the height of each of the thousands of lines above. */
const tolerance = 2;

describe("many hunks with wrapped lines, in a review in Chromium", () => {
  const on = reviewDriver();

  test("stay aligned when going down and up again", async () => {
    await on.open({ layout: "side-by-side", base, result, isWrapping: true });
    const { hunks } = await on.facts();
    expect(hunks).toBe(100);
    for (const target of [0, 1, 2, 3, 30, 31, 99, 98, 50, 29, 3, 2, 1, 0]) {
      await on.page.evaluate((index) => {
        const { review } = window.page;
        while (review.currentHunk !== index) review.nextChange();
      }, target);
      await expect.poll(() => on.unevenLines(tolerance), { timeout: 10_000 }).toEqual([]);
    }
  });

  test("don't move while the user types: a key press lays out only what it moves", async () => {
    await on.open({ layout: "side-by-side", base, result, isWrapping: true });
    await on.facts();
    await on.page.evaluate(() => window.page.review.focus());
    // After the first key, the review no longer scrolls to its first hunk again when real heights differ from estimates.
    await on.page.keyboard.press("Shift");
    const transactions = await on.page.evaluate(async () => {
      const { editor } = window.page.review;
      const dispatch = editor.dispatch.bind(editor);
      let count = 0;
      Object.defineProperty(editor, "dispatch", {
        value: (...specs: Parameters<typeof dispatch>) => {
          count++;
          dispatch(...specs);
        },
      });
      const at = editor.state.doc.line(6).from;
      for (const key of "typed") {
        editor.dispatch({ changes: { from: at, insert: key } });
        await window.page.settle();
      }
      return count;
    });
    // One per key, plus one if a line starts to wrap.
    expect(transactions).toBeLessThanOrEqual(7);
    expect(await on.unevenLines(tolerance)).toEqual([]);
  });
});
