/** Single changes of a proposal: taken and refused with Vim's own keys and with commands, and exact in what is answered. */
import { applyHunks, splitHunks } from "@tandem/base/text";
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewNeovim } from "./review-kit.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
const after = "ONE\ntwo\nthree\nfour\nnew\nfive\nsix\neight\nnine\nTEN\n";

/** To a diff these are two lines for four; to "linematch" two of them are changed and two are new. */
const linematched = "same\nnew above\nfirst = 11\nnew between\nsecond = 22\nend\n";

for (const layout of ["vertical", "horizontal", "inline"]) {
  const start = (more = "") => ReviewNeovim.start(`{ layout = "${layout}" }`, more);

  describe(`in the layout ${layout}`, () => {
    test("the number of undecided changes is in the winbar, and follows do, dp and edits", async () => {
      await using review = await start();
      await review.propose(before, after);
      expect(await review.undecided()).toBe(4);
      await review.neovim.keys("do");
      await expect.poll(() => review.undecided()).toBe(3);
      await review.neovim.keys("Gdp");
      await expect.poll(() => review.undecided()).toBe(2);
      await review.neovim.keys("3GIx<Esc>");
      await expect.poll(() => review.undecided()).toBe(3);
      expect(await review.accepted()).toBe("one\ntwo\nxthree\nfour\nnew\nfive\nsix\neight\nnine\nTEN\n");
    });

    test("do refuses the change under the cursor, and accepting answers the rest", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("5Gdo");
      expect(await review.accepted()).toBe("ONE\ntwo\nthree\nfour\nfive\nsix\neight\nnine\nTEN\n");
    });

    test("do below lines that the proposal deletes brings them back", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("8Gdo");
      expect(await review.accepted()).toBe("ONE\ntwo\nthree\nfour\nnew\nfive\nsix\nseven\neight\nnine\nTEN\n");
    });

    test("dp takes a change: it is decided, and the answer has it", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("ggdpGdp");
      await expect.poll(() => review.undecided()).toBe(2);
      expect(await review.accepted()).toBe(after);
    });

    // Neovim's own default from 0.11 on. It draws a change as several, and Vim's own dp and do take one of those.
    for (const keys of ["dp", "do"])
      test(`${keys} took half of a change where 'diffopt' has "linematch"`, async () => {
        await using review = await start("vim.opt.diffopt:append('linematch:60')");
        await review.propose("same\nfirst = 1\nsecond = 2\nend\n", linematched);
        expect(await review.undecided()).toBe(1);
        for (const line of [2, 3, 4, 5]) {
          await review.neovim.keys(`${line}G${keys}`);
          await expect.poll(() => review.undecided()).toBe(0);
          const left = (await review.neovim.lines()).join("\n");
          expect(`${left}\n`).toBe(keys === "dp" ? linematched : "same\nfirst = 1\nsecond = 2\nend\n");
          await review.neovim.keys(":edit!<CR>");
          if (layout !== "inline") await review.neovim.keys("<C-w>w:edit!<CR><C-w>w");
          await expect.poll(() => review.undecided()).toBe(1);
        }
      });

    test("the commands do the same, also for a range of lines", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("gg:TandemRejectHunk<CR>");
      await review.neovim.keys(":5,$TandemRejectHunk<CR>");
      await expect.poll(() => review.undecided()).toBe(0);
      expect(await review.accepted()).toBe(before);
    });

    test("the keys of the options do the same, also on selected lines", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("gg\\ch");
      await expect.poll(() => review.undecided()).toBe(3);
      await review.neovim.keys("5GVG\\cx");
      await expect.poll(() => review.undecided()).toBe(0);
      expect(await review.mode()).toBe("n");
      expect(await review.accepted("\\ca")).toBe("ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n");
    });

    test("undo brings a refused change back, and right after opening there is nothing to undo", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("u");
      expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
      await review.neovim.keys("5Gdo");
      await expect.poll(() => review.neovim.lines()).not.toContain("new");
      await review.neovim.keys("u");
      expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
      await expect.poll(() => review.undecided()).toBe(4);
      expect(await review.accepted()).toBe(after);
    });

    test("a command where nothing is undecided says so and changes nothing", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("3G\\cx");
      await expect.poll(() => review.said()).toContain("no undecided change here");
      expect(await review.accepted()).toBe(after);
    });

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
      test(`${what}: accepting gives the proposed text exactly`, async () => {
        await using review = await start();
        await review.propose(old, proposed, { isNewFile: old === "" });
        expect(await review.accepted()).toBe(proposed);
      });

      test(`${what}: accepting with everything refused gives the old text exactly`, async () => {
        await using review = await start();
        await review.propose(old, proposed, { isNewFile: old === "" });
        await review.neovim.keys(":%TandemRejectHunk<CR>");
        await expect.poll(() => review.undecided()).toBe(0);
        expect(await review.accepted()).toBe(old);
      });

      test(`${what}: accepting with everything taken gives the proposed text exactly`, async () => {
        await using review = await start();
        await review.propose(old, proposed, { isNewFile: old === "" });
        await review.neovim.keys(":%TandemAcceptHunk<CR>");
        await expect.poll(() => review.undecided()).toBe(0);
        expect(await review.accepted()).toBe(proposed);
      });
    }

    test("lines that are deleted at the start come back also where 'diffopt' is without \"filler\"", async () => {
      await using review = await start("vim.o.diffopt = 'internal'");
      await review.propose("a\nb\nc\n", "b\nC\n");
      await review.neovim.keys(":%TandemRejectHunk<CR>");
      await expect.poll(() => review.undecided()).toBe(0);
      expect(await review.accepted()).toBe("a\nb\nc\n");
    });

    test("a last newline that is the only change is said and accepted", async () => {
      await using review = await start();
      await review.propose("a\nb", "a\nb\n");
      expect(await review.neovim.lua("return vim.wo.winbar")).toContain("a newline is added at the end");
      expect(await review.accepted()).toBe("a\nb\n");
    });

    test("'endofline' is how the user adds or takes the last newline", async () => {
      await using review = await start();
      await review.propose(before, after);
      expect(await review.accepted(":setlocal noendofline | w<CR>")).toBe(after.trimEnd());
      await review.propose("a", "b");
      expect(await review.accepted(":edit! | setlocal endofline | w<CR>")).toBe("b\n");
      await review.propose("a", "b");
      expect(await review.accepted(":edit! | w<CR>")).toBe("b");
    });

    test("any decisions on any texts give the lines that were decided on", { timeout: 60_000 }, async () => {
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
        // Where two changes are at one line, only a person sees which one is meant.
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

    test("a proposal that the user empties is answered as empty", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys(":%d<CR>");
      expect(await review.accepted()).toBe("");
    });
  });
}

