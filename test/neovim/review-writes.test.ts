/** Which writes accept a proposal: only those that the user typed. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, vi } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\n";
const after = "ONE\ntwo\nthree\n";

describe("writing", () => {
  const maps = `
    vim.keymap.set("n", "<leader>w", ":w<CR>")
    vim.keymap.set("n", "gw", "<Cmd>w<CR>")
    vim.keymap.set("n", "gl", function() vim.cmd.write() end)
    vim.keymap.set("n", "gx", "<Cmd>x<CR>")
    vim.keymap.set("n", "gu", "<cmd>update<cr>")
    vim.keymap.set("n", "<C-s>", "<Cmd>up<CR>")
    vim.keymap.set("i", "<C-s>", "<Cmd>w<CR>")
    vim.keymap.set("i", "<C-x>w", "<Esc>:w<CR>")
    vim.api.nvim_create_user_command("W", "w", {})
    vim.cmd("nnoremap gv :call Write()<CR>")
    vim.cmd("function! Write()\\nwrite\\nendfunction")`;
  for (const keys of [
    "\\w",
    "gw",
    "gl",
    "gx",
    "gu",
    "<C-s>",
    "i<C-s>",
    "i<C-x>w",
    ":W<CR>",
    "gv",
    ":w | echo 1<CR>",
    "qa:w<CR>",
  ]) {
    test(`accepts with ${keys}`, async () => {
      await using review = await ReviewFixture.start("{}", maps);
      const id = await review.propose(before, after);
      await review.neovim.keys(keys);
      await expect.poll(() => review.decisions()).toEqual([{ id, accepted: true, text: after }]);
      await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
      expect(await review.mode()).toBe("n");
    });
  }

  test("a copy decides nothing", async () => {
    await using review = await ReviewFixture.start();
    await review.propose("one", "two");
    await review.neovim.keys(":w copy.txt<CR>");
    await vi.waitFor(() => expect(existsSync(review.path("copy.txt"))).toBe(true));
    expect(readFileSync(review.path("copy.txt"), "utf8")).toBe("two");
    expect(await review.decisions()).toEqual([]);
    expect(await review.accepted()).toBe("two");
  });

  test("a part, or in the window of the original text, decides nothing", async () => {
    await using review = await ReviewFixture.start();
    await review.propose(before, after);
    await review.neovim.keys(":1,2w<CR>");
    await review.neovim.keys(":1,2w!<CR>");
    await review.neovim.keys("<C-w>h:w<CR>");
    await review.neovim.keys("ZZ");
    await review.neovim.keys(":x<CR>");
    expect(await review.decisions()).toEqual([]);
    expect(await review.neovim.lua("return require('tandem.review').pending()")).toBe(1);
  });

  test(":wall does not accept, even after an edit in the same command line", async () => {
    await using review = await ReviewFixture.start();
    await review.propose(before, after);
    await review.neovim.keys(":%s/two/2/ | wall<CR>");
    await review.neovim.keys("2Gx:wall<CR>");
    await review.neovim.keys("u:wa<CR>");
    expect(await review.decisions()).toEqual([]);
    expect(await review.neovim.lua("return vim.bo.modified")).toBe(false);
  });

  for (const quit of [":qall<CR>", ":wqall<CR>", ":xall<CR>", ":confirm qall<CR>"]) {
    test(`a review does not prevent ${quit}, even if it was edited`, async () => {
      await using review = await ReviewFixture.start();
      await review.propose(before, after);
      await review.neovim.keys("2Gxi12<Esc>u<C-r>:setlocal modified<CR>:setlocal fileformat=dos<CR>");
      review.neovim.client.input(quit).catch(() => {});
      await vi.waitFor(() => expect(review.neovim.isRunning).toBe(false));
    });
  }
});

describe("peer fault: autosave accepts a proposal", () => {
  const saves: [string, string][] = [
    ["on InsertLeave and TextChanged", "vim.cmd('autocmd InsertLeave,TextChanged * ++nested silent! write')"],
    [
      "on InsertLeave in a group of Lua",
      "vim.api.nvim_create_autocmd('InsertLeave', { nested = true, callback = function() vim.cmd('silent! write') end })",
    ],
    ["on InsertLeave, forced", "vim.cmd('autocmd InsertLeave * ++nested silent! write!')"],
    ["on InsertLeave by :update", "vim.cmd('autocmd InsertLeave,TextChanged * ++nested silent! update')"],
    ["on CursorMoved", "vim.cmd('autocmd CursorMoved,CursorMovedI * ++nested silent! write')"],
    [
      "on a scheduled function",
      "vim.api.nvim_create_autocmd('InsertLeave', { callback = vim.schedule_wrap(function() vim.cmd('silent! write') end) })",
    ],
    [
      "on a deferred function",
      "vim.api.nvim_create_autocmd({ 'InsertLeave', 'TextChanged' }, { callback = function() vim.defer_fn(function() vim.cmd('silent! write'); _G.saved = true end, 20) end })",
    ],
    ["on a timer", "_G.timer = vim.fn.timer_start(10, function() vim.cmd('silent! write') end, { ['repeat'] = -1 })"],
    ["on FocusLost with :wall", "vim.cmd('autocmd FocusLost * ++nested silent! wall')"],
    ["on BufLeave and WinLeave", "vim.cmd('autocmd BufLeave,WinLeave * ++nested silent! write')"],
    ["with 'autowriteall'", "vim.o.autowriteall = true"],
    ["with 'autowrite'", "vim.o.autowrite = true"],
  ];
  for (const [how, init] of saves) {
    test(`${how}: does not accept while the user edits`, async () => {
      await using review = await ReviewFixture.start("{}", init, { "other.txt": "other" });
      const id = await review.propose(before, after);
      await review.neovim.keys("2Gitwo and <Esc>");
      await review.neovim.keys("jkx");
      await review.neovim.keys("<C-w>h<C-w>l");
      await review.neovim.command("doautocmd <nomodeline> FocusLost");
      await review.neovim.keys("gtgt");
      await review.neovim.keys(":make! nothing<CR><CR>");
      await review.neovim.lua("_G.later = false; vim.defer_fn(function() _G.later = true end, 100)");
      await vi.waitFor(async () => expect(await review.neovim.lua("return _G.later")).toBe(true));
      expect(await review.decisions()).toEqual([]);
      // The user can still accept.
      await review.neovim.keys(":w<CR>");
      await expect.poll(() => review.decisions()).toMatchObject([{ id, accepted: true }]);
    });
  }

  const hands: [string, string][] = [
    ["moves", "jkjklhlhwbwbjj"],
    ["inserts", "iabc def<BS><BS>xyz abc<Left><Right><Esc>"],
    ["types commands", ":echo 1234<C-c>:echo 5<CR>"],
    ["selects", "vjkhlVjk<Esc>"],
    ["begins operators", "d<Esc>c<Esc>y<Esc>"],
  ];
  for (const [what, keys] of hands) {
    test(`a write every millisecond never counts as the user's, who ${what} meanwhile`, async () => {
      const timer = `
        _G.writes, _G.timer = 0, vim.uv.new_timer()
        _G.timer:start(1, 1, vim.schedule_wrap(function() _G.writes = _G.writes + 1; vim.cmd("silent! write") end))`;
      await using review = await ReviewFixture.start("{}", timer);
      await review.propose(before, after);
      for (let i = 0; i < 120; i++) {
        await review.neovim.client.input(keys);
        if (i % 3 === 0) await review.neovim.lua("return 1");
      }
      await review.neovim.keys("<Esc>");
      expect(await review.neovim.lua<number>("return _G.writes")).toBeGreaterThan(10);
      expect(await review.decisions()).toEqual([]);
    });
  }

  test("an automatic write is explained once", async () => {
    await using review = await ReviewFixture.start();
    await review.propose(before, after);
    for (let i = 0; i < 3; i++) await review.neovim.command("silent! write");
    expect((await review.said()).match(/:TandemAccept/g)).toHaveLength(1);
    expect(await review.decisions()).toEqual([]);
  });

  test("keys fed by a script do not accept", async () => {
    await using review = await ReviewFixture.start();
    await review.propose(before, after);
    await review.neovim.lua("vim.api.nvim_feedkeys(vim.keycode(':w<CR>'), 'nx', false)");
    expect(await review.decisions()).toEqual([]);
  });
});
