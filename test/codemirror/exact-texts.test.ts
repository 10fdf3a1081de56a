/** Odd texts stay exact to the byte through decisions and typing in a real browser. */
import { applyHunks } from "@tandem-ide/base/testing";
import { splitHunks } from "@tandem-ide/base/text";
import fc from "fast-check";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { oddTexts, runsInEditor } from "../odd-texts.js";
import { layouts, reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

describe("a review in Chromium", () => {
  const on = reviewDriver();

  describe.each(layouts)("%s", (layout) => {
    test("keeps odd characters in an edited line", async () => {
      const text = "a\0b\rc\u2028d\ufeff😀\u0085e";
      await on.open({ layout, base: text, result: text });
      await on.page.evaluate(() => window.page.review.focus());
      await on.page.keyboard.press("Control+End");
      await on.page.keyboard.type("x");
      await on.page.keyboard.press("Control+Home");
      await on.page.keyboard.type("y");
      expect(await on.facts()).toMatchObject({ text: `y${text}x`, baseText: text, hunks: 1 });
    });

    const odd: readonly (readonly [string, string, string])[] = [
      ["a new file", "", "a\nb\n"],
      ["an emptied file", "a\nb\n", ""],
      ["a lost final newline", "a\nb\n", "a\nb"],
      ["only a newline added", "a\nb", "a\nb\n"],
      ["only a newline in an empty file", "", "\n"],
      ["line separators of Unicode", "a\u2028b\nc", "a\u2028B\u2029\nc"],
      ["NUL", "a\0b\nc\0", "a\0\0b\nc\0"],
      ["a lone CR", "a\rb\nc", "a\rb\rc\nc\r"],
      ["emoji", "😀 a\n👩‍👩‍👧\n", "😁 a\n👩‍👩‍👦\n"],
      ["halves of pairs", "\ud83d\n", "\ude00\n\ud83d"],
      ["removals at both ends", "a\nb\nc", "b"],
      ["two removals around the last line", "a\nb\nx\nc\nd", "x"],
      ["two removals around a last empty line", "x\nb\n\nd", "x\n"],
      ["tabs, spaces and a byte-order mark", "\ufeff\ta \n", "\ta  \n"],
      ["a wholly other text", "a\nb\nc\n", "1\n2\n3\n4"],
    ];
    test.each(odd)("is exact for %s", async (_name, base, result) => {
      for (const action of ["accept", "reject"] as const) {
        await on.open({ layout, base, result });
        const count = splitHunks(base, result).length;
        expect(await on.facts()).toMatchObject({ hunks: count, buttons: 2 * count });
        for (let left = count; left > 0; left--) await on.click(action, left - 1);
        const expected = action === "accept" ? result : base;
        expect(await on.facts()).toMatchObject({ text: expected, baseText: base, hunks: 0 });
        await on.page.evaluate(() => window.page.review.focus());
        for (let left = count; left > 0; left--) await on.page.keyboard.press("Control+z");
        expect(await on.facts()).toMatchObject({ text: result, baseText: base, hunks: count });
      }
    });

    test("clicks in any order lead to the text with exactly the accepted hunks", {
      timeout: 600_000,
    }, async () => {
      const texts = oddTexts({ loneSurrogates: true });
      const choices = fc.array(fc.tuple(fc.nat(100), fc.boolean()), { minLength: 13, maxLength: 13 });
      await fc.assert(
        fc.asyncProperty(texts, texts, choices, async (base, result, picks) => {
          await on.open({ layout, base, result });
          const hunks = splitHunks(base, result);
          const left = hunks.map((_hunk, index) => index);
          const accepted = new Set<number>();
          for (const [pick, isAccepted] of picks) {
            if (left.length === 0) break;
            const index = pick % left.length;
            const [original = -1] = left.splice(index, 1);
            if (isAccepted) accepted.add(original);
            await on.click(isAccepted ? "accept" : "reject", index);
          }
          const expected = applyHunks(base, result, hunks, (_hunk, index) => accepted.has(index));
          expect(await on.facts()).toMatchObject({ text: expected, baseText: base, hunks: 0 });
        }),
        runsInEditor(12),
      );
    });
  });
});