test("do in the window of the text before takes a change, dp there refuses it", async () => {
  await using review = await ReviewNeovim.start();
  await review.propose(before, after);
  await review.neovim.keys("<C-w>hGdoggdp<C-w>l");
  await expect.poll(() => review.undecided()).toBe(2);
  expect(await review.accepted()).toBe("one\ntwo\nthree\nfour\nnew\nfive\nsix\neight\nnine\nTEN\n");
});

test("do and dp in the window of the text before take a whole change too, where 'diffopt' has \"linematch\"", async () => {
  for (const keys of ["do", "dp"]) {
    await using review = await ReviewNeovim.start("{}", "vim.opt.diffopt:append('linematch:60')");
    const old = "same\nfirst = 1\nsecond = 2\nend\n";
    await review.propose(old, linematched);
    await review.neovim.keys(`<C-w>h3G${keys}<C-w>l`);
    await expect.poll(() => review.undecided()).toBe(0);
    expect(await review.accepted()).toBe(keys === "do" ? linematched : old);
  }
});

test("a review leaves 'diffopt' and the keys of the user's own diffs as they are", async () => {
  await using review = await ReviewNeovim.start("{}", "vim.opt.diffopt:append('linematch:60')");
  const options = await review.neovim.lua("return vim.o.diffopt");
  const id = await review.propose(before, after);
  expect(await review.neovim.lua("return vim.o.diffopt")).toBe(options);
  await review.close(id);
  const mapped = "return { vim.fn.mapcheck('dp', 'n'), vim.fn.mapcheck('do', 'n') }";
  expect(await review.neovim.lua(mapped)).toEqual(["", ""]);
});

