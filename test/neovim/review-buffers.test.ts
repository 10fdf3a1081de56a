/** The buffers of reviews, with the user's buffer of the file, keys, autocommands and sessions. */
import { readFileSync } from "node:fs";
import { describe, expect, vi } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\n";
const after = "ONE\ntwo\nthree\nFOUR\n";
const nothing = { buffers: [], tabs: 1 };

describe("the user's own buffer of the file", () => {
  for (const [what, command] of [
    ["has unsaved changes", "normal! Aunsaved"],
    ["is read-only", "setlocal readonly"],
    ["is not modifiable", "setlocal nomodifiable"],
    ["is open in a window that cannot change its buffer", "setlocal winfixbuf"],
  ] as const) {
    test(`${what}: the review works and does not change the buffer`, async () => {
      await using review = await ReviewFixture.start("{}", "vim.o.autoread = true", { "greeting.txt": before }, [
        "edit greeting.txt",
        "setlocal tabstop=3 expandtab",
        command,
      ]);
      const state =
        "local b = vim.fn.bufnr('greeting.txt') return { vim.api.nvim_buf_get_lines(b, 0, -1, false), vim.bo[b].modified, vim.bo[b].modifiable, vim.bo[b].readonly, vim.fn.undotree(b).seq_last }";
      const was = await review.neovim.lua(state);
      await review.propose(before, after, { hasUnsavedChanges: what === "has unsaved changes" });
      expect((await review.neovim.lua<string>("return vim.wo.winbar")).includes("unsaved changes")).toBe(
        what === "has unsaved changes",
      );
      expect(await review.neovim.lua("return { vim.bo.tabstop, vim.bo.expandtab }")).toEqual([3, true]);
      await review.neovim.keys("Aedited<Esc>");
      expect(await review.accepted()).toBe(after.replace("ONE", "ONEedited"));
      await expect.poll(() => review.leftovers()).toEqual(nothing);
      expect(await review.neovim.lua(state)).toEqual(was);
      expect(readFileSync(review.path("greeting.txt"), "utf8")).toBe(before);
    });
  }
});

test("highlights the text without setting 'filetype'", async () => {
  await using review = await ReviewFixture.start(
    "{}",
    `
    vim.cmd("filetype plugin on | syntax on")
    _G.filetypes = 0
    vim.api.nvim_create_autocmd("FileType", { callback = function() _G.filetypes = _G.filetypes + 1 end })`,
  );
  await review.propose("def f():\n    pass\n", "def g():\n    pass\n", { path: review.path("a.py") });
  expect(await review.neovim.lua("return { vim.bo.filetype, vim.bo.syntax, _G.filetypes }")).toEqual(["", "python", 0]);
  await review.propose("local a = 1\n", "local a = 2\n", { path: review.path("a.lua") });
  // If Neovim was packaged without the parser, the plugin falls back to Vim's syntax highlighting.
  const hasParser = await review.neovim.lua<boolean>("return (pcall(vim.treesitter.get_string_parser, '', 'lua'))");
  expect(
    await review.neovim.lua(
      "return { vim.bo.filetype, vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] ~= nil, vim.bo.syntax, _G.filetypes }",
    ),
  ).toEqual(["", hasParser, hasParser ? "" : "lua", 0]);
});

test("paths with special characters work", async () => {
  await using review = await ReviewFixture.start();
  for (const name of [
    "a%b#c.txt",
    "a b [x] {y} *.txt",
    "$HOME.txt",
    "quote'\"`|.txt",
    "back\\slash,comma.txt",
    "new\nline.txt",
    "é😀.txt",
    "%{v:version}.txt",
  ]) {
    const id = await review.propose(before, after, { path: review.path(name) });
    const winbar = await review.neovim.lua<string>(
      "return vim.api.nvim_eval_statusline(vim.wo.winbar, { maxwidth = 500, use_winbar = true }).str",
    );
    expect(winbar).toContain(`Proposed ${name.replace("\n", "^@")} `);
    await review.neovim.keys(":w<CR>");
    await vi.waitFor(async () =>
      expect((await review.decisions()).at(-1)).toEqual({ id, accepted: true, text: after }),
    );
    await expect.poll(() => review.leftovers()).toEqual(nothing);
  }
});

test("keys are local to the review, have descriptions and can be disabled", async () => {
  await using review = await ReviewFixture.start('{ keys = { accept = "ga", reject = false } }', "vim.o.columns = 300");
  await review.propose(before, after);
  const maps =
    "return vim.tbl_map(function(map) return { map.lhs, map.desc } end, vim.api.nvim_buf_get_keymap(0, 'n'))";
  const found = await review.neovim.lua<[string, string][]>(maps);
  expect(found.map(([lhs]) => lhs).sort()).toEqual(["ZZ", "[c", "\\ch", "\\cx", "]c", "do", "dp", "ga"]);
  expect(found.every(([, desc]) => desc.startsWith("Tandem: "))).toBe(true);
  expect(
    await review.neovim.lua(
      "return #vim.tbl_filter(function(map) return (map.desc or ''):find('Tandem') end, vim.api.nvim_get_keymap('n'))",
    ),
  ).toBe(0);
  expect(await review.neovim.lua("return vim.wo.winbar")).toMatch(
    /:w or ga accept · :q reject · do or <leader>cx reject hunk/,
  );
  expect(await review.accepted("ga")).toBe(after);
});

