/** A review whose view the user closes is rejected after five seconds, until which they can reopen it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\n";
const after = "ONE\ntwo\nthree\nFOUR\n";
const nothing = { buffers: [], tabs: 1 };

const reopen = (review: ReviewFixture) => review.neovim.lua("require('tandem.review').reopen()");

for (const layout of ["vertical", "inline"])
  describe(`in the layout ${layout}`, () => {
    const start = () => ReviewFixture.start(`{ layout = "${layout}" }`, "", { "a.txt": "a" }, ["edit a.txt"]);

    for (const leave of [":q<CR>", ":tabclose<CR>", ":bwipeout!<CR>"])
      test(`${leave} rejects after five seconds, not before`, async () => {
        await using review = await start();
        const around = await review.state();
        const id = await review.propose(before, after);
        await review.neovim.keys(leave);
        await expect.poll(() => review.leftovers()).toEqual(nothing);
        expect(await review.state()).toEqual(around);
        expect(await review.said()).toContain("greeting.txt: rejecting in 5 seconds. :TandemReopen reopens it");
        await expect.poll(() => review.clock.pending).toBe(1);
        review.clock.advance(4_999);
        expect(await review.decisions()).toEqual([]);
        review.clock.advance(1);
        await expect.poll(() => review.decisions()).toEqual([{ id, accepted: false }]);
        await expect.poll(() => review.neovim.lua("return #require('tandem.review.registry').all()")).toBe(0);
        await expect(reopen(review)).rejects.toThrow("No review was closed in the last five seconds.");
      });

    test("reopened in time, it has the user's text, decisions and comments, and goes on", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("Gdo");
      await expect.poll(() => review.undecided()).toBe(1);
      await review.neovim.keys("2GAmine<Esc>:TandemRejectHunk<CR>");
      await review.neovim.keys("u2G");
      await review.neovim.lua("require('tandem.review.feedback').comment('Why?')");
      await review.neovim.keys("ggAmore<Esc>:q<CR>");
      await expect.poll(() => review.leftovers()).toEqual(nothing);
      await expect.poll(() => review.clock.pending).toBe(1);
      await reopen(review);
      expect(await review.neovim.lines()).toEqual(["ONEmore", "twomine", "three", "four"]);
      await expect.poll(() => review.undecided()).toBe(1);
      expect(review.review(id)?.hunks.map(({ decision }) => decision)).toEqual(["undecided", "rejected"]);
      const comments = "return require('tandem.review.feedback').comments(require('tandem.review.registry').current())";
      expect(await review.neovim.lua(comments)).toEqual([{ line: 1, text: "Why?" }]);
      await expect.poll(() => review.clock.pending).toBe(0);
      review.clock.advance(5_000);
      expect(await review.decisions()).toEqual([]);
      expect(await review.accepted()).toBe("ONEmore\ntwomine\nthree\nfour\n");
      await expect.poll(() => review.leftovers()).toEqual(nothing);
    });

    test("an emptied text is still empty when it is reopened", async () => {
      await using review = await start();
      await review.propose(before, "");
      await review.neovim.keys(":q<CR>");
      await expect.poll(() => review.clock.pending).toBe(1);
      await reopen(review);
      expect(await review.accepted()).toBe("");
    });
  });

test("the one that was closed last is reopened, and can be closed again", async () => {
  await using review = await ReviewFixture.start();
  const first = await review.propose("a\n", "b\n", { path: review.path("1.txt") });
  const second = await review.propose("a\n", "c\n", { path: review.path("2.txt") });
  await review.neovim.keys(":q<CR>:TandemReview<CR>:q<CR>");
  await expect.poll(() => review.clock.pending).toBe(2);
  for (const name of ["1.txt", "2.txt"]) {
    await reopen(review);
    expect(await review.neovim.lua("return vim.fn.expand('%:t')")).toBe(name);
  }
  await review.neovim.keys(":q<CR>");
  await expect.poll(() => review.clock.pending).toBe(1);
  review.clock.advance(5_000);
  await expect.poll(() => review.decisions()).toEqual([{ id: second, accepted: false }]);
  await review.neovim.keys(":TandemAccept<CR>");
  await expect.poll(() => review.decisions()).toContainEqual({ id: first, accepted: true, text: "b\n" });
});

test("while it waits, it is not pending, and :TandemAccept doesn't accept it", async () => {
  await using review = await ReviewFixture.start();
  await review.propose(before, after);
  await review.neovim.keys(":q<CR>:TandemAccept<CR>");
  expect(await review.said()).toContain("No pending reviews.");
  expect(await review.neovim.lua("return require('tandem.review').pending()")).toBe(0);
  expect(await review.decisions()).toEqual([]);
});

test("a withdrawal ends the wait", async () => {
  await using review = await ReviewFixture.start();
  const id = await review.propose(before, after);
  await review.neovim.keys(":q<CR>");
  await expect.poll(() => review.clock.pending).toBe(1);
  review.review(id)?.end({ accepted: false }, "withdrawn");
  await expect.poll(() => review.clock.pending).toBe(0);
  await expect.poll(() => review.neovim.lua("return #require('tandem.review.registry').all()")).toBe(0);
});

test("close_tab and a disconnect end the wait of a real client's review", async () => {
  await using neovim = await started();
  const path = join(neovim.folder, "a.txt");
  writeFileSync(path, before);
  const propose = async () => {
    const claude = await connectTo(neovim);
    const args = { old_file_path: path, new_file_path: path, new_file_contents: after, tab_name: "t" };
    const answer = claude.call("openDiff", args).catch(() => "gone");
    await neovim.until("return require('tandem.review').pending() == 1");
    await neovim.keys(":TandemReview<CR>:q<CR>");
    await neovim.until("return require('tandem.review').pending() == 0");
    return { claude, answer };
  };
  const isOver = "return #require('tandem.review.registry').all() == 0";
  const closed = await propose();
  await closed.claude.call("close_tab", { tab_name: "t" });
  await neovim.until(isOver);
  expect(await closed.answer).toMatchObject({ decision: "rejected" });
  await closed.claude.close();
  const gone = await propose();
  await gone.claude.close();
  await neovim.until(isOver);
  await expect(neovim.lua("require('tandem.review').reopen()")).rejects.toThrow("No review was closed");
});
