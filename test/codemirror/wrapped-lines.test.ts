/** Side by side, a line that did not change wraps alike in both columns; where it cannot, what follows it is level. */
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

describe("a long line that did not change, in a review in Chromium", () => {
  const on = reviewDriver();

  const open = (base: string, result: string) => on.open({ layout: "side-by-side", base, result, isWrapping: true });

  /** Lines that just fill two rows, or nearly: in a column that is narrower by a character, some take a third one. */
  const fillTwoRows = async () => {
    await open("a", "b");
    const perRow = await on.page.evaluate(() => {
      const { contentDOM, defaultCharacterWidth } = window.page.review.editor;
      const { paddingLeft, paddingRight } = getComputedStyle(contentDOM.querySelector(".cm-line") ?? contentDOM);
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return Math.floor((contentDOM.getBoundingClientRect().width - padding) / defaultCharacterWidth);
    });
    return [3, 2, 1, 0].map((less) => `${"x".repeat(2 * perRow - less)}\n`).join("");
  };

  /** What there is to see in the columns. Spaces are counted: one for a hunk, and more where a line wraps otherwise. */
  const columns = async () => {
    const [left, right] = await on.page.evaluate(() =>
      [...document.querySelectorAll(".cm-editor")].map((editor) => ({
        width: editor.querySelector(".cm-content")?.getBoundingClientRect().width,
        heights: [...editor.querySelectorAll(".cm-line:not(.cm-changedLine)")].map((line) => line.clientHeight),
        spaces: editor.querySelectorAll(".cm-mergeSpacer").length,
      })),
    );
    return {
      areOfSameWidth: left?.width === right?.width,
      haveSameRows: `${left?.heights}` === `${right?.heights}`,
      spaces: [left?.spaces, right?.spaces],
      uneven: await on.unevenLines(),
    };
  };
  const even = { areOfSameWidth: true, haveSameRows: true, uneven: [] };

  /** Has this rule of style in the page meanwhile. */
  const withStyle = async (rule: string, action: () => Promise<void>) => {
    await on.page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, rule);
    try {
      await action();
    } finally {
      await on.page.evaluate(() => {
        document.adoptedStyleSheets = [];
      });
    }
  };

  test("has as many rows on both sides, though one text has more digits in its line numbers", async () => {
    const long = await fillTwoRows();
    const more = "\n".repeat(1000);
    const isEven = async (...spaces: number[]) => {
      await on.facts();
      expect(await columns()).toEqual({ ...even, spaces });
    };
    await open(long, long + more);
    await isEven(1, 0);
    for (const insert of ["", more, ""]) {
      await on.page.evaluate(
        ([from, insert]) => {
          const { editor } = window.page.review;
          editor.dispatch({ changes: { from, to: editor.state.doc.length, insert } });
        },
        [long.length, insert] as const,
      );
      await isEven(insert ? 1 : 0, 0);
    }
    await open(long + more, long);
    await isEven(0, 1);
    await on.page.evaluate(() => window.page.review.acceptHunk(0));
    await isEven(0, 1);
    await open(long, long + more);
    await on.page.evaluate(() => window.page.review.rejectHunk(0));
    await isEven(0, 0);
  });

  test("has as many rows on both sides in another window, with another font and with a wider gutter", async () => {
    const long = await fillTwoRows();
    await open(`${long}a\nz`, `${long}${"b".repeat(500)}\nz`);
    const isEven = () => expect.poll(columns).toEqual({ ...even, spaces: [1, 0] });
    await isEven();
    for (const width of [873, 640, 1000]) {
      await on.page.setViewportSize({ width, height: 600 });
      await isEven();
    }
    await withStyle("main { font-size: 17.3px !important }", isEven);
    for (const side of ["base", "result"])
      await withStyle(`.tandem-review-${side} .cm-lineNumbers { min-width: 61px !important }`, isEven);
    await isEven();
  });

  test("has what follows level with it where one column is narrower all the same", async () => {
    const long = await fillTwoRows();
    await withStyle(".tandem-review-result .cm-line { padding-right: 40px !important }", async () => {
      await open(`${long}last`, long);
      await on.page.evaluate(() => window.page.review.acceptHunk(0));
      expect((await on.facts()).hunks).toBe(0);
      expect(await columns()).toEqual({ areOfSameWidth: true, haveSameRows: false, spaces: [4, 0], uneven: [] });
    });
  });

  test("has what follows level with it in a page that is shown in another scale", async () => {
    await withStyle("main { transform: scale(0.7) }", async () => {
      const long = await fillTwoRows();
      await open(`${long}a\nz`, `${long}${"b".repeat(500)}\nz\n${"\n".repeat(1000)}`);
      expect(await columns()).toMatchObject({ haveSameRows: true, uneven: [] });
    });
  });
});
