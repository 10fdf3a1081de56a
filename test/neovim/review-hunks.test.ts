/** Single changes of a proposal, accepted and rejected with Vim's keys and with commands. */
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
const after = "ONE\ntwo\nthree\nfour\nnew\nfive\nsix\neight\nnine\nTEN\n";

/** To a diff these are two lines for four; to "linematch" two of them are changed and two are new. */
const linematched = "same\nnew above\nfirst = 11\nnew between\nsecond = 22\nend\n";

for (const layout of ["vertical", "horizontal", "inline"]) {
  const start = (more = "") => ReviewFixture.start(`{ layout = "${layout}" }`, more);

  describe(`in the layout ${layout}`, () => {
    test("the winbar shows the decisions after do, dp and edits", async () => {
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

    test("do rejects the hunk under the cursor, and accepting returns the rest", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("5Gdo");
      expect(await review.accepted()).toBe("ONE\ntwo\nthree\nfour\nfive\nsix\neight\nnine\nTEN\n");
    });

    test("do below deleted lines restores them", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("8Gdo");
      expect(await review.accepted()).toBe("ONE\ntwo\nthree\nfour\nnew\nfive\nsix\nseven\neight\nnine\nTEN\n");
    });

    test("dp accepts a hunk", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("ggdpGdp");
      await expect.poll(() => review.undecided()).toBe(2);
      expect(await review.accepted()).toBe(after);
    });

    // Neovim's default since 0.11. It shows a change as several, and Vim's dp and do apply one of those.
    for (const keys of ["dp", "do"])
      test(`${keys} affected half of a hunk if 'diffopt' contains "linematch"`, async () => {
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

    test("the commands do the same, even with a range", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("gg:TandemRejectHunk<CR>");
      await review.neovim.keys(":5,$TandemRejectHunk<CR>");
      await expect.poll(() => review.undecided()).toBe(0);
      expect(await review.accepted()).toBe(before);
    });

    test("the keys in the options do the same, even in visual mode", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("gg\\ch");
      await expect.poll(() => review.undecided()).toBe(3);
      await review.neovim.keys("5GVG\\cx");
      await expect.poll(() => review.undecided()).toBe(0);
      expect(await review.mode()).toBe("n");
      expect(await review.accepted("\\ca")).toBe("ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n");
    });

    test("undo restores a rejected hunk, and there is nothing to undo at the start", async () => {
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

    test("a command without an undecided hunk shows a message and changes nothing", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("3G\\cx");
      await expect.poll(() => review.said()).toContain("No undecided hunk here");
      expect(await review.accepted()).toBe(after);
    });
  });
}

test("in the window of the original text, do accepts a hunk and dp rejects it", async () => {
  await using review = await ReviewFixture.start();
  await review.propose(before, after);
  await review.neovim.keys("<C-w>hGdoggdp<C-w>l");
  await expect.poll(() => review.undecided()).toBe(2);
  expect(await review.accepted()).toBe("one\ntwo\nthree\nfour\nnew\nfive\nsix\neight\nnine\nTEN\n");
});

test("do and dp in the window of the original text also take a whole change if 'diffopt' contains \"linematch\"", async () => {
  for (const keys of ["do", "dp"]) {
    await using review = await ReviewFixture.start("{}", "vim.opt.diffopt:append('linematch:60')");
    const old = "same\nfirst = 1\nsecond = 2\nend\n";
    await review.propose(old, linematched);
    await review.neovim.keys(`<C-w>h3G${keys}<C-w>l`);
    await expect.poll(() => review.undecided()).toBe(0);
    expect(await review.accepted()).toBe(keys === "do" ? linematched : old);
  }
});

test("a review does not change 'diffopt' or the keys of the user's diffs", async () => {
  await using review = await ReviewFixture.start("{}", "vim.opt.diffopt:append('linematch:60')");
  const options = await review.neovim.lua("return vim.o.diffopt");
  const id = await review.propose(before, after);
  expect(await review.neovim.lua("return vim.o.diffopt")).toBe(options);
  await review.close(id);
  const mapped = "return { vim.fn.mapcheck('dp', 'n'), vim.fn.mapcheck('do', 'n') }";
  expect(await review.neovim.lua(mapped)).toEqual(["", ""]);
});

for (const option of ["iwhite", "iwhiteall", "icase", "iblank"])
  test(`hunks that 'diffopt' hides with "${option}" are counted and can be decided`, async () => {
    await using review = await ReviewFixture.start("{}", `vim.opt.diffopt:append('${option}')`);
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

test("the inline layout draws deleted lines as virtual lines, also above the first line, and highlights the others", async () => {
  await using review = await ReviewFixture.start('{ layout = "inline" }');
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
  await expect.poll(screen).toEqual(expect.arrayContaining(["two", "three ✗ reje", "last", "THREE", "four"]));
  expect(await review.neovim.lines()).not.toContain("THREE");
  // Kept right while the user edits.
  await review.neovim.keys("2Gotyped<Esc>");
  await expect.poll(() => review.undecided()).toBe(2);
});

test("the inline layout draws deleted lines with special characters, and truncates long ones", async () => {
  await using review = await ReviewFixture.start('{ layout = "inline" }');
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
  test(`]c and [c go between undecided hunks in the layout ${layout}`, async () => {
    await using review = await ReviewFixture.start(`{ layout = "${layout}" }`);
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
