/** Changes that are decided: shown as such, taken back, together with what is typed, and while the sidecar takes its time. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { toBuffer } from "../../editors/neovim/src/buffer-text.js";
import { Reviews } from "../../editors/neovim/src/reviews.js";
import { PendingReview } from "../../packages/server/src/hub/reviews/review.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import { NeovimHand } from "./hand.js";
import { ReviewNeovim } from "./review-kit.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\nfour\nfive\nsix\n";
const after = "ONE\ntwo\nthree\nnew\nfour\nfive\nSIX\n";

/** Lua for the lines with what stands behind them. */
const marked = `
  local marks = vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()["tandem.review.decided"], 0, -1, { details = true })
  return vim.tbl_map(function(mark) return { mark[2] + 1, mark[4].virt_text[1][1] } end, marks)`;

for (const layout of ["vertical", "inline"]) {
  describe(`in the layout ${layout}`, () => {
    const start = (more = "") => ReviewNeovim.start(`{ layout = "${layout}" }`, more);
    const decisions = (review: ReviewNeovim, id: string) =>
      review.review(id)?.hunks.map(({ decision }) => decision) ?? [];

    test("an accepted change stays where it is, is marked, and is taken back by the same key", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("4Gdp");
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "accepted", "undecided"]);
      await expect.poll(() => review.neovim.lua(marked)).toEqual([[4, "✓ accepted"]]);
      expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
      await review.neovim.keys("dp");
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "undecided", "undecided"]);
      await expect.poll(() => review.undecided()).toBe(3);
      expect(await review.neovim.lua(marked)).toEqual([]);
    });

    test("a rejected change is marked, is taken back by the same key, and becomes an accepted one by the other", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("4Gdo");
      await expect.poll(() => review.neovim.lua(marked)).toEqual([[4, "✗ rejected"]]);
      expect(await review.neovim.lines()).not.toContain("new");
      await review.neovim.keys("do");
      await expect.poll(() => review.neovim.lines()).toContain("new");
      await expect.poll(() => review.undecided()).toBe(3);
      await review.neovim.keys("4Gdo");
      await expect.poll(() => review.undecided()).toBe(2);
      await review.neovim.keys(":TandemAcceptHunk<CR>");
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "accepted", "undecided"]);
      expect(await review.accepted()).toBe(after);
    });

    test("a range decides what is undecided in it, and changes decisions only where all are decided", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      await review.neovim.keys("ggdo");
      await expect.poll(() => review.undecided()).toBe(2);
      await review.neovim.keys(":%TandemAcceptHunk<CR>");
      await expect.poll(() => decisions(review, id)).toEqual(["rejected", "accepted", "accepted"]);
      await review.neovim.keys(":%TandemAcceptHunk<CR>");
      await expect.poll(() => decisions(review, id)).toEqual(["accepted", "accepted", "accepted"]);
      // A script may be generous.
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
      test(`u after a rejection of ${what} brings everything back, and it is undecided again`, async () => {
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

    test("u after a rejection and a change undoes the change alone", async () => {
      await using review = await start();
      await review.propose(before, after);
      await review.neovim.keys("4Gdo");
      await expect.poll(() => review.undecided()).toBe(2);
      await review.neovim.keys("Gxu");
      expect((await review.neovim.lines()).join("\n")).toBe("ONE\ntwo\nthree\nfour\nfive\nSIX");
      await review.neovim.keys("u");
      expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
    });

    test("telling the sidecar what is typed cuts nothing in two for u", async () => {
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

    test("what is typed while a decision is on its way stays, and the decision is made for the line it was meant for", async () => {
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
      test(`${keys} while decisions are on their way answers with them`, async () => {
        await using review = await start();
        await review.propose(before, after);
        review.hold();
        await review.neovim.keys("4GdoGdo");
        expect(await review.accepted(keys)).toBe("ONE\ntwo\nthree\nfour\nfive\nsix\n");
        await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
        expect(await review.said()).toBe("");
      });

    test("the same key twice before the first is answered takes the decision back", async () => {
      await using review = await start();
      const id = await review.propose(before, after);
      const answer = review.hold();
      await review.neovim.keys("4GdododoGdpdp");
      answer();
      await expect.poll(() => decisions(review, id)).toEqual(["undecided", "rejected", "undecided"]);
      expect(await review.neovim.lines()).not.toContain("new");
    });
  });
}

describe("the text before", () => {
  const base = "return vim.api.nvim_buf_get_lines(vim.fn.winbufnr(1), 0, -1, false)";

  test("is what is on disk, whatever is decided, and cannot be edited", async () => {
    await using review = await ReviewNeovim.start();
    await review.propose(before, after);
    await review.neovim.keys("ggdpGdo");
    await expect.poll(() => review.undecided()).toBe(1);
    await review.neovim.keys("<C-w>hggx<C-w>l");
    expect(await review.neovim.messages()).toContain("E21:");
    await review.neovim.keys(":%diffput<CR>");
    expect(await review.neovim.messages()).toContain("E793:");
    expect(await review.neovim.lua(base)).toEqual(before.trimEnd().split("\n"));
  });

  test("gives its lines to Vim's own :diffget, which is an edit like any other", async () => {
    await using review = await ReviewNeovim.start();
    const id = await review.propose(before, after);
    await review.neovim.keys(":%diffget<CR>");
    await expect.poll(() => review.undecided()).toBe(0);
    expect(review.review(id)?.result).toBe(before);
    await review.neovim.keys("u");
    await expect.poll(() => review.undecided()).toBe(3);
  });
});

test("a decision that the sidecar refuses says why, and decides nothing", async () => {
  await using review = await ReviewNeovim.start();
  const id = await review.propose(before, after);
  review.forget(id);
  await review.neovim.keys("ggdo");
  await expect.poll(() => review.said()).toBe("Not decided: it is over");
  expect((await review.neovim.lines()).join("\n")).toBe(after.trimEnd());
});

test("a decision that nobody answers because the sidecar is gone: where to decide now is said, and nothing changes", async () => {
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

test("what was typed by hand and a change that was rejected are in the client's answer together", async () => {
  const neovim = await started();
  const claude = await connectTo(neovim);
  try {
    const path = join(neovim.folder, "a.txt");
    writeFileSync(path, before.replaceAll("\n", "\r\n"));
    const proposed = after.replaceAll("\n", "\r\n");
    const args = { old_file_path: path, new_file_path: path, new_file_contents: proposed, tab_name: "t" };
    const answer = claude.call("openDiff", args);
    await eventually(async () => expect(await new NeovimHand(neovim).pendingReviews()).toEqual(["t"]));
    await neovim.command("TandemReview");
    await neovim.keys("2GAby hand<C-v><C-m>and more<Esc>4Gdo");
    await eventually(async () => expect(await neovim.lua("return vim.wo.winbar")).not.toContain("3 undecided"));
    await neovim.keys("Gdo:w<CR>");
    const lines = ["ONE", "twoby hand", "and more", "three", "four", "five", "six"];
    expect(await answer).toEqual({ decision: "saved", text: lines.map((line) => `${line}\r\n`).join("") });
  } finally {
    await claude.close();
    await neovim.stop();
  }
});

test("a client that takes no empty text says why, and the proposal is shown again (a stand-in for Neovim)", async () => {
  const calls: [string, unknown][] = [];
  const call = (method: string, params: unknown) => {
    calls.push([method, params]);
  };
  const bridge = { call: async (method: string, params: unknown) => call(method, params) as never, tell: call };
  const reviews = new Reviews({ bridge, accepted: () => {} });
  const client = { id: "1", name: "Some agent", version: "1" };
  const facts = {
    id: "r",
    client,
    path: "/a",
    oldPath: "/a",
    tabName: "t",
    isNewFile: false,
    hasUnsavedChanges: false,
  };
  const review = new PendingReview({ ...facts, oldText: "a\n", newText: "b\n" }, "non-empty text", () => {});
  const decided = reviews.review(review);
  reviews.decided(review, { id: "r", accepted: true, told: { text: "", isEmpty: true }, choices: [] });
  const message = "Some agent cannot be told that the file is to be empty. Reject the proposal, or leave a line in it.";
  await eventually(() => expect(calls.map(([method]) => method)).toEqual(["open_review", "notify", "open_review"]));
  expect(calls[1]?.[1]).toEqual({ level: "warn", message });
  reviews.decided(review, { id: "r", accepted: true, told: { text: "c", isEmpty: false }, choices: [] });
  expect(await decided).toEqual({ accepted: true, text: "c\n" });
});

test("for any texts and choices, the edits that are answered make the result of them (a stand-in for Neovim)", () => {
  const bridge = { call: async () => undefined as never, tell: () => {} };
  const reviews = new Reviews({ bridge, accepted: () => {} });
  const client = { id: "1", name: "claude-code", version: "1" };
  const facts = {
    id: "r",
    client,
    path: "/a",
    oldPath: "/a",
    tabName: "t",
    isNewFile: false,
    hasUnsavedChanges: false,
  };
  const text = fc.array(fc.constantFrom("", "a", "b", "c"), { maxLength: 9 }).map((lines) => lines.join("\n"));
  const choice = fc.record({
    decision: fc.constantFrom("accepted" as const, "rejected" as const),
    side: fc.constantFrom("old" as const, "new" as const),
    first: fc.integer({ min: 1, max: 9 }),
    last: fc.integer({ min: 1, max: 9 }),
    isRange: fc.boolean(),
  });
  const steps = fc.array(fc.record({ typed: fc.option(text), choices: fc.array(choice, { maxLength: 3 }) }));
  const linesOf = (whole: string) => (whole === "" ? [] : toBuffer(whole).text.split("\n"));
  fc.assert(
    fc.property(text, text, steps, (oldText, newText, all) => {
      const review = new PendingReview({ ...facts, oldText, newText }, "text", () => {});
      for (const { typed, choices } of all) {
        const whole = typed ?? review.result;
        const answer = reviews.update(review, { told: toBuffer(whole), choices, isReset: false });
        const told = review.result;
        const lines = answer.edits.reduce(
          (now, edit) => [...now.slice(0, edit.first), ...edit.lines, ...now.slice(edit.last)],
          linesOf(told),
        );
        expect(review.result).toBe(told);
        reviews.applied(review);
        expect(lines).toEqual(linesOf(review.result));
        expect(answer.eol).toBe(toBuffer(review.result).eol);
      }
    }),
    { numRuns: 1000 },
  );
});
