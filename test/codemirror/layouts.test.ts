/** The two layouts, and switching between them. */
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { after, before, layouts, reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

describe("a review in Chromium", () => {
  const on = reviewDriver();

  describe("side by side", () => {
    test.each([false, true])("aligns unchanged lines (wrapped: %s)", async (isWrapping) => {
      const wide = (text: string) => text.replace("new\n", `new ${"and long ".repeat(60)}\n`);
      await on.open({ layout: "side-by-side", result: wide(after), isWrapping });
      expect(await on.unevenLines()).toEqual([]);
      await on.click("reject", 1);
      expect((await on.facts()).hunks).toBe(3);
      expect(await on.unevenLines()).toEqual([]);
      await on.page.evaluate(() => window.page.review.focus());
      await on.page.keyboard.press("Control+z");
      expect((await on.facts()).hunks).toBe(4);
      expect(await on.unevenLines()).toEqual([]);
    });

    test("stays aligned to the last line when one text has more digits in its line numbers and lines just fit", async () => {
      const added = "new\n".repeat(9);
      for (let length = 90; length < 105; length++) {
        const long = "x".repeat(length);
        const texts = { base: `${long}\nlast`, result: `${added}${long}\n` };
        await on.open({ layout: "side-by-side", ...texts, isWrapping: true });
        expect(await on.unevenLines()).toEqual([]);
        await on.page.evaluate(() => window.page.review.acceptHunk(1));
        expect((await on.facts()).hunks).toBe(1);
        expect(await on.unevenLines()).toEqual([]);
      }
    });

    test("stays aligned far down in a long text with lines of all lengths", async () => {
      const words = (index: number) => `${index} ${"word ".repeat((index * 7919) % 90)}`;
      const lines = Array.from({ length: 3000 }, (_, index) => words(index));
      const result = lines
        .toSpliced(2000, 3)
        .toSpliced(1500, 0, ...Array.from({ length: 40 }, (_, index) => `new ${index}`));
      const isWrapping = true;
      await on.open({ layout: "side-by-side", base: lines.join("\n"), result: result.join("\n"), isWrapping });
      for (let step = 0; step < 2; step++) {
        await on.page.evaluate(() => window.page.review.nextChange());
        await on.facts();
        await on.page.evaluate(() => window.page.settle());
        expect(await on.unevenLines()).toEqual([]);
        const box = await on.page.locator(".tandem-hunk-current").first().boundingBox();
        expect(box?.y).toBeGreaterThan(100);
        expect(box?.y).toBeLessThan(500);
      }
    });

    test("the lines of a rejected change that is higher than the screen stay aligned, even if some were never shown", async () => {
      const same = Array.from({ length: 110 }, (_, index) => `same ${index}`);
      const long = "long ".repeat(40);
      const base = [long, "a", long, "b", ...same, "kept", "last", long, "end"].join("\n");
      const result = [long, "kept", "LAST", long, "more", "end"].join("\n");
      await on.open({ layout: "side-by-side", base, result, isWrapping: true });
      // Goes to the next change, at the end.
      await on.page.evaluate(() => window.page.review.rejectHunk(0));
      await on.facts();
      expect(await on.unevenLines()).toEqual([]);
    });

    test("goes back to a hunk above the screen, and doesn't scroll down again", async () => {
      const long = "long ".repeat(40);
      const added = Array.from({ length: 110 }, (_, index) => `same ${index}`);
      await on.open({
        layout: "side-by-side",
        base: [long, "", "a", long, "😀", "a", long, "😀", long, "b", "", "", "", long, ""].join("\n"),
        result: ["b", "a", "a", "b", "a", ...added, "\te", "\te", "", long, "", long, "a", "b", "😀", "b"].join("\n"),
        isWrapping: true,
      });
      await on.page.evaluate(async () => {
        const { review } = window.page;
        review.acceptHunk(940 % review.hunks.length);
        await window.page.settle();
      });
      const { hunks } = await on.facts();
      for (const goes of ["nextChange", "previousChange"] as const)
        for (let step = 0; step <= hunks; step++) {
          await on.page.evaluate(async (name) => {
            await window.page.settle();
            window.page.review[name]();
          }, goes);
          await on.facts();
          const current = await on.page.evaluate(() => window.page.review.currentHunk);
          expect(await on.page.locator(`.tandem-hunk-button[data-hunk="${current}"]`).count()).toBe(2);
        }
    });

    test("unfolds unchanged lines on both sides, from either side", async () => {
      const filler = Array.from({ length: 60 }, (_, index) => `same ${index}`).join("\n");
      for (const side of [0, 1]) {
        await on.open({
          layout: "side-by-side",
          base: `${filler}\n${before}${filler}`,
          result: `${filler}\n${after}${filler}`,
        });
        expect(await on.page.locator(".cm-collapsedLines").count()).toBe(4);
        const editors = await on.page.locator(".cm-editor").all();
        // In steps, from the hunk.
        for (const [shown, hidden] of [
          [45, 30],
          [25, 10],
          [0, undefined],
        ] as const) {
          await editors[side]?.locator(".cm-collapsedLines").first().click();
          await on.facts();
          for (const editor of editors) {
            expect(await editor.locator(".cm-line", { hasText: `same ${shown}` }).count()).toBeGreaterThan(0);
            if (hidden) expect(await editor.locator(".cm-line", { hasText: `same ${hidden}` }).count()).toBe(0);
          }
          expect(await on.unevenLines()).toEqual([]);
        }
      }
    });

    test("keeps the base read-only", async () => {
      await on.open({ layout: "side-by-side" });
      await on.page.locator(".tandem-review-base .cm-line").first().click();
      await on.page.keyboard.type("x");
      await on.page.keyboard.press("Delete");
      expect(await on.facts()).toMatchObject({ text: after, baseText: before });
      await on.page.keyboard.press("Alt+y");
      expect((await on.facts()).hunks).toBe(3);
      await on.page.keyboard.press("Control+z");
      expect(await on.facts()).toMatchObject({ hunks: 4, baseText: before });
    });
  });

  test("goes to a hunk whose removed lines are higher than the screen, and shows their start", async () => {
    const same = Array.from({ length: 50 }, (_, index) => `same ${index}`);
    const gone = Array.from({ length: 200 }, (_, index) => `gone ${index}`);
    for (const layout of layouts)
      for (const [base, result] of [
        [
          [...same, ...gone, ...same],
          [...same, ...same],
        ],
        [
          [...gone, ...same, ...same],
          [...same, ...same],
        ],
      ] as const) {
        await on.open({ layout, base: base.join("\n"), result: result.join("\n") });
        await on.page.evaluate(() => window.page.review.nextChange());
        await on.facts();
        const box = await on.page.locator(".tandem-hunk-current").first().boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect(box?.y).toBeLessThan(400);
      }
  });

  test("shows invisible characters, in removed lines too", async () => {
    // An invisible word joiner and language tag, and an emoji whose joiner must not be drawn.
    const base = "a\u202eb\0c\rd\u2028e\u2060f\u{e0041}👩\u200d💻❤\ufe0f";
    for (const layout of layouts) {
      await on.open({ layout, base, result: "a\ufeffb\u{e0041}👩\u200d💻❤\ufe0f" });
      const before = layout === "unified" ? ".cm-deletedChunk" : ".tandem-review-base";
      expect(await on.page.locator(`${before} .cm-specialChar`).allTextContents()).toEqual([
        "•",
        "␀",
        "␍",
        "•",
        "•",
        "•",
      ]);
      expect(await on.page.locator(".tandem-review-result .cm-line .cm-specialChar").allTextContents()).toEqual([
        "•",
        "•",
      ]);
    }
  });

  test("unified shows the changed part of a very long removed line", async () => {
    const [head, tail] = ["0123456789".repeat(50_000), "abcdefghij".repeat(50_000)];
    await on.open({ layout: "unified", base: `${head} old ${tail}`, result: `${head} new ${tail}` });
    expect(await on.page.locator(".cm-deletedChunk .cm-deletedText").allTextContents()).toEqual(["old"]);
    const length = await on.page.evaluate(() => document.querySelector(".cm-deletedChunk")?.textContent?.length);
    expect(length).toBeLessThan(6_000);
  });

  test("folds nothing in a short text, and keeps edited lines and the cursor visible", async () => {
    await on.open({ layout: "unified" });
    expect(await on.page.locator(".cm-collapsedLines").count()).toBe(0);
    const filler = Array.from({ length: 120 }, (_, index) => `same ${index}`).join("\n");
    await on.open({ layout: "unified", base: `${filler}\n${before}`, result: `${filler}\n${after}` });
    expect(await on.page.locator(".cm-collapsedLines").count()).toBe(1);
    await on.page.evaluate(() => window.page.review.focus());
    await on.page.keyboard.press("Control+Home");
    await on.facts();
    expect(await on.page.locator(".cm-collapsedLines").count()).toBe(0);

    await on.open({ layout: "unified", base: `${before}\n${filler}\n`, result: `${after}\n${filler}\n` });
    await on.page.evaluate(() => window.page.review.focus());
    await on.page.keyboard.press("Control+a");
    await on.page.keyboard.press("Delete");
    expect(await on.facts()).toMatchObject({ text: "", hunks: 1 });
    await on.page.keyboard.press("Control+z");
    expect((await on.facts()).text).toBe(`${after}\n${filler}\n`);
  });

  test("switching the layout keeps the editor, its text, base, history, cursor and decisions", async () => {
    await on.open({ layout: "unified" });
    await on.page.evaluate(() => {
      const { review } = window.page;
      review.focus();
      review.acceptHunk(0);
      review.rejectHunk(2);
      Object.assign(window, { editor: review.editor });
    });
    await on.page.keyboard.type("typed");
    const atFirst = await on.facts();
    for (const layout of ["side-by-side", "unified", "side-by-side"] as const) {
      const cursor = await on.page.evaluate(() => window.page.review.editor.state.selection.main.head);
      await on.page.evaluate((name) => window.page.review.setLayout(name), layout);
      expect(await on.facts()).toEqual(atFirst);
      const kept = await on.page.evaluate(() => {
        const { editor, layout } = window.page.review;
        return { layout, isSame: Reflect.get(window, "editor") === editor, head: editor.state.selection.main.head };
      });
      expect(kept).toEqual({ layout, isSame: true, head: cursor });
      expect(await on.page.evaluate(() => window.page.review.editor.hasFocus)).toBe(true);
    }
    expect(await on.unevenLines()).toEqual([]);
    for (let step = 0; step < 3; step++) await on.page.keyboard.press("Control+z");
    expect(await on.facts()).toMatchObject({ text: after, baseText: before, hunks: 4 });
  });

  test("changes extensions in both editors", async () => {
    await on.open({ layout: "side-by-side" });
    const colours = () =>
      on.page.evaluate(() =>
        [...document.querySelectorAll(".cm-changedLine")].map((line) => getComputedStyle(line).backgroundColor),
      );
    const light = await colours();
    await on.page.evaluate(() => window.page.setDark(true));
    await on.facts();
    const dark = await colours();
    expect(dark).toHaveLength(light.length);
    expect(dark.filter((colour, index) => colour === light[index])).toEqual([]);
  });

  test("highlights removed lines when the language loads late", async () => {
    const texts = { base: "const a = 1;\nsame\n", result: "const a = 2;\nsame\n" };
    await on.open({ layout: "unified", ...texts, isDark: true });
    const marked = () =>
      on.page.evaluate(async () => {
        await window.page.settle();
        const spans = [...document.querySelectorAll(".cm-deletedLine span")];
        return spans.filter(({ className }) => className !== "").map(({ textContent }) => textContent);
      });
    expect(await marked()).not.toContain("const");
    await on.page.evaluate(() => window.page.setDark(false));
    expect(await marked()).toContain("const");
    await on.page.evaluate(() => window.page.setDark(true));
    expect(await marked()).not.toContain("const");
  });

  test("leaves nothing behind when it is destroyed", async () => {
    for (const layout of layouts) {
      await on.open({ layout });
      await on.page.evaluate(() => window.page.review.destroy());
      expect(await on.page.evaluate(() => document.querySelector("main")?.childElementCount)).toBe(0);
    }
    await on.open({ layout: "unified" });
  });
});
