/** Large texts leave the page responsive. */
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { layouts, reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

describe("a review in Chromium", () => {
  const on = reviewDriver();

  describe.each(layouts)("%s", (layout) => {
    describe("a large text", () => {
      const lines = Array.from(
        { length: 100_000 },
        (_, index) => `line ${index} of a long text, with fifty characters`,
      );
      const changed = lines.with(10, "changed").toSpliced(90_000, 1);
      const whole = lines.map((line) => `${line}!`);
      const scattered = lines.map((line, index) => (index % 111 === 110 && index < 99_900 ? `${line}!` : line));
      const long = "0123456789".repeat(100_000);
      const cases: readonly (readonly [string, string, string, number])[] = [
        ["of 5 MB with two changes", lines.join("\n"), changed.join("\n"), 2],
        ["of 5 MB that is changed in every line", lines.join("\n"), whole.join("\n"), 1],
        ["of 5 MB with 900 changes", lines.join("\n"), scattered.join("\n"), 900],
        ["with a line of 1 MB", `a\n${long}\nb`, `a\n${long.slice(0, 500_000)}X${long.slice(500_000)}\nb`, 1],
      ];
      test.each(cases)(
        "%s leaves the page responsive",
        async (name, base, result, count) => {
          const pauses = await on.page.evaluate(
            async ([all, x]) => {
              const { page } = window;
              const opening = await page.longestPause(() => page.open(all));
              const typing = await page.longestPause(() => {
                const { editor } = page.review;
                editor.dispatch({ changes: { from: 0, insert: x }, userEvent: "input.type" });
                editor.dispatch({ changes: { from: 0, to: 1 }, userEvent: "input.type" });
              });
              const deciding = await page.longestPause(() => page.review.acceptHunk(0));
              const other = all.layout === "unified" ? ("side-by-side" as const) : ("unified" as const);
              const switching = await page.longestPause(() => page.review.setLayout(other));
              return { opening, typing: typing / 2, deciding, switching };
            },
            [{ layout, base, result }, "x"] as const,
          );
          const rounded = Object.entries(pauses).map(([what, time]) => `${what} ${Math.round(time)}`);
          console.log(`${layout}, ${name}: ${rounded.join(", ")} ms`);
          expect((await on.facts()).hunks).toBe(count - 1);
          // Users tolerate about a second. The limit leaves room for a busy machine.
          for (const time of Object.values(pauses)) expect(time).toBeLessThan(5_000);
        },
        60_000,
      );
    });
  });
});
