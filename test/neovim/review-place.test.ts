/** Where reviews are shown, and that the layout is restored when they close. */
import { describe, expect, vi } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const long = (count: number, change?: number) =>
  `${Array.from({ length: count }, (_, i) => (i === change ? `changed ${i}` : `line ${i}`)).join("\n")}\n`;
const before = long(40);
const after = long(40, 20);
const files = { "a.txt": long(300), "b.txt": long(200), "c.txt": long(100) };

/** Some windows of uneven sizes, scrolled, with alternate files, jumps, a search, registers, undo. */
const desk = [
  "edit c.txt",
  "edit b.txt",
  "vsplit a.txt",
  "normal! 100Gzt50Gx150Gzz",
  "split b.txt",
  'normal! 20G"ayy',
  "let @/ = 'line 7'",
  "wincmd b",
  "vertical resize 23",
  "wincmd t",
  "resize 7",
  "wincmd p",
];

const endings: [string, string, boolean][] = [
  ["accepted with :w", ":w<CR>", true],
  ["accepted with :wq", ":wq<CR>", true],
  ["rejected with :q", ":q<CR>", false],
  ["rejected in the other window", "<C-w>p:q<CR>", false],
];

for (const place of ["tab", "here"]) {
  for (const layout of ["vertical", "horizontal", "inline"]) {
    describe(`place ${place}, layout ${layout}`, () => {
      const options = `{ place = "${place}", layout = "${layout}" }`;

      for (const equal of ["equalalways", "noequalalways"]) {
        for (const [ending, keys, accepted] of endings) {
          // There is only one window, and `:q` would close the user's.
          if (ending.includes("other window") && layout === "inline") continue;
          test(`${ending}, with '${equal}': restores windows, sizes, scrolling, alternate files, jumps, registers and undo`, async () => {
            await using review = await ReviewFixture.start(
              options,
              `vim.o.${equal.replace("no", "")} = ${!equal.startsWith("no")}; vim.o.lines, vim.o.columns = 40, 140`,
              files,
              desk,
            );
            const around = await review.state();
            const id = await review.propose(before, after);
            await review.neovim.command("redraw!");
            await review.neovim.keys(keys.replace("<C-w>p", layout === "vertical" ? "<C-w>h" : "<C-w>k"));
            if (!accepted) await review.passClosed();
            await expect.poll(() => review.decisions()).toMatchObject([{ id, accepted }]);
            await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
            expect(await review.state()).toEqual(around);
          });
        }
      }

      test("withdrawn: restores everything", async () => {
        await using review = await ReviewFixture.start(options, "vim.o.lines, vim.o.columns = 40, 140", files, desk);
        const around = await review.state();
        const id = await review.propose(before, after);
        expect(await review.neovim.lua("return vim.api.nvim_win_get_cursor(0)[1]")).toBe(21);
        await review.close(id);
        await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
        expect(await review.state()).toEqual(around);
      });

      test("peer fault: no room for a diff when the terminal is the only window", async () => {
        await using review = await ReviewFixture.start(options);
        await review.neovim.lua('vim.cmd("terminal cat"); vim.cmd("startinsert")');
        await vi.waitFor(async () => expect(await review.mode()).toBe("t"));
        const around = await review.neovim.lua("return { vim.fn.winlayout(), vim.fn.winrestcmd() }");
        await review.propose(before, after);
        expect(await review.mode()).toBe("t");
        const shown = "return #vim.fn.win_findbuf(vim.fn.bufnr('tandem://review/1/proposed/greeting.txt'))";
        expect(await review.neovim.lua(shown)).toBe(1);
        expect(await review.neovim.lua("return #vim.api.nvim_tabpage_list_wins(0)")).toBe(layout === "inline" ? 2 : 3);
        await review.neovim.keys("<C-\\><C-n>:TandemReview<CR>");
        expect(await review.accepted()).toBe(after);
        await expect.poll(() => review.mode()).toBe("t");
        expect(await review.neovim.lua("return { vim.fn.winlayout(), vim.fn.winrestcmd() }")).toEqual(around);
      });

      test("works with 'nohidden', an unsaved buffer and 'winfixbuf'", async () => {
        await using review = await ReviewFixture.start(options, "vim.o.hidden = false", files, [
          "edit a.txt",
          "normal! x",
          "setlocal winfixbuf winfixwidth",
        ]);
        const around = await review.state();
        await review.propose(before, after);
        expect(await review.accepted()).toBe(after);
        await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
        expect(await review.state()).toEqual(around);
        expect(await review.neovim.messages()).not.toMatch(/E\d+:/);
      });
    });
  }

  test(`place ${place}: peer fault: closing a diff closes the user's own diffs`, async () => {
    await using review = await ReviewFixture.start(`{ place = "${place}" }`, "", files, [
      "edit a.txt",
      "diffthis",
      "vsplit b.txt",
      "diffthis",
      "tabnew c.txt",
      "diffthis",
      "tabprevious",
    ]);
    const around = await review.state();
    const id = await review.propose(before, after);
    expect(await review.neovim.lua("return vim.fn.tabpagenr('$')")).toBe(3);
    if (place === "here") expect(await review.said()).toContain("a diff");
    // Only the two windows of the review are in diff mode.
    expect(await review.neovim.lua("return vim.fn.diff_hlID(21, 1) ~= 0 and vim.fn.diff_hlID(1, 1) == 0")).toBe(true);
    await review.close(id);
    await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 2 });
    expect(await review.state()).toEqual(around);
  });
}

