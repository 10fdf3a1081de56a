/** The basics of a review: it is shown, accepted, rejected or closed, and afterwards everything is as before. */
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";
const after = "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nTEN\n";
const nothing = { buffers: [], tabs: 1 };

describe("a review", () => {
  test("shows the original and the proposed text in diff mode in a new tab page", async () => {
    await using review = await ReviewFixture.start();
    await review.propose(before, after);
    expect(
      await review.neovim.lua(`return { vim.fn.winlayout()[1], vim.wo.diff, vim.fn.diff_hlID(1, 1) ~= 0, vim.fn.diff_hlID(2, 1),
        vim.fn.tabpagenr("$"), vim.fn.tabpagenr() }`),
    ).toEqual(["row", true, true, 0, 2, 2]);
    expect(await review.neovim.lines()).toEqual(after.split("\n").slice(0, -1));
  });

  for (const write of [":w<CR>", ":wq<CR>", ":x<CR>", "ZZ", ":up<CR>", ":write!<CR>", ":silent wq!<CR>"]) {
    test(`is accepted once by ${write} and cleaned up`, async () => {
      await using review = await ReviewFixture.start("{}", "", { "a.txt": "a" }, ["edit a.txt"]);
      const around = await review.state();
      const id = await review.propose(before, after);
      await review.neovim.keys(write);
      await expect.poll(() => review.decisions()).toEqual([{ id, accepted: true, text: after }]);
      await expect.poll(() => review.leftovers()).toEqual(nothing);
      expect(await review.state()).toEqual(around);
      expect(await review.decisions()).toHaveLength(1);
      expect(await review.neovim.messages()).not.toMatch(/E\d+:/);
    });
  }

  for (const leave of [
    ":q<CR>",
    "ZQ",
    ":close<CR>",
    ":tabclose<CR>",
    ":bdelete<CR>",
    ":bwipeout!<CR>",
    "<C-w>c",
    "<C-w>h:q<CR>",
    "<C-w>q",
    ":only<CR>",
    "<C-w>h:bd<CR>",
  ]) {
    const fault = leave === ":q<CR>" ? " (peer fault: :q on a diff does not reject)" : "";
    test(`is rejected once by ${leave}${fault} and cleaned up`, async () => {
      await using review = await ReviewFixture.start("{}", "", { "a.txt": "a" }, ["edit a.txt"]);
      const around = await review.state();
      const id = await review.propose(before, after);
      await review.neovim.keys(leave);
      await review.passClosed();
      await expect.poll(() => review.decisions()).toEqual([{ id, accepted: false }]);
      await expect.poll(() => review.leftovers()).toEqual(nothing);
      expect(await review.state()).toEqual(around);
      expect(await review.decisions()).toHaveLength(1);
    });
  }

  test("that is withdrawn is closed without a decision", async () => {
    await using review = await ReviewFixture.start();
    const around = await review.state();
    const id = await review.propose(before, after);
    await review.close(id);
    await expect.poll(() => review.leftovers()).toEqual(nothing);
    expect(await review.state()).toEqual(around);
    expect(await review.decisions()).toEqual([]);
  });
});
