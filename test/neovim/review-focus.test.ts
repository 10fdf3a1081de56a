/** The focus when a proposal arrives, and when its view closes. */
import { describe, expect, vi } from "vitest";
import { needs } from "../parts.js";
import { ReviewFixture } from "./review-fixture.js";

const { test } = needs("neovim");

const before = "one\ntwo\nthree\n";
const after = "ONE\ntwo\nthree\n";
const files = { "a.txt": "alpha beta\ngamma\ndelta\n", "b.txt": "b\n" };
const open = ["edit b.txt", "edit a.txt"];
const pending = "return require('tandem.review').pending()";
const tabs = "return vim.fn.tabpagenr('$')";
const layout = "return { vim.fn.winlayout(), vim.fn.winrestcmd(), vim.fn.bufnr('#') }";

/** A terminal that echoes its input, in terminal mode. */
const terminal = 'vim.cmd("terminal cat"); vim.b.is_cat = true; vim.cmd("startinsert")';
async function inTerminal(review: ReviewFixture): Promise<void> {
  await review.neovim.lua(terminal);
  await vi.waitFor(async () => expect(await review.mode()).toBe("t"));
}
const screenOfCat = `
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    if vim.b[buf].is_cat then return table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), "\\n") end
  end`;

describe("a user who", () => {
  test("inserts text is not disturbed: text, cursor, completion and undo stay the same", async () => {
    await using review = await ReviewFixture.start("{}", "", files, open);
    const window = await review.neovim.lua("return vim.api.nvim_get_current_win()");
    await review.neovim.keys("wione ");
    await review.propose(before, after);
    expect(await review.mode()).toBe("i");
    await review.neovim.keys("two ");
    expect(await review.neovim.lua("return vim.api.nvim_get_current_win()")).toBe(window);
    expect(await review.neovim.lua("return vim.api.nvim_get_current_line()")).toBe("alpha one two beta");
    expect(await review.said()).toMatch(/greeting\.txt.*:TandemReview/);
    await review.neovim.keys("<Esc>");
    // Now there is a tab page for it, but the focus hasn't moved.
    await expect.poll(() => review.neovim.lua(tabs)).toBe(2);
    expect(
      await review.neovim.lua("return { vim.fn.tabpagenr(), vim.api.nvim_get_current_win(), vim.fn.getpos('.')[3] }"),
    ).toEqual([1, window, 14]);
    await review.neovim.keys("u");
    expect(await review.neovim.lua("return vim.api.nvim_get_current_line()")).toBe("alpha beta");
    await review.neovim.keys(":TandemReview<CR>");
    expect((await review.neovim.lines())[0]).toBe("ONE");
    expect(await review.accepted()).toBe(after);
    await expect.poll(() => review.neovim.lua("return vim.api.nvim_get_current_win()")).toBe(window);
  });

  test("inserts text never sees a proposal that is withdrawn in the meantime", async () => {
    await using review = await ReviewFixture.start("{}", "", files, open);
    await review.neovim.keys("ix");
    const id = await review.propose(before, after);
    await review.close(id);
    await review.neovim.keys("y<Esc>");
    expect(await review.neovim.lua("return vim.api.nvim_get_current_line()")).toBe("xyalpha beta");
    expect(await review.leftovers()).toEqual({ buffers: [], tabs: 1 });
    expect(await review.neovim.lua(pending)).toBe(0);
  });

  const busy: [string, string, string, string][] = [
    ["has selected text", "vee", "v", "d"],
    ["has selected lines", "Vj", "V", "d"],
    ["is in the middle of an operator", "d", "no", "w"],
    ["is in the middle of a command", "2g", "n", "J"],
    ["types a command", ":s/alpha/omega/", "c", "<CR>"],
    ["searches", "/gam", "c", "<CR>x"],
    ["replaces text", "Rxy", "R", "z<Esc>"],
    ["is in the command-line window", "q:is/alpha/x/<Esc>", "n", "<CR>"],
    ["records keys", "qax", "n", "xq"],
    ["is in insert mode for one command", "i<C-o>", "niI", "x<Esc>"],
    ["is asked to press Enter", ':echo "a\\nb\\nc"<CR>', "r", "<CR>x"],
  ];
  for (const [what, keys, mode, rest] of busy) {
    test(`${what} is not disturbed`, async () => {
      const run = async (proposes: boolean) => {
        await using review = await ReviewFixture.start("{}", "", files, open);
        // Without a screen there is no hit-enter prompt.
        if (mode === "r") await review.neovim.client.uiAttach(80, 24, { rgb: true });
        await review.neovim.client.input(keys);
        await vi.waitFor(async () => expect(await review.mode()).toBe(mode));
        if (proposes) {
          // In the middle of a command Neovim answers no request until it has ended.
          const { blocking } = await review.neovim.client.mode;
          const proposed = review.propose(before, after);
          if (!blocking) await proposed;
          await review.neovim.client.input(rest);
          await proposed;
        } else await review.neovim.client.input(rest);
        await vi.waitFor(async () => expect((await review.neovim.client.mode).blocking).toBe(false));
        await review.neovim.settled();
        if (proposes) await expect.poll(() => review.neovim.lua(tabs)).toBe(2);
        return await review.neovim.lua(`
          vim.cmd("tabfirst")
          local buf = vim.fn.bufnr("a.txt")
          return { vim.api.nvim_buf_get_lines(buf, 0, -1, false), vim.fn.getreg('"'), vim.fn.getreg("a"), vim.fn.getreg("/"),
            vim.fn.bufname(), vim.fn.getpos("."), vim.fn.winnr("$"), vim.fn.mode(1), vim.fn.getjumplist() }`);
      };
      expect(await run(true)).toEqual(await run(false));
    });
  }

  test("types into a terminal can continue beside the diff, and afterwards", async () => {
    await using review = await ReviewFixture.start();
    await inTerminal(review);
    await review.neovim.keys("before ");
    const around = await review.neovim.lua(layout);
    const id = await review.propose(before, after);
    expect(await review.mode()).toBe("t");
    await review.neovim.keys("while ");
    await expect.poll(() => review.neovim.lua(screenOfCat)).toContain("before while");
    expect(
      await review.neovim.lua(`
        local diffs = 0
        for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do if vim.wo[win].diff then diffs = diffs + 1 end end
        return { vim.fn.tabpagenr(), diffs, vim.bo.buftype, #vim.api.nvim_tabpage_list_wins(0) }`),
    ).toEqual([2, 2, "terminal", 3]);
    await review.close(id);
    await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
    expect(await review.mode()).toBe("t");
    await review.neovim.keys("after");
    await expect.poll(() => review.neovim.lua(screenOfCat)).toContain("before while after");
    expect(await review.neovim.lua(layout)).toEqual(around);
    expect(await review.decisions()).toEqual([]);
  });

  test("goes from the terminal to the diff and accepts returns to terminal mode", async () => {
    await using review = await ReviewFixture.start();
    await inTerminal(review);
    const around = await review.neovim.lua(layout);
    await review.propose(before, after);
    await review.neovim.keys("<C-\\><C-n><C-w>k<C-w>l");
    expect(await review.accepted(":wq<CR>")).toBe(after);
    await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
    await expect.poll(() => review.mode()).toBe("t");
    expect(await review.neovim.lua(layout)).toEqual(around);
  });

  test("is in a terminal's normal mode sees the diff", async () => {
    await using review = await ReviewFixture.start();
    await inTerminal(review);
    await review.neovim.keys("<C-\\><C-n>");
    await review.propose(before, after);
    expect((await review.neovim.lines())[0]).toBe("ONE");
    await review.neovim.keys(":q<CR>");
    await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
    expect(await review.mode()).toBe("nt");
  });

  test("has moved to another window when the review ends is not moved back", async () => {
    await using review = await ReviewFixture.start("{}", "", files, open);
    const id = await review.propose(before, after);
    await review.neovim.keys(":tabnew b.txt<CR>ityping");
    const here = "return { vim.api.nvim_get_current_win(), vim.fn.bufname(), vim.fn.getpos('.') }";
    const was = await review.neovim.lua(here);
    await review.close(id);
    await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 2 });
    expect(await review.neovim.lua(here)).toEqual(was);
    expect(await review.mode()).toBe("i");
  });

  test("enters the review from another window returns there", async () => {
    await using review = await ReviewFixture.start('{ focus = "never" }', "", files, open);
    await review.propose(before, after);
    await review.neovim.keys(":split b.txt<CR>");
    const window = await review.neovim.lua("return vim.api.nvim_get_current_win()");
    await review.neovim.keys("gt:x<CR>");
    await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
    expect(await review.neovim.lua("return vim.api.nvim_get_current_win()")).toBe(window);
  });

  test("accepts in insert mode is in normal mode afterwards, with the same cursor", async () => {
    await using review = await ReviewFixture.start("{}", 'vim.keymap.set("i", "<C-s>", "<Cmd>w<CR>")', files, open);
    await review.neovim.keys("2Gll");
    const around = await review.state();
    await review.propose(before, after);
    expect(await review.accepted("Atyped<C-s>")).toBe("ONEtyped\ntwo\nthree\n");
    await expect.poll(() => review.leftovers()).toEqual({ buffers: [], tabs: 1 });
    // The typed text is in the register for inserted text.
    expect(await review.state()).toEqual({ ...around, registers: expect.anything() });
  });
});

