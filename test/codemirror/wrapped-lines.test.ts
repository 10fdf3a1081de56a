/** Side by side, an unchanged line wraps the same in both columns. If it can't, the lines after it are aligned. */
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

describe("a long unchanged line, in a review in Chromium", () => {
  const on = reviewDriver();

  const open = (base: string, result: string) => on.open({ layout: "side-by-side", base, result, isWrapping: true });

  /** Lines that just fill two rows: in a column that is one character narrower, some need a third one. */
  const fillTwoRows = async () => {
    await open("a", "b");
    const perRow = await on.page.evaluate(() => {
      const { contentDOM, defaultCharacterWidth } = window.page.review.editor;
      const { paddingLeft, paddingRight } = getComputedStyle(contentDOM.querySelector(".cm-line") ?? contentDOM);
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return Math.floor((contentDOM.getBoundingClientRect().width - padding) / defaultCharacterWidth);
    });
    // The second row is indented by two characters.
    return [3, 2, 1, 0].map((less) => `${"x".repeat(2 * perRow - 2 - less)}\n`).join("");
  };

  /** The visible state of the columns. There is one space for a hunk, and more if lines wrap differently. */
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

  /** Adds a CSS rule to the page while `run` runs. */
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

  test("has the same number of rows on both sides, even if one text has more digits in its line numbers", async () => {
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

  test("has the same number of rows on both sides in another window, with another font and with a wider gutter", async () => {
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

  test("aligns the lines after it if one column is narrower anyway", async () => {
    const long = await fillTwoRows();
    await withStyle(".tandem-review-result .cm-line { padding-right: 40px !important }", async () => {
      await open(`${long}last`, long);
      await on.page.evaluate(() => window.page.review.acceptHunk(0));
      expect((await on.facts()).hunks).toBe(0);
      expect(await columns()).toEqual({ areOfSameWidth: true, haveSameRows: false, spaces: [4, 0], uneven: [] });
    });
  });

  test("small differences of heights don't add up: lines below many changes stay aligned when lines get a bit higher", async () => {
    const kept = Array.from({ length: 8 }, (_, index) => `kept ${index}`);
    const base = kept.flatMap((line) => [line, "gone", "gone", "gone"]).join("\n");
    await open(`${base}\nlast`, [...kept, "last"].join("\n"));
    for (const size of [12, 12.1, 12.2, 12.1, 12])
      await withStyle(`main { font-size: ${size}px !important }`, async () => {
        await expect.poll(() => on.unevenLines()).toEqual([]);
      });
  });

  test("aligns the lines after it in a scaled page", async () => {
    await withStyle("main { transform: scale(0.7) }", async () => {
      const long = await fillTwoRows();
      await open(`${long}a\nz`, `${long}${"b".repeat(500)}\nz\n${"\n".repeat(1000)}`);
      expect(await columns()).toMatchObject({ haveSameRows: true, uneven: [] });
    });
  });
});