for (const order of [
  [0, 1],
  [1, 0],
]) {
  test(`two in one tab page, closed in the order ${order.map((i) => i + 1).join(", ")}, restore the sizes`, async () => {
    await using review = await ReviewFixture.start(
      '{ place = "here", layout = "inline" }',
      "vim.o.lines, vim.o.columns = 40, 140",
      files,
      desk,
    );
    const around = await review.state();
    const ids = [await review.propose(before, after), await review.propose(before, after)];
    expect(await review.neovim.lua("return vim.fn.winnr('$')")).toBe(5);
    for (const i of order) await review.close(ids[i] ?? "");
    await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
    expect(await review.state()).toEqual(around);
  });
}

test("a second review opens in a new tab page if two diffs would be mixed", async () => {
  await using review = await ReviewFixture.start('{ place = "here" }', "vim.o.columns = 160", files, ["edit a.txt"]);
  await review.propose(before, after);
  await review.propose(before, after);
  expect(await review.said()).toContain("another review");
  expect(await review.neovim.lua("return vim.fn.tabpagenr('$')")).toBe(2);
});

test("both windows show the same part of the text, the first change", async () => {
  await using review = await ReviewFixture.start("{}", "vim.opt.diffopt:append('context:500')", files, ["edit a.txt"]);
  await review.propose(long(300), long(300, 250));
  const first = `
    vim.cmd.redraw()
    return vim.tbl_map(function(win) return vim.fn.getwininfo(win)[1].topline end, vim.api.nvim_tabpage_list_wins(0))`;
  const [left = 0, right = 0] = await review.neovim.lua<number[]>(first);
  expect(left).toBe(right);
  expect(right).toBeGreaterThan(200);
});

test("place here: a user in insert mode can continue, with one undo step", async () => {
  await using review = await ReviewFixture.start('{ place = "here" }', "vim.o.columns = 160", { "a.txt": "alpha\n" }, [
    "edit a.txt",
  ]);
  await review.neovim.keys("ione ");
  const id = await review.propose(before, after);
  expect(await review.neovim.lua("return vim.fn.winnr('$')")).toBe(3);
  expect(await review.mode()).toBe("i");
  await review.neovim.keys("two ");
  expect(await review.neovim.lua("return vim.api.nvim_get_current_line()")).toBe("one two alpha");
  await review.close(id);
  await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
  await review.neovim.keys("three <Esc>");
  expect(await review.neovim.lua("return vim.api.nvim_get_current_line()")).toBe("one two three alpha");
  await review.neovim.keys("u");
  expect(await review.neovim.lua("return vim.api.nvim_get_current_line()")).toBe("alpha");
});

