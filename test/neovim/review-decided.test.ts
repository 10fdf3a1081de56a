/** Decided changes: how they are shown and undone, even while the user types or the sidecar is slow. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { NeovimDriver } from "./driver.js";
import { client as connectTo, started } from "./endpoint.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\nfive\nsix\n";
const after = "ONE\ntwo\nthree\nnew\nfour\nfive\nSIX\n";

/** Lua for the lines with their virtual text. */
const marked = `
  local marks = vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()["tandem.review.decided"], 0, -1, { details = true })
  return vim.tbl_map(function(mark) return { mark[2] + 1, mark[4].virt_text[1][1] } end, marks)`;

for (const layout of ["vertical", "inline"]) {
  describe(`in the layout ${layout}`, () => {
    const start = (more = "") => ReviewFixture.start(`{ layout = "${layout}" }`, more);
    const decisions = (review: ReviewFixture, id: string) =>
      review.review(id)?.hunks.map(({ decision }) => decision) ?? [];

    test("an accepted hunk is marked, and the same key undoes it", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("4Gdp");
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "accepted", "undecided"]);
      await expect.poll(() => review.neovim.lua(marked)).toEqual([[4, "✓ accepted"]]);
      expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
      await review.neovim.keys("''dp");
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "undecided", "undecided"]);
      await expect.poll(() => review.undecided()).toBe(3);
      expect(await review.neovim.lua(marked)).toEqual([]);
    });

    test("a rejected hunk is marked, the same key undoes it, and the other one accepts it", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("4Gdo");
      await expect.poll(() => review.neovim.lua(marked)).toEqual([[4, "✗ rejected"]]);
      expect(await review.neovim.lines()).not.toContain("new");
      await review.neovim.keys("4Gdo");
      await expect.poll(() => review.neovim.lines()).toContain("new");
      await expect.poll(() => review.undecided()).toBe(3);
      await review.neovim.keys("4Gdo");
      await expect.poll(() => review.undecided()).toBe(2);
      await review.neovim.keys("4G:TandemAcceptHunk<CR>");
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "accepted", "undecided"]);
      expect(await review.accepted()).toBe(after);
    });

    test("a range decides its undecided hunks, and only changes decisions if there are none", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("ggdo");
      await expect.poll(() => review.undecided()).toBe(2);
      await review.neovim.keys(":%TandemAcceptHunk<CR>");
      await expect.poll(() => decisions(review, id)).toEqual(["rejected", "accepted", "accepted"]);
      await review.neovim.keys(":%TandemAcceptHunk<CR>");
      await expect.poll(() => decisions(review, id)).toEqual(["accepted", "accepted", "accepted"]);
      // A script may pass a line after the last one.
      await review.neovim.lua("require('tandem.review').accept_hunk(0, 1000)");
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "undecided", "undecided"]);
      expect(await review.accepted()).toBe(after);
    });

    for (const [what, old, proposed] of [
      ["lines that were added", before, after],
      ["a last line without its newline", "a\nb", "a\nc\n"],
      ["a new file", "", "a\nb\n"],
      ["a new file without a last newline", "", "a"],
      ["a file that was emptied", "a\nb", ""],
      ["a file of one empty line", "\n", "a\n"],
    ] as const)
      test(`u after a rejection of ${what} restores the text and the undecided state`, async () => {
        await using review = await start();
        const id = await review.propose(old, proposed);
        const all = decisions(review, id);
        await review.neovim.keys(":%TandemRejectHunk<CR>");
        await expect.poll(() => review.undecided()).toBe(0);
        await expect.poll(() => review.review(id)?.result).toBe(old);
        await review.neovim.keys("u");
        await expect.poll(() => review.undecided()).toBe(all.length);
        expect(decisions(review, id)).toEqual(all);
        expect(review.review(id)?.isEdited).toBe(false);
        expect(await review.accepted()).toBe(proposed);
      });

    test("u after a rejection and an edit only undoes the edit", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("4Gdo");
      await expect.poll(() => review.undecided()).toBe(2);
      await review.neovim.keys("Gxu");
      expect((await review.neovim.lines()).join("\n")).toBe("ONE\ntwo\nthree\nfour\nfive\nSIX");
      await review.neovim.keys("u");
      expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
    });

    test("sending typed text to the sidecar does not split undo blocks", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("2GAmy ");
      await expect.poll(() => review.review(id)?.result).toContain("twomy \n");
      await review.neovim.keys("words");
      await expect.poll(() => review.review(id)?.result).toContain("twomy words\n");
      await review.neovim.keys("<Esc>u");
      expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
      await expect.poll(() => review.undecided()).toBe(3);
    });

    test("text typed while a decision is pending is kept, and the decision applies to the right line", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      const answer = review.hold();
      await review.neovim.keys("4Gdo");
      await review.neovim.keys("ggOmine<Esc>2jA, too<Esc>");
      answer();
      await expect.poll(() => review.neovim.lines()).not.toContain("new");
      await expect.poll(() => decisions(review, id)).toContain("rejected");
      expect(await review.accepted()).toBe("mine\nONE\ntwo, too\nthree\nfour\nfive\nSIX\n");
    });

    for (const keys of [":w<CR>", ":wq<CR>", "ZZ", ":TandemAccept<CR>"])
      test(`${keys} while decisions are pending includes them`, async () => {
        await using review = await start();
        await review.propose(before, after);
        review.hold();
        await review.neovim.keys("4GdoGdo");
        expect(await review.accepted(keys)).toBe("ONE\ntwo\nthree\nfour\nfive\nsix\n");
        await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
        expect(await review.said()).toBe("");
      });

    test("deciding the same hunk twice quickly undoes the decision", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      const answer = review.hold();
      await review.neovim.keys("4Gdo4Gdo4GdoGdpGdp");
      answer();
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "rejected", "undecided"]);
      expect(await review.neovim.lines()).not.toContain("new");
    });
  });
}

