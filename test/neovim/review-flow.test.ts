/** The flow of deciding: from hunk to hunk, and from review to review. */
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\nfive\nsix\n";
const after = "ONE\ntwo\nTHREE\nfour\nfive\nSIX\n";

const propose = async (review: ReviewFixture, ...names: string[]) => {
  for (const name of names) await review.propose("a\n", "b\n", { id: name, path: review.path(name) });
};
const shown = (review: ReviewFixture) => review.neovim.lua<string>("return vim.fn.expand('%:t')");
const winbar = (review: ReviewFixture) => review.neovim.lua<string>("return vim.wo.winbar");
const line = (review: ReviewFixture) => review.neovim.lua<number>("return vim.fn.line('.')");

describe("after a decision", () => {
  for (const layout of ["vertical", "inline"])
    for (const keys of [":w<CR>", ":wq<CR>", "ZZ", ":TandemReject<CR>", "\\ca", "\\cr"])
      test(`with ${keys}, the next pending review opens in the layout ${layout}`, async () => {
        await using review = await ReviewFixture.start(`{ layout = "${layout}" }`, "", { "a.txt": "a" }, [
          "edit a.txt",
        ]);
        const around = await review.state();
        await propose(review, "1.txt", "2.txt", "3.txt");
        await review.neovim.lua("require('tandem.review').show('2.txt')");
        for (const next of ["3.txt", "1.txt", "a.txt"]) {
          await review.neovim.keys(keys);
          await expect.poll(() => shown(review)).toBe(next);
        }
        await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
        expect(await review.state()).toEqual(around);
        expect((await review.decisions()).map(({ id }) => id)).toEqual(["2.txt", "3.txt", "1.txt"]);
      });

  test("the user returns to where they were if open_next_review is false", async () => {
    await using review = await ReviewFixture.start("{ open_next_review = false }", "", { "a.txt": "a" }, [
      "edit a.txt",
    ]);
    await propose(review, "1.txt", "2.txt");
    await review.neovim.lua("require('tandem.review').show('1.txt')");
    await review.neovim.keys(":w<CR>");
    await expect.poll(() => shown(review)).toBe("a.txt");
    expect(await review.neovim.lua("return require('tandem.review').pending()")).toBe(1);
  });

  test("outside the review, the user stays where they are", async () => {
    await using review = await ReviewFixture.start('{ focus = "never" }', "", { "a.txt": "a" }, ["edit a.txt"]);
    await propose(review, "1.txt", "2.txt");
    await review.neovim.lua("require('tandem.review').accept('1.txt')");
    await expect.poll(() => review.decisions()).toHaveLength(1);
    expect(await shown(review)).toBe("a.txt");
  });

  for (const keys of [":w<CR>:w<CR>:w<CR>", "ZZZZZZ", "\\ca\\ca\\ca", ":TandemAccept<CR>:TandemAccept<CR>"])
    test(`keys that were typed before the next review was shown don't accept it: ${keys}`, async () => {
      await using review = await ReviewFixture.start();
      await propose(review, "1.txt", "2.txt");
      await review.neovim.lua("require('tandem.review').show('1.txt')");
      await review.neovim.keys(keys);
      await expect.poll(() => shown(review)).toBe("2.txt");
      expect((await review.decisions()).map(({ id }) => id)).toEqual(["1.txt"]);
    });

  test("a review that was withdrawn while another one closes is not opened", async () => {
    await using review = await ReviewFixture.start("{}", "", { "a.txt": "a" }, ["edit a.txt"]);
    await propose(review, "1.txt", "2.txt");
    await review.neovim.lua("require('tandem.review').show('1.txt')");
    await review.neovim.lua(`
      require("tandem.review").accept()
      require("tandem.review").close("2.txt", "withdrawn by Claude Code")`);
    await expect.poll(() => shown(review)).toBe("a.txt");
    expect(await review.said()).toBe("");
  });
});

test("the winbar shows the place in the queue while there are several reviews", async () => {
  await using review = await ReviewFixture.start("{}", "vim.o.columns = 300");
  await propose(review, "1.txt");
  expect(await winbar(review)).not.toContain(" of ");
  await propose(review, "2.txt", "3.txt");
  await review.neovim.lua("require('tandem.review').show('2.txt')");
  await expect.poll(() => winbar(review)).toContain("2 of 3");
  await review.close("1.txt");
  await expect.poll(() => winbar(review)).toContain("1 of 2");
});

for (const layout of ["vertical", "horizontal", "inline"])
  describe(`in the layout ${layout}`, () => {
    const start = () => ReviewFixture.start(`{ layout = "${layout}" }`, "vim.o.columns = 300");

    test("each decision goes to the next undecided hunk, and the winbar counts", async () => {
      await using review = await start();
      await review.propose(before, after);
      expect(await winbar(review)).toContain("3 changes, +3 −3");
      await review.neovim.keys("do");
      expect(await line(review)).toBe(3);
      await expect.poll(() => winbar(review)).toContain("1 rejected, 2 left, +2 −2");
      await review.neovim.keys("Gdp");
      expect(await line(review), "the first one after the end").toBe(3);
      await review.neovim.keys("dp");
      await expect.poll(() => winbar(review)).toContain("2 accepted, 1 rejected, 0 left, +2 −2");
      expect(await line(review), "the last one stays").toBe(3);
      await review.neovim.keys("ggdp");
      await expect.poll(() => winbar(review)).toContain("3 accepted, 0 left, +3 −3");
      expect(await line(review), "a changed decision stays").toBe(1);
      expect(await review.accepted()).toBe(after);
    });

    test("keys typed faster than the sidecar answers decide one hunk after another", async () => {
      await using review = await start();
      await review.propose(before, after);
      const answer = review.hold();
      await review.neovim.keys("dodpdo");
      answer();
      expect(await review.accepted()).toBe("one\ntwo\nTHREE\nfour\nfive\nsix\n");
    });

    test("a range goes to the hunk after it", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys(":1,4TandemRejectHunk<CR>");
      expect(await line(review)).toBe(6);
      expect(await review.accepted()).toBe("one\ntwo\nthree\nfour\nfive\nSIX\n");
    });
  });

test("in the window of the original text, a decision goes to the next hunk there", async () => {
  await using review = await ReviewFixture.start();
  await review.propose("one\ntwo\nthree\nfour\n", "one\nnew\nnew\ntwo\nTHREE\nfour\n");
  await review.neovim.keys("<C-w>h2Gdp");
  expect(await line(review)).toBe(3);
  await review.neovim.keys("do<C-w>l");
  expect(await review.accepted()).toBe("one\ntwo\nTHREE\nfour\n");
});

test("a decided hunk far from others was hidden in a fold", async () => {
  await using review = await ReviewFixture.start();
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
  const proposed = lines.with(19, "A").with(79, "B");
  await review.propose(`${lines.join("\n")}\n`, `${proposed.join("\n")}\n`);
  const closed = () =>
    review.neovim.lua(`
      return vim.tbl_map(function(win)
        return vim.api.nvim_win_call(win, function()
          return vim.tbl_map(function(line) return vim.fn.foldclosed(line) > 0 end, { 5, 20, 50, 80 })
        end)
      end, vim.api.nvim_tabpage_list_wins(0))`);
  const folds = [true, false, true, false];
  expect(await closed()).toEqual([folds, folds]);
  await review.neovim.keys("do");
  await expect.poll(() => review.undecided()).toBe(1);
  expect(await line(review)).toBe(80);
  expect(await closed()).toEqual([folds, folds]);
});
