/** The window of Claude Code's terminal among the user's own, in a real Neovim. What runs in it is a stand-in. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Stage, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

const sides = ["left", "right", "top", "bottom"] as const;

describe("the window (a stand-in for claude)", () => {
  test.for(sides.flatMap((side) => [true, false].map((equal) => [side, equal] as const)))(
    "terminal breaks the layout: on side %s with equalalways %s the sizes and views come back",
    async ([side, equal]) => {
      await using stage = await Stage.open(`{ side = "${side}", size = 0.5 }`, `vim.o.equalalways = ${equal}`);
      await stage.nvim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(('line '):rep(300), ' '))");
      await stage.nvim.command("vsplit | split | split | vertical resize 13 | resize 3 | wincmd l");
      await stage.nvim.keys("150Gzt");
      const views = () =>
        stage.nvim.lua(`
      return vim.iter(vim.api.nvim_tabpage_list_wins(0)):map(function(win)
        return vim.api.nvim_win_call(win, vim.fn.winsaveview) end):totable()`);
      const before = [await stage.layout(), await views()];
      await stage.nvim.keys("<F5>");
      await stage.isIn("t");
      const [row, column] = await stage.nvim.lua<[number, number]>("return vim.api.nvim_win_get_position(0)");
      const [width, height] = await stage.nvim.lua<[number, number]>(
        "return { vim.api.nvim_win_get_width(0), vim.api.nvim_win_get_height(0) }",
      );
      if (side === "left" || side === "top") expect([row, column]).toEqual([0, 0]);
      if (side === "right") expect(column).toBeGreaterThan(55);
      if (side === "bottom") expect(row).toBeGreaterThan(15);
      if (side === "left" || side === "right") expect(width).toBe(60);
      else expect(height).toBe(19);
      await stage.nvim.keys("<F5>");
      await stage.isIn("n");
      expect([await stage.layout(), await views()]).toEqual(before);
    },
  );

  test("terminal breaks the layout: closing Claude Code from elsewhere brings the sizes back too", async () => {
    await using stage = await Stage.open();
    await stage.nvim.command("vsplit | split | vertical resize 13 | resize 3");
    const before = await stage.layout();
    await stage.nvim.keys("<F6>");
    await stage.ready();
    expect(await stage.layout()).not.toEqual(before);
    await stage.nvim.lua("terminal.close()");
    expect(await stage.layout()).toEqual(before);
  });

  test("what the user resized across the terminal stays resized", async () => {
    await using stage = await Stage.open();
    await stage.nvim.command("split | resize 10");
    await stage.nvim.keys("<F6>");
    await stage.nvim.command("resize 20");
    await stage.nvim.keys("<F5>");
    expect(await stage.nvim.lua("return vim.api.nvim_win_get_height(0)")).toBe(20);
    expect(await stage.nvim.lua("return vim.api.nvim_win_get_width(0)")).toBe(120);
  });

  test("it takes no part in a diff of the user's", async () => {
    await using stage = await Stage.open();
    await stage.nvim.command("diffthis | vnew | diffthis");
    const diffs = "return vim.iter(vim.api.nvim_list_wins()):filter(function(w) return vim.wo[w].diff end):totable()";
    const before = await stage.nvim.lua(diffs);
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    expect(await stage.nvim.lua(diffs)).toEqual(before);
    expect(await stage.nvim.lua("return { vim.wo.diff, vim.wo.scrollbind, vim.wo.cursorbind }")).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("hiding it where it is the only window shows a file again", async () => {
    await using stage = await Stage.open("{}", "", { args: ["a.txt"] });
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    await stage.nvim.command("only");
    await stage.nvim.keys("<F5>");
    await stage.isIn("n");
    expect(await stage.nvim.lua("return vim.fn.bufname()")).toBe("a.txt");
    expect(await stage.isVisible()).toBe(false);
    expect(await stage.nvim.lua("return { vim.wo.number, vim.wo.signcolumn }")).toEqual([false, "auto"]);
  });

  test("closing its window by hand keeps the process, and toggle shows it again", async () => {
    await using stage = await Stage.open();
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    await stage.ready();
    await stage.nvim.keys("<C-\\><C-n>:q<CR>");
    await stage.isIn("n");
    expect(await stage.isVisible()).toBe(false);
    stage.forget();
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    await soon(() => stage.screen()).toContain("stand-in is ready");
    expect(stage.wasStarted).toBe(false);
  });

  test("toggle from another window hides it and moves nothing", async () => {
    await using stage = await Stage.open();
    const before = await stage.layout();
    await stage.nvim.keys("ihello<F6>");
    await stage.ready();
    await stage.nvim.keys("<F5> world");
    expect(await stage.mode()).toBe("i");
    expect(await stage.nvim.lines()).toEqual(["hello world"]);
    expect(await stage.layout()).toEqual(before);
  });

  test("a float follows the size of the screen", async () => {
    await using stage = await Stage.open('{ provider = "float", float = { width = 0.5, height = 0.5 } }');
    await stage.nvim.keys("<F6>");
    const size =
      "local win = vim.fn.bufwinid(terminal.bufnr()) return { vim.api.nvim_win_get_width(win), vim.api.nvim_win_get_height(win) }";
    expect(await stage.nvim.lua(size)).toEqual([60, 19]);
    await stage.nvim.lua("vim.o.columns, vim.o.lines = 80, 24");
    await stage.nvim.command("doautocmd VimResized");
    expect(await stage.nvim.lua(size)).toEqual([40, 11]);
  });

  test("in the command-line window it says so and opens nothing", async () => {
    await using stage = await Stage.open();
    await stage.nvim.keys("q:");
    expect(await stage.nvim.lua("return vim.fn.getcmdwintype()")).toBe(":");
    expect(await stage.nvim.lua("return (terminal.toggle())")).toBe(false);
    expect(await stage.nvim.lua("return #vim.api.nvim_list_wins()")).toBe(2);
  });

  test('with provider "none" every command says so', async () => {
    await using stage = await Stage.open('{ provider = "none" }');
    for (const verb of ["open", "toggle", "focus", "resume", "continue"])
      expect(await stage.nvim.lua(`return select(2, terminal.${verb}())`)).toMatch(/"none"/);
    expect(await stage.nvim.lua("return #vim.api.nvim_list_wins()")).toBe(1);
  });
});