describe("the original text", () => {
  const base = "return vim.api.nvim_buf_get_lines(vim.fn.winbufnr(1), 0, -1, false)";

  test("shows the text on disk and is read-only", async () => {
    await using review = await ReviewFixture.start();
    await review.propose(before, after);
    await review.neovim.keys("ggdpGdo");
    await expect.poll(() => review.undecided()).toBe(1);
    await review.neovim.keys("<C-w>hggx<C-w>l");
    expect(await review.neovim.messages()).toContain("E21:");
    await review.neovim.keys(":%diffput<CR>");
    expect(await review.neovim.messages()).toContain("E793:");
    expect(await review.neovim.lua(base)).toEqual(before.trimEnd().split("\n"));
  });

  test("works with :diffget", async () => {
    await using review = await ReviewFixture.start();
    const id = await review.propose(before, after);
    await review.neovim.keys(":%diffget<CR>");
    await expect.poll(() => review.undecided()).toBe(0);
    expect(review.review(id)?.result).toBe(before);
    await review.neovim.keys("u");
    await expect.poll(() => review.undecided()).toBe(3);
  });
});

test("a decision that the sidecar rejects shows why", async () => {
  await using review = await ReviewFixture.start();
  const id = await review.propose(before, after);
  review.forget(id);
  await review.neovim.keys("ggdo");
  await expect.poll(() => review.said()).toBe("Couldn't apply the decision: it is over");
  expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
});

test("a decision after the sidecar has stopped shows where to decide instead", async () => {
  const neovim = await started();
  const claude = await connectTo(neovim);
  try {
    const path = join(neovim.folder, "a.txt");
    writeFileSync(path, before);
    const args = { old_file_path: path, new_file_path: path, new_file_contents: after, tab_name: "t" };
    claude.call("openDiff", args).catch(() => {});
    await neovim.until('return require("tandem.review").pending() == 1');
    await neovim.command("TandemReview");
    const sidecar = await neovim.lua<number>('return require("tandem").status().sidecar_pid');
    process.kill(sidecar, "SIGSTOP");
    await neovim.keys("ggdo");
    process.kill(sidecar, "SIGKILL");
    await eventually(async () =>
      expect(await neovim.messages()).toContain("Decide on a.txt in Claude Code's terminal"),
    );
    await neovim.until('return require("tandem.review").pending() == 0');
    expect(readFileSync(path, "utf8")).toBe(before);
  } finally {
    await claude.close();
    await neovim.stop();
  }
});

test("edits and rejected hunks are both in the result", async () => {
  const neovim = await started();
  const claude = await connectTo(neovim);
  try {
    const path = join(neovim.folder, "a.txt");
    writeFileSync(path, before.replaceAll("\n", "\r\n"));
    const proposed = after.replaceAll("\n", "\r\n");
    const args = { old_file_path: path, new_file_path: path, new_file_contents: proposed, tab_name: "t" };
    const answer = claude.call("openDiff", args);
    await eventually(async () => expect(await new NeovimDriver(neovim).pendingReviews()).toEqual(["t"]));
    await neovim.command("TandemReview");
    await neovim.keys("2GAby hand<C-v><C-m>and more<Esc>4Gdo");
    await eventually(async () => expect(await neovim.lua("return vim.wo.winbar")).toContain("1 rejected, 2 left"));
    await neovim.keys("Gdo:w<CR>");
    const lines = ["ONE", "twoby hand", "and more", "three", "four", "five", "six"];
    expect(await answer).toEqual({ decision: "saved", text: lines.map((line) => `${line}\r\n`).join("") });
  } finally {
    await claude.close();
    await neovim.stop();
  }
});
