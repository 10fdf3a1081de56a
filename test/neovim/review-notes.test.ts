/** What a review says about itself: its file is outdated, hidden or another one, or was not compared completely. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { needs } from "../parts.js";
import { client as connectTo, started } from "./endpoint.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const winbar = (review: ReviewFixture) => review.neovim.lua<string>("return vim.wo.winbar");
const forLong = { timeout: 10_000 };

for (const layout of ["vertical", "inline"])
  describe(`in the layout ${layout}`, () => {
    const start = (files: Readonly<Record<string, string>> = {}) =>
      ReviewFixture.start(`{ layout = "${layout}" }`, "vim.o.columns = 400", files);

    test("an outdated review says what accepting will do, until the file is as before", async () => {
      await using review = await start({ "greeting.txt": "a\nb\n" });
      await review.propose("a\nb\n", "a\nB\n");
      expect(await winbar(review)).not.toContain("changed on disk");
      writeFileSync(review.path("greeting.txt"), "newer\n");
      const note = "changed on disk: accepting may fail, or replace the newer text";
      await expect.poll(() => winbar(review), forLong).toContain(note);
      expect(await review.said()).toContain("greeting.txt changed on disk: accepting may fail or overwrite it");
      writeFileSync(review.path("greeting.txt"), "a\nb\n");
      await expect.poll(() => winbar(review), forLong).not.toContain("changed on disk");
      expect(await review.accepted()).toBe("a\nB\n");
    });

    test("a file that was deleted meanwhile is outdated too", async () => {
      await using review = await start({ "greeting.txt": "a\nb\n" });
      await review.propose("a\nb\n", "a\nB\n");
      rmSync(review.path("greeting.txt"));
      await expect.poll(() => winbar(review), forLong).toContain("changed on disk");
    });

    test("a review of a file that is compared with another one names both", async () => {
      await using review = await start();
      await review.propose("a\n", "b\n", { oldPath: review.path("template.txt") });
      expect(await winbar(review)).toContain("Proposed greeting.txt");
      expect(await winbar(review)).toContain("compared with template.txt");
    });

    test("the lines that the user wrote are marked, in hunks and elsewhere", async () => {
      await using review = await start();
      await review.propose("a\nb\nc\nd\n", "a\nB\nBB\nc\nd\n");
      const mine = () =>
        review.neovim.lua(`
          local marks = vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()["tandem.review.decided"], 0, -1, { details = true })
          return vim.iter(marks):filter(function(mark) return mark[4].virt_text[1][1] == "you" end):map(function(mark)
            return mark[2] + 1
          end):totable()`);
      expect(await mine()).toEqual([]);
      await review.neovim.keys("3GAmine<Esc>");
      await expect.poll(mine).toEqual([3]);
      await review.neovim.keys("Goalso<Esc>");
      await expect.poll(mine).toEqual([3, 6]);
      await review.neovim.keys("u3Gu");
      await expect.poll(mine).toEqual([]);
      await review.neovim.keys("2Gdo");
      await expect.poll(() => review.undecided()).toBe(0);
      expect(await mine()).toEqual([]);
    });

    test("a hunk that was not compared line by line says so, also when it is decided", async () => {
      await using review = await start();
      const lines = (name: string) => Array.from({ length: 5_000 }, (_, line) => `${name} ${line}\n`).join("");
      await review.propose(lines("old"), lines("new"));
      const marks = () =>
        review.neovim.lua(`
          local marks = vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_get_namespaces()["tandem.review.decided"], 0, -1, { details = true })
          return vim.tbl_map(function(mark) return mark[4].virt_text[1][1] end, marks)`);
      const note = "too different to compare line by line: may include unchanged lines";
      expect(await marks()).toEqual([note]);
      await review.neovim.keys("dp");
      await expect.poll(marks).toEqual([`✓ accepted · ${note}`]);
    });
  });

test("a review of a file that is hidden from Claude says so", async () => {
  await using neovim = await started({ init: 'vim.o.columns = 400; require("tandem").setup()' });
  const claude = await connectTo(neovim);
  for (const [name, isHidden] of [
    [".env", true],
    ["a.txt", false],
  ] as const) {
    const path = join(neovim.folder, name);
    writeFileSync(path, "a\n");
    const args = { old_file_path: path, new_file_path: path, new_file_contents: "b\n", tab_name: name };
    claude.call("openDiff", args).catch(() => {});
    await neovim.until("return vim.wo.winbar:find(..., 1, true) ~= nil", `Proposed ${name}`);
    const bar = await neovim.lua<string>("return vim.wo.winbar");
    expect(bar.includes("hidden from Claude: accepting sends this text")).toBe(isHidden);
    await neovim.keys(":TandemReject<CR>");
  }
  await claude.close();
});