for (const layout of ["vertical", "inline"]) {
  test(`:edit! in the layout ${layout} restores the proposed text`, async () => {
    await using review = await ReviewFixture.start(`{ layout = "${layout}" }`);
    await review.propose(before, after);
    await review.neovim.keys("ggdG:edit!<CR>");
    expect(await review.neovim.lines()).toEqual(after.trimEnd().split("\n"));
    await review.neovim.keys("2Gx");
    await expect.poll(() => review.undecided()).toBe(2);
    expect(await review.neovim.lua("return vim.bo.modified")).toBe(false);
    await review.neovim.keys("ggdo");
    expect(await review.accepted()).toBe("one\ntwo\nthree\nFOUR\n");
    await expect.poll(() => review.leftovers()).toEqual(nothing);
  });
}

test("in the inline layout, accepting a hunk can be undone", async () => {
  await using review = await ReviewFixture.start('{ layout = "inline" }');
  await review.propose(before, after);
  const all = await review.undecided();
  await review.neovim.keys("ggdp");
  await expect.poll(() => review.undecided()).toBe(all - 1);
  await review.neovim.keys(":edit!<CR>");
  await expect.poll(() => review.undecided()).toBe(all);
  await review.neovim.keys(":%TandemRejectHunk<CR>");
  expect(await review.accepted()).toBe(before);
});

test("errors in the user's autocommands don't prevent a review", async () => {
  await using review = await ReviewFixture.start(
    "{}",
    "vim.cmd('autocmd TabNew,TabEnter,WinNew,WinEnter,WinLeave,BufEnter,BufWinEnter,WinClosed,BufLeave * call NoSuchFunction()')",
  );
  const id = await review.propose(before, after);
  expect((await review.neovim.lines())[0]).toBe("ONE");
  await review.neovim.lua("require('tandem.review').accept(...)", id);
  await expect.poll(() => review.decisions()).toEqual([{ id, accepted: true, text: after }]);
  await expect.poll(() => review.leftovers()).toEqual(nothing);
});

test("an error in the user's event handler does not prevent a decision", async () => {
  await using review = await ReviewFixture.start("{}", "vim.cmd('autocmd User TandemReview* call NoSuchFunction()')");
  const id = await review.propose(before, after);
  await review.neovim.keys(":w<CR>");
  await expect.poll(() => review.decisions()).toEqual([{ id, accepted: true, text: after }]);
  await expect.poll(() => review.leftovers()).toEqual(nothing);
  expect(await review.neovim.messages()).toContain("NoSuchFunction");
});

test("every message fits in one line, to avoid the hit-enter prompt", async () => {
  await using review = await ReviewFixture.start('{ focus = "never", place = "here" }', "", { "a.txt": "a\n" }, [
    "edit a.txt",
    "diffthis",
  ]);
  await review.propose(before, after, {
    path: review.path("a/very/long/path/that/goes/on/and/on/without/an/end/to/it/file.txt"),
  });
  await review.neovim.command("tabnext");
  await review.neovim.command("silent! write");
  await review.neovim.keys("<C-w>hZZ");
  const said = await review.neovim.lua<string[]>("return _G.said");
  expect(said).toHaveLength(4);
  // The rest of a line of 80 columns shows the typed keys ('showcmd').
  const room = await review.neovim.lua<number>("return vim.v.echospace");
  expect(room).toBe(68);
  for (const message of said) expect(message.length).toBeLessThanOrEqual(room);
});

test("a proposal that arrives while windows can't be changed is shown afterwards", async () => {
  await using review = await ReviewFixture.start(
    "{}",
    `
    vim.keymap.set("n", "gz", function() _G.late() return "" end, { expr = true })`,
  );
  await review.neovim.lua(
    `
    local proposal = ...
    function _G.late()
      _G.call("open_review", proposal)
      _G.at_once = vim.fn.tabpagenr("$")
    end`,
    review.prepare("a\n", "b\n", { path: review.path("late.txt") }),
  );
  await review.neovim.keys("gz");
  expect(await review.neovim.lua("return _G.at_once")).toBe(1);
  await expect.poll(() => review.neovim.lua("return vim.fn.bufname()")).toContain("late.txt");
  expect(await review.accepted()).toBe("b\n");
});

test("a proposal with the id of a pending review replaces it", async () => {
  await using review = await ReviewFixture.start();
  await review.propose("a\n", "b\n", { id: "same" });
  await review.propose("a\n", "c\n", { id: "same" });
  await expect.poll(async () => (await review.leftovers()).buffers).toHaveLength(2);
  await review.neovim.keys(":TandemReview<CR>");
  expect(await review.accepted()).toBe("c\n");
  expect(await review.decisions()).toEqual([{ id: "same", accepted: true, text: "c\n" }]);
});

test("a session saved during a review is restored without the review", async () => {
  await using review = await ReviewFixture.start("{}", "", { "a.txt": "a\n" }, ["edit a.txt"]);
  await review.propose(before, after);
  await review.neovim.command("mksession session.vim");
  await using other = await ReviewFixture.start();
  await other.neovim.command(`source ${review.path("session.vim")}`);
  expect(await other.neovim.messages()).not.toMatch(/E\d+:/);
  expect(await other.neovim.lua("return vim.fn.bufexists('a.txt')")).toBe(1);
  expect(
    await other.neovim.lua(
      "return vim.tbl_filter(function(b) return vim.bo[b].buftype == 'acwrite' end, vim.api.nvim_list_bufs())",
    ),
  ).toEqual([]);
});
