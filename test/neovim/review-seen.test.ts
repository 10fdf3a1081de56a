/** How a review looks on users' screens: small, narrow, with their own folds. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

/** The visible parts of the winbars in this tab page. */
const bars = async (review: ReviewFixture) =>
  await review.neovim.lua<string[]>(`
    return vim.tbl_map(function(win)
      return vim.api.nvim_eval_statusline(vim.wo[win].winbar, { winid = win, use_winbar = true }).str
    end, vim.api.nvim_tabpage_list_wins(0))`);

test("the winbar shows how to decide, and unsaved changes, even in half of 80 columns", async () => {
  await using review = await ReviewFixture.start();
  await review.propose("a\nb\n", "a\nB\n", { hasUnsavedChanges: true });
  expect(await bars(review)).toEqual([
    expect.stringContaining("without unsaved changes"),
    expect.stringContaining(":w accept · :q reject · 1 change"),
  ]);
});

test("in half of 80 columns, the counts are above the original text", async () => {
  await using review = await ReviewFixture.start();
  await review.propose("a\n", "b\n");
  await review.propose("a\nb\nc\nd\ne\n", "A\nb\nC\nd\nE\n");
  await review.neovim.keys("dpdo");
  await expect.poll(async () => (await bars(review))[0]).toContain("1 accepted, 1 rejected, 1 left, +2 −2");
  expect((await bars(review))[1]).toContain(":w accept · :q reject · 2 of 2");
});

test("the winbar shows more if there is room", async () => {
  await using review = await ReviewFixture.start();
  await review.propose("a\nb\n", "a\nB\n");
  await review.neovim.lua("vim.o.columns = 300");
  const all = /^ Proposed greeting.txt · 1 change, \+1 −1 · :w or <leader>ca accept · .* accept hunk$/;
  await expect.poll(async () => (await bars(review))[1]).toMatch(all);
  await review.neovim.lua("vim.o.columns = 80");
  await expect.poll(async () => (await bars(review))[1]).toMatch(/^ :w accept · :q reject · 1 change/);
});

test("in the inline layout, the user's folds don't hide changes", async () => {
  await using review = await ReviewFixture.start(
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

test("on a screen of nine rows, a window without room for a winbar caused an error", async () => {
  await using review = await ReviewFixture.start('{ layout = "horizontal" }', "vim.o.lines, vim.o.columns = 9, 20");
  await review.neovim.command("terminal cat");
  await review.neovim.keys("i");
  const id = await review.propose("a\nb\nc\n", "a\nB\nc\n");
  expect(await review.neovim.messages()).toBe("");
  expect(await review.mode()).toBe("t");
  expect(await review.neovim.lua("return require('tandem.review').list()[1].id")).toBe(id);
});

test("messages fit on one line, so they don't swallow a keystroke while the user is typing", async () => {
  await using review = await ReviewFixture.start();
  const id = await review.propose("a\nb\n", "a\nB\n", { path: review.path("a/path/that/is/rather/long.txt") });
  await review.neovim.keys("Goedited");
  await review.close(id, "withdrawn by Claude Code");
  const [message] = await review.neovim.lua<string[]>("return _G.said");
  expect(message).toMatch(/long\.txt: withdrawn by Claude Code; kept in :buffer \d+$/);
  expect(message?.length).toBeLessThanOrEqual(await review.neovim.lua<number>("return vim.v.echospace"));
});