for (const option of ["iwhite", "iwhiteall", "icase", "iblank"])
  test(`changes that 'diffopt' hides with "${option}" are counted, reached and decided as all others`, async () => {
    await using review = await ReviewNeovim.start("{}", `vim.opt.diffopt:append('${option}')`);
    await review.propose("a b\nc\nd\ne\nf\n", "a  b\nc\nD\ne\n\nf\n");
    expect(await review.undecided()).toBe(3);
    await review.neovim.keys("gg]c");
    expect(await review.neovim.lua("return vim.fn.line('.')")).toBe(3);
    await review.neovim.keys("do");
    await expect.poll(() => review.undecided()).toBe(2);
    await review.neovim.keys("ggdo");
    await expect.poll(() => review.undecided()).toBe(1);
    await review.neovim.keys("5Gdp");
    await expect.poll(() => review.undecided()).toBe(0);
    expect(await review.accepted()).toBe("a b\nc\nd\ne\n\nf\n");
  });

test("the layout inline draws deleted lines as virtual lines, also above the first line, and marks the others", async () => {
  await using review = await ReviewNeovim.start('{ layout = "inline" }');
  await review.propose("gone\n\tone\ntwo\nthree\nlast\n", "one\ntwo\nTHREE\nfour\n");
  const screen = async () =>
    await review.neovim.lua<string[]>(`
      vim.cmd.redraw()
      local rows = {}
      for row = 1, 10 do
        local text = ""
        for column = 1, 12 do text = text .. vim.fn.screenstring(row, column) end
        rows[row] = vim.trim(text)
      end
      return rows`);
  expect((await screen()).slice(2, 10)).toEqual(["gone", "one", "one", "two", "three", "last", "THREE", "four"]);
  await review.neovim.keys("Gdo");
  await expect.poll(screen).toEqual(expect.arrayContaining(["two", "three ✗ reje", "last", "~"]));
  expect(await screen()).not.toContain("THREE");
  // Kept right while the user edits.
  await review.neovim.keys("2Gotyped<Esc>");
  await expect.poll(() => review.undecided()).toBe(2);
});

test("the layout inline draws deleted lines with any characters, and long ones in part", async () => {
  await using review = await ReviewNeovim.start('{ layout = "inline" }');
  await review.propose(`a\0\tb\x01\r\n\n${"\t\0é😀".repeat(2000)}\n\xff\nlast\n`, "last\n");
  const drawn = await review.neovim.lua<string[]>(`
    local marks = vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()["tandem.review.inline"], 0, -1, { details = true })
    return vim.tbl_map(function(line) return vim.trim(line[1][1]) end, marks[1][4].virt_lines)`);
  expect(drawn).toHaveLength(4);
  expect(drawn[0]).toBe("a^@     b^A^M");
  expect(drawn[2]?.endsWith("…")).toBe(true);
  expect(await review.accepted("ggdo:w<CR>")).toBe(`a\0\tb\x01\r\n\n${"\t\0é😀".repeat(2000)}\n\xff\nlast\n`);
});

for (const layout of ["vertical", "inline"])
  test(`]c and [c go from change to change in the layout ${layout}, and past those that are decided`, async () => {
    await using review = await ReviewNeovim.start(`{ layout = "${layout}" }`);
    await review.propose(before, after);
    const line = () => review.neovim.lua("return vim.fn.line('.')");
    await review.neovim.keys("gg]c");
    expect(await line()).toBe(5);
    await review.neovim.keys("2]c");
    expect(await line()).toBe(10);
    await review.neovim.keys("[c");
    expect(await line()).toBe(8);
    await review.neovim.keys("5Gdp");
    await expect.poll(() => review.undecided()).toBe(3);
    await review.neovim.keys("gg]c");
    expect(await line()).toBe(8);
  });
