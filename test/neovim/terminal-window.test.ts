/** The window of Claude Code's terminal next to the user's windows, in a real Neovim with a fake Claude Code. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Fixture, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

const sides = ["left", "right", "top", "bottom"] as const;

describe("the window (a fake claude)", () => {
  test.for(sides.flatMap((side) => [true, false].map((equal) => [side, equal] as const)))(
    "terminal breaks the layout: on side %s with equalalways %s the sizes and views come back",
    async ([side, equal]) => {
      await using fixture = await Fixture.open(`{ side = "${side}", size = 0.5 }`, `vim.o.equalalways = ${equal}`);
      await fixture.nvim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(('line '):rep(300), ' '))");
      await fixture.nvim.command("vsplit | split | split | vertical resize 13 | resize 3 | wincmd l");
      await fixture.nvim.keys("150Gzt");
      const views = () =>
        fixture.nvim.lua(`
      return vim.iter(vim.api.nvim_tabpage_list_wins(0)):map(function(win)
        return vim.api.nvim_win_call(win, vim.fn.winsaveview) end):totable()`);
      const before = [await fixture.layout(), await views()];
      await fixture.nvim.keys("<F5>");
      await fixture.isIn("t");
      const [row, column] = await fixture.nvim.lua<[number, number]>("return vim.api.nvim_win_get_position(0)");
      const [width, height] = await fixture.nvim.lua<[number, number]>(
        "return { vim.api.nvim_win_get_width(0), vim.api.nvim_win_get_height(0) }",
      );
      if (side === "left" || side === "top") expect([row, column]).toEqual([0, 0]);
      if (side === "right") expect(column).toBeGreaterThan(55);
      if (side === "bottom") expect(row).toBeGreaterThan(15);
      if (side === "left" || side === "right") expect(width).toBe(60);
      else expect(height).toBe(19);
      await fixture.nvim.keys("<F5>");
      await fixture.isIn("n");
      expect([await fixture.layout(), await views()]).toEqual(before);
    },
  );

  test("terminal breaks the layout: closing Claude Code from another window also restores the sizes", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.command("vsplit | split | vertical resize 13 | resize 3");
    const before = await fixture.layout();
    await fixture.nvim.keys("<F6>");
    await fixture.ready();
    expect(await fixture.layout()).not.toEqual(before);
    await fixture.nvim.lua("terminal.close()");
    expect(await fixture.layout()).toEqual(before);
  });

  test("keeps sizes that the user has changed in the other direction", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.command("split | resize 10");
    await fixture.nvim.keys("<F6>");
    await fixture.nvim.command("resize 20");
    await fixture.nvim.keys("<F5>");
    expect(await fixture.nvim.lua("return vim.api.nvim_win_get_height(0)")).toBe(20);
    expect(await fixture.nvim.lua("return vim.api.nvim_win_get_width(0)")).toBe(120);
  });

  test("does not join the user's diff", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.command("diffthis | vnew | diffthis");
    const diffs = "return vim.iter(vim.api.nvim_list_wins()):filter(function(w) return vim.wo[w].diff end):totable()";
    const before = await fixture.nvim.lua(diffs);
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    expect(await fixture.nvim.lua(diffs)).toEqual(before);
    expect(await fixture.nvim.lua("return { vim.wo.diff, vim.wo.scrollbind, vim.wo.cursorbind }")).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("hiding the only window shows a file again", async () => {
    await using fixture = await Fixture.open("{}", "", { args: ["a.txt"] });
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    await fixture.nvim.command("only");
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("n");
    expect(await fixture.nvim.lua("return vim.fn.bufname()")).toBe("a.txt");
    expect(await fixture.isVisible()).toBe(false);
    expect(await fixture.nvim.lua("return { vim.wo.number, vim.wo.signcolumn }")).toEqual([false, "auto"]);
  });

  test("closing its window keeps the process, and toggle shows it again", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    await fixture.ready();
    await fixture.nvim.keys("<C-\\><C-n>:q<CR>");
    await fixture.isIn("n");
    expect(await fixture.isVisible()).toBe(false);
    fixture.forget();
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    await soon(() => fixture.screen()).toContain("stand-in is ready");
    expect(fixture.wasStarted).toBe(false);
  });

  test("toggle from another window only hides it", async () => {
    await using fixture = await Fixture.open();
    const before = await fixture.layout();
    await fixture.nvim.keys("ihello<F6>");
    await fixture.ready();
    await fixture.nvim.keys("<F5> world");
    expect(await fixture.mode()).toBe("i");
    expect(await fixture.nvim.lines()).toEqual(["hello world"]);
    expect(await fixture.layout()).toEqual(before);
  });

  test("a float follows the size of the screen", async () => {
    await using fixture = await Fixture.open('{ provider = "float", float = { width = 0.5, height = 0.5 } }');
    await fixture.nvim.keys("<F6>");
    const size =
      "local win = vim.fn.bufwinid(terminal.bufnr()) return { vim.api.nvim_win_get_width(win), vim.api.nvim_win_get_height(win) }";
    expect(await fixture.nvim.lua(size)).toEqual([60, 19]);
    await fixture.nvim.lua("vim.o.columns, vim.o.lines = 80, 24");
    await fixture.nvim.command("doautocmd VimResized");
    expect(await fixture.nvim.lua(size)).toEqual([40, 11]);
  });

  test("shows a message in the command-line window", async () => {
    await using fixture = await Fixture.open();
    await fixture.nvim.keys("q:");
    expect(await fixture.nvim.lua("return vim.fn.getcmdwintype()")).toBe(":");
    expect(await fixture.nvim.lua("return (terminal.toggle())")).toBe(false);
    expect(await fixture.nvim.lua("return #vim.api.nvim_list_wins()")).toBe(2);
  });

  test('with provider "none" every command says so', async () => {
    await using fixture = await Fixture.open('{ provider = "none" }');
    for (const verb of ["open", "toggle", "focus", "resume", "continue"])
      expect(await fixture.nvim.lua(`return select(2, terminal.${verb}())`)).toMatch(/"none"/);
    expect(await fixture.nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
  });
});
