/** Big proposals: they open in reasonable time, typing in them stays quick, and the response is exact. */
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const lines = Array.from(
  { length: 100_000 },
  (_, i) => `const value${i} = compute(${i}, "some more words in this line");`,
);
const big = `${lines.join("\n")}\n`;
const changed = `${lines.map((line, i) => (i % 1000 === 7 ? `${line} // changed` : line)).join("\n")}\n`;
const other = `${lines.map((_, i) => `let other${i} = ${i * 7};`).join("\n")}\n`;
const wide = `${"x".repeat(1_000_000)}\nshort\n`;

/** Generous, because the machine may be busy. Quadratic work would take a minute. */
const limit = 8000;

for (const layout of ["vertical", "inline"]) {
  describe(`in the layout ${layout}`, () => {
    const texts: [string, string, string][] = [
      ["5 MB and 100,000 lines with a hundred changes", big, changed],
      ["a new file of 5 MB", "", big],
      ["100,000 lines that all change", big, other],
      ["lines of a megabyte", wide, wide.replace("xxx", "yyy")],
    ];
    for (const [what, old, proposed] of texts) {
      test(`${what}`, { timeout: 60_000 }, async () => {
        await using review = await ReviewFixture.start(`{ layout = "${layout}" }`);
        await review.propose(old, proposed, { path: review.path("big.ts"), isNewFile: old === "" });
        // Measured in Neovim, without the test's own communication.
        const opened = await review.neovim.lua<number>("return _G.took");
        const typing = performance.now();
        for (const key of ["Go", "t", "y", "p", "e", "d", "<Esc>"]) await review.neovim.keys(key);
        const typed = (performance.now() - typing) / 7;
        expect((await review.accepted()) === `${proposed}typed\n`).toBe(true);
        await expect.poll(() => review.leftovers(), { timeout: limit }).toEqual({ buffers: [], tabs: 1 });
        expect(opened).toBeLessThan(limit);
        expect(typed).toBeLessThan(limit / 10);
      });
    }
  });
}

test("a change on which Neovim would hang is shown in the inline layout, with a message", async () => {
  await using review = await ReviewFixture.start("{}", "pcall(function() vim.opt.diffopt:append('inline:char') end)");
  const compares = (await review.neovim.lua<string>("return vim.o.diffopt")).includes("inline:char");
  await review.propose(big, other);
  expect(await review.neovim.lua("return vim.wo.diff")).toBe(!compares);
  if (compares) expect(await review.said()).toContain("Using the inline layout");
  expect((await review.accepted()) === other).toBe(true);
});