test("does not split a floating window or a file tree", async () => {
  await using review = await ReviewFixture.start('{ place = "here" }', "vim.o.columns = 160", files, [
    "edit a.txt",
    "topleft 20vnew",
    "setlocal buftype=nofile winfixwidth nonumber",
  ]);
  await review.neovim.lua(
    `vim.api.nvim_open_win(vim.api.nvim_create_buf(false, true), true, { relative = "editor", row = 1, col = 1, width = 10, height = 3 })`,
  );
  const around = await review.neovim.lua("return { vim.fn.winlayout(), vim.fn.winrestcmd() }");
  await review.propose(before, after);
  expect(await review.neovim.lua("return vim.fn.winwidth(1)")).toBe(20);
  expect(await review.accepted()).toBe(after);
  await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
  expect(await review.neovim.lua("return { vim.fn.winlayout(), vim.fn.winrestcmd() }")).toEqual(around);
});

test("opens in a new tab page if there is no room, and shows why", async () => {
  await using review = await ReviewFixture.start(
    '{ place = "here", layout = "horizontal" }',
    "vim.o.lines = 12; vim.o.winheight = 4; vim.o.winminheight = 4",
    files,
    ["edit a.txt"],
  );
  const around = await review.state();
  await review.propose(before, after);
  expect(await review.neovim.lua("return vim.fn.tabpagenr('$')")).toBe(2);
  expect(await review.said()).toContain("too small");
  expect(await review.accepted()).toBe(after);
  await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
  expect(await review.state()).toEqual(around);
});

test("windows that the user opened in the tab page of a review are kept", async () => {
  await using review = await ReviewFixture.start("{}", "", files, ["edit a.txt"]);
  const id = await review.propose(before, after);
  await review.neovim.keys(":botright split b.txt<CR>");
  await review.close(id);
  await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 2 });
  expect(
    await review.neovim.lua(
      "return { vim.fn.bufname(), vim.wo.diff, vim.wo.scrollbind, vim.wo.winfixbuf, vim.wo.winbar }",
    ),
  ).toEqual(["b.txt", false, false, false, ""]);
});

test("closing a review in the last tab page leaves a window", async () => {
  await using review = await ReviewFixture.start("{}", "", files, ["edit a.txt"]);
  const id = await review.propose(before, after);
  await review.neovim.keys(":tabonly<CR>");
  await review.close(id);
  await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
  expect(
    await review.neovim.lua("return { vim.fn.bufname(), vim.fn.winnr('$'), vim.wo.diff, vim.wo.winfixbuf }"),
  ).toEqual(["a.txt", 1, false, false]);
});

test("moving its window to another tab page, or splitting it, does not end a review", async () => {
  await using review = await ReviewFixture.start("{}", "", files, ["edit a.txt"]);
  await review.propose(before, after);
  await review.neovim.keys("<C-w>s:q<CR>");
  await review.neovim.keys("<C-w>T");
  expect(await review.decisions()).toEqual([]);
  expect(await review.accepted()).toBe(after);
  await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
});

test("another file cannot be opened over a review by mistake", async () => {
  await using review = await ReviewFixture.start("{}", "", files, ["edit a.txt"]);
  await review.propose(before, after);
  await review.neovim.keys(":edit b.txt<CR>");
  await review.neovim.keys(":bnext<CR>");
  expect(await review.decisions()).toEqual([]);
  await review.neovim.keys(":split b.txt<CR>");
  expect(await review.neovim.lua("return { vim.fn.bufname(), vim.wo.diff }")).toEqual(["b.txt", false]);
});
