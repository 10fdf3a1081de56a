/** The exact texts that result from decisions on single changes, in every layout. */
import { applyHunks } from "@tandem-ide/base/testing";
import { splitHunks } from "@tandem-ide/base/text";
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
const after = "ONE\ntwo\nthree\nfour\nnew\nfive\nsix\neight\nnine\nTEN\n";

for (const layout of ["vertical", "horizontal", "inline"]) {
  const start = (more = "") => ReviewFixture.start(`{ layout = "${layout}" }`, more);

  describe(`in the layout ${layout}`, () => {
    const texts: [string, string, string][] = [
      ["a last newline that is missing before", "a\nb", "a\nc\n"],
      ["a last newline that is missing in the proposal", "a\nb\n", "a\nc"],
      ["a last newline that is missing on both sides", "a\nb", "b\nb"],
      ["a new file", "", "a\nb\n"],
      ["a new file without a last newline", "", "a"],
      ["a new file of one empty line", "", "\n"],
      ["a file that is emptied", "a\nb\n", ""],
      ["a file without a last newline that is emptied", "a\nb", ""],
      ["lone carriage returns", "a\rb\nc\r\nd\n", "a\rB\nc\r\nD\r\n"],
      ["NUL and other control characters", "a\0b\n\x01\n", "a\0c\n\x01\x02\n"],
      ["empty lines", "\n\n\n", "\n\nx\n\n"],
      ["wide characters", "å😀\n", "å😀😀\n"],
      ["a last newline that is added with another change", "a\nb\nc", "A\nb\nc\n"],
      ["one line of which both neighbours are deleted", "a\nb\nc\n", "b\n"],
      ["a file of which one empty line is left", "a\n\n\nb\n", "\n"],
      ["a file of one empty line that grows, and loses its last newline", "\n", "a\nb"],
      ["a file of one empty line that is emptied", "\n", ""],
      ["a file with an empty line that is emptied", "a\n\nb\n", ""],
    ];
    for (const [what, old, proposed] of texts) {
      test(`${what}: accepting returns the exact proposed text`, async () => {
        await using review = await start();
        await review.propose(old, proposed, { isNewFile: old === "" });
        expect(await review.accepted()).toBe(proposed);
      });

      test(`${what}: rejecting all hunks and accepting returns the exact original text`, async () => {
        await using review = await start();
        await review.propose(old, proposed, { isNewFile: old === "" });
        await review.neovim.keys(":%TandemRejectHunk<CR>");
        await expect.poll(() => review.undecided()).toBe(0);
        expect(await review.accepted()).toBe(old);
      });

      test(`${what}: accepting all hunks returns the exact proposed text`, async () => {
        await using review = await start();
        await review.propose(old, proposed, { isNewFile: old === "" });
        await review.neovim.keys(":%TandemAcceptHunk<CR>");
        await expect.poll(() => review.undecided()).toBe(0);
        expect(await review.accepted()).toBe(proposed);
      });
    }

    test("lines deleted at the start are restored even if 'diffopt' doesn't contain \"filler\"", async () => {
      await using review = await start("vim.o.diffopt = 'internal'");
      await review.propose("a\nb\nc\n", "b\nC\n");
      await review.neovim.keys(":%TandemRejectHunk<CR>");
      await expect.poll(() => review.undecided()).toBe(0);
      expect(await review.accepted()).toBe("a\nb\nc\n");
    });

    test("a change of only the last newline is shown and accepted", async () => {
      await using review = await start();
      await review.propose("a\nb", "a\nb\n");
      expect(await review.neovim.lua("return vim.wo.winbar")).toContain("adds a newline at the end");
      expect(await review.accepted()).toBe("a\nb\n");
    });

    test("the user can add or remove the last newline with 'endofline'", async () => {
      await using review = await start();
      await review.propose(before, after);
      expect(await review.accepted(":setlocal noendofline | w<CR>")).toBe(after.trimEnd());
      await review.propose("a", "b");
      expect(await review.accepted(":edit! | setlocal endofline | w<CR>")).toBe("b\n");
      await review.propose("a", "b");
      expect(await review.accepted(":edit! | w<CR>")).toBe("b");
    });

    test("any decisions about any text give exactly the lines that were decided", { timeout: 60_000 }, async () => {
      await using review = await start();
      let seed = 20_261_115;
      const random = (below: number) => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
        return (seed >> 8) % below;
      };
      const some = () => Array.from({ length: random(9) }, () => ["a", "b", "c", "d", ""][random(5)] ?? "");
      const drawing = ["filler,closeoff", "filler,linematch:40", "algorithm:histogram", "filler,context:0", "closeoff"];
      const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
      let decided = 0;
      for (let round = 0; round < 75; round++) {
        const [old, proposed] = [some(), some()];
        await review.neovim.lua("vim.o.diffopt = 'internal,' .. ...", drawing[round % drawing.length]);
        if (textOf(old) === textOf(proposed)) continue;
        const hunks = splitHunks(textOf(old), textOf(proposed));
        const places = hunks.map(({ newStart }) => Math.max(1, Math.min(newStart + 1, proposed.length)));
        // If two changes are on one line, only a user can tell which one is meant.
        if (new Set(places).size < places.length) continue;
        await review.propose(textOf(old), textOf(proposed));
        const takes = hunks.map(() => random(2) === 0);
        for (let i = hunks.length - 1; i >= 0; i--) {
          await review.neovim.keys(`${places[i]}G:Tandem${takes[i] ? "Accept" : "Reject"}Hunk<CR>`);
          await expect.poll(() => review.undecided(), { message: `${old} -> ${proposed}` }).toBe(i);
          decided++;
        }
        const expected = applyHunks(textOf(old), textOf(proposed), hunks, (_hunk, i) => takes[i] ?? false);
        expect(await review.accepted(), `${old} -> ${proposed}`).toBe(expected);
        await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
      }
      expect(decided).toBeGreaterThan(50);
    });

    test("a proposal emptied by the user is accepted as empty", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys(":%d<CR>");
      expect(await review.accepted()).toBe("");
    });
  });
}
