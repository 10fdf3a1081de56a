/** What a person sees of a review on the screens that they have: small ones, narrow ones, with their own folds. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewNeovim } from "./review-kit.js";

const { test } = needs("neovim");

/** The winbars of the windows of this tab page, as far as they are seen. */
const bars = async (review: ReviewNeovim) =>
  await review.neovim.lua<string[]>(`
    return vim.tbl_map(function(win)
      return vim.api.nvim_eval_statusline(vim.wo[win].winbar, { winid = win, use_winbar = true }).str
    end, vim.api.nvim_tabpage_list_wins(0))`);

test("in half of 80 columns the winbar did not say how to accept and reject, nor that changes are unsaved", async () => {
  await using review = await ReviewNeovim.start();
  await review.propose("a\nb\n", "a\nB\n", { hasUnsavedChanges: true });
  expect(await bars(review)).toEqual([
    expect.stringContaining("without your unsaved changes"),
    expect.stringContaining("1 undecided · :w accepts · :q rejects"),
  ]);
});

test("the winbar says more when there is room for it", async () => {
  await using review = await ReviewNeovim.start();
  await review.propose("a\nb\n", "a\nB\n");
  await review.neovim.lua("vim.o.columns = 300");
  const all = /^ Proposed greeting.txt · 1 undecided · :w or <leader>ca accepts · .* takes one$/;
  await expect.poll(async () => (await bars(review))[1]).toMatch(all);
  await review.neovim.lua("vim.o.columns = 80");
  await expect.poll(async () => (await bars(review))[1]).toMatch(/^ 1 undecided · :w accepts/);
});

test("in the layout inline, changes were hidden in folds that the user's window has", async () => {
  await using review = await ReviewNeovim.start(
    '{ layout = "inline" }',
    "vim.o.foldmethod, vim.o.shiftwidth = 'indent', 2",
  );
  await review.propose("if\n  a\n  b\nend\n", "if\n  a\n  B\nend\n");
  expect(await review.neovim.lua("return vim.fn.foldclosed(3)")).toBe(-1);
  await review.neovim.keys("zi");
  expect(await review.neovim.lua("return vim.fn.foldclosed(3)"), "there are folds").toBe(2);
  expect(await review.accepted()).toBe("if\n  a\n  B\nend\n");
  await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
  expect(await review.neovim.lua("return vim.wo.foldenable")).toBe(true);
});

test("on a screen of nine rows, a window without room for a winbar made showing a proposal an error", async () => {
  await using review = await ReviewNeovim.start('{ layout = "horizontal" }', "vim.o.lines, vim.o.columns = 9, 20");
  await review.neovim.command("terminal cat");
  await review.neovim.keys("i");
  const id = await review.propose("a\nb\nc\n", "a\nB\nc\n");
  expect(await review.neovim.messages()).toBe("");
  expect(await review.mode()).toBe("t");
  expect(await review.neovim.lua("return require('tandem.review').list()[1].id")).toBe(id);
});

test("a message was too long for its line, and took a key from somebody who was typing", async () => {
  await using review = await ReviewNeovim.start();
  const id = await review.propose("a\nb\n", "a\nB\n", { path: review.path("a/path/that/is/rather/long.txt") });
  await review.neovim.keys("Goedited");
  await review.close(id, "Claude Code has taken it back");
  const [said] = await review.neovim.lua<string[]>("return _G.said");
  expect(said).toMatch(/long\.txt: Claude Code has taken it back; kept in :buffer \d+$/);
  expect(said?.length).toBeLessThanOrEqual(await review.neovim.lua<number>("return vim.v.echospace"));
});