describe("the option focus", () => {
  test("always: even from insert mode", async () => {
    await using review = await ReviewFixture.start('{ focus = "always" }', "", files, open);
    await review.neovim.keys("ix");
    await review.propose(before, after);
    await expect.poll(async () => (await review.neovim.lines())[0]).toBe("ONE");
    expect(await review.mode()).toBe("n");
  });

  test("always: even from visual mode", async () => {
    await using review = await ReviewFixture.start('{ focus = "always" }', "", files, open);
    await review.neovim.keys("vj");
    await review.propose(before, after);
    await expect.poll(async () => (await review.neovim.lines())[0]).toBe("ONE");
    expect(await review.mode()).toBe("n");
  });

  test("always: even from a terminal, and back into terminal mode", async () => {
    await using review = await ReviewFixture.start('{ focus = "always" }');
    await inTerminal(review);
    await review.propose(before, after);
    await expect.poll(async () => (await review.neovim.lines())[0]).toBe("ONE");
    await review.neovim.keys(":w<CR>");
    await expect.poll(() => review.mode()).toBe("t");
  });

  test("never: nothing changes, and a message explains how to show the review", async () => {
    await using review = await ReviewFixture.start('{ focus = "never" }', "vim.o.showtabline = 2", files, [
      ...open,
      "vsplit b.txt",
      "wincmd p",
    ]);
    await review.neovim.keys("2Gx");
    await review.neovim.lua(`
      _G.heard = {}
      vim.api.nvim_create_autocmd({ "TabEnter", "TabLeave", "WinEnter", "WinLeave", "BufEnter", "BufLeave" }, { callback = function(event)
        table.insert(_G.heard, event.event)
      end })`);
    const around = await review.state();
    await review.propose(before, after);
    const now = await review.state();
    for (const what of ["layout", "sizes", "current", "tab", "previous", "undo", "registers", "mode", "listed"])
      expect(now[what]).toEqual(around[what]);
    expect(await review.neovim.lua("return _G.heard")).toEqual([]);
    expect(await review.said()).toContain(":TandemReview");
    expect(await review.neovim.lua(tabs)).toBe(2);
  });
});
