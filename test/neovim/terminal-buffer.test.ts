/** The buffer of Claude Code's terminal, and the end of what runs in it, in a real Neovim. What runs in it is a stand-in. */
import { isAlive } from "@tandem/base/node";
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Stage, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("the buffer (a stand-in for claude)", () => {
  test("is unlisted, known to others, and its window has no columns of an editor", async () => {
    await using stage = await Stage.open("{}", 'vim.o.number = true; vim.o.signcolumn = "yes"; vim.o.spell = true');
    await stage.nvim.lua("terminal.open()");
    await stage.ready();
    const facts = await stage.nvim.lua(`
      local buf = terminal.bufnr()
      local win = vim.fn.bufwinid(buf)
      return { vim.bo[buf].buflisted, vim.b[buf].tandem_terminal, vim.bo[buf].filetype, vim.bo[buf].buftype,
        terminal.is_terminal(buf), terminal.is_terminal(1), terminal.is_terminal(999),
        vim.wo[win].number, vim.wo[win].signcolumn, vim.wo[win].spell,
        vim.api.nvim_buf_get_name(buf):find("^term://.*claude") ~= nil }`);
    expect(facts).toEqual([false, true, "tandem_terminal", "terminal", true, false, false, false, "no", false, true]);
    // Another buffer in that window is shown as the user wants it.
    await stage.nvim.lua("vim.api.nvim_win_set_buf(vim.fn.bufwinid(terminal.bufnr()), 1)");
    expect(
      await stage.nvim.lua(
        "return vim.iter(vim.api.nvim_list_wins()):map(function(w) return vim.wo[w].number end):totable()",
      ),
    ).toEqual([true, true]);
  });

  test("hiding keeps the process, and 'nohidden' does not change that", async () => {
    await using stage = await Stage.open("{}", "vim.o.hidden = false");
    await stage.nvim.keys("<F5>");
    await stage.ready();
    await stage.isIn("t");
    await stage.nvim.keys("one<F5>");
    await stage.isIn("n");
    expect(await stage.isVisible()).toBe(false);
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    await stage.nvim.keys("two");
    await soon(() => stage.input).toBe("onetwo");
  });

  test("closing ends the process and leaves nothing", async () => {
    await using stage = await Stage.open();
    const before = await stage.layout();
    const buffers = await stage.nvim.lua("return #vim.api.nvim_list_bufs()");
    await stage.nvim.lua("terminal.open()");
    await stage.ready();
    const pid = await stage.nvim.lua<number>("return vim.fn.jobpid(vim.bo[terminal.bufnr()].channel)");
    await stage.nvim.lua("terminal.close()");
    expect(await stage.layout()).toEqual(before);
    expect(await stage.nvim.lua("return terminal.bufnr()")).toBeNull();
    await soon(() => isAlive(pid)).toBe(false);
    await soon(() => stage.nvim.lua("return #vim.api.nvim_list_bufs()")).toBe(buffers);
    expect(await stage.nvim.messages()).toBe("");
    await stage.nvim.lua("terminal.close()");
    expect(await stage.nvim.messages()).toContain("does not run");
  });

  test.for(["bwipeout!", "bdelete!"])("%s on it ends it, and the next toggle starts it anew", async (command) => {
    await using stage = await Stage.open();
    await stage.nvim.lua("terminal.open()");
    await stage.ready();
    stage.forget();
    // At once, before Neovim has told of the end.
    await stage.nvim.lua("vim.cmd((...) .. ' ' .. terminal.bufnr()) terminal.toggle()", command);
    await stage.started();
    await stage.isIn("t");
  });
});

describe("the end of the process (a stand-in for claude)", () => {
  const ending = (code: number, more = "") =>
    `{ command = { "sh", "-c", "echo last words; read line; exit ${code}" } ${more} }`;

  test("with exit code 0 the window closes, and who was in it is back where they came from", async () => {
    await using stage = await Stage.open(ending(0));
    await stage.nvim.command("vsplit | split");
    const before = await stage.layout();
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    await stage.nvim.keys("x<CR>");
    await soon(() => stage.nvim.lua("return terminal.bufnr()")).toBeNull();
    await stage.isIn("n");
    expect(await stage.layout()).toEqual(before);
    expect(await stage.nvim.messages()).toBe("");
  });

  test("with another exit code it stays open, says the code, and a key in flight does not wipe its words", async () => {
    await using stage = await Stage.open(ending(3));
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    await stage.nvim.keys("x<CR>");
    await soon(() => stage.nvim.messages()).toContain("exit code 3");
    await stage.nvim.keys("jjk");
    expect(await stage.isVisible()).toBe(true);
    expect(await stage.screen()).toContain("last words");
    // The next start takes its place.
    await stage.nvim.lua("terminal.open()");
    await soon(() => stage.screen()).toContain("last words");
    expect(await stage.nvim.lua("return #vim.api.nvim_tabpage_list_wins(0)")).toBe(2);
    const exited = "return vim.iter(vim.api.nvim_list_bufs()):filter(terminal.is_terminal):totable()";
    expect(await stage.nvim.lua<number[]>(exited)).toHaveLength(1);
  });

  test("wiping the buffer of one that has ended is no trouble", async () => {
    await using stage = await Stage.open(ending(3));
    const before = await stage.layout();
    await stage.nvim.lua("terminal.open()");
    await soon(() => stage.screen()).toContain("last words");
    await stage.nvim.lua('terminal.send("", { enter = true })');
    await soon(() => stage.nvim.messages()).toContain("exit code 3");
    await stage.nvim.lua("vim.cmd('bwipeout ' .. terminal.bufnr())");
    await stage.nvim.settled();
    expect(await stage.nvim.lua("return terminal.bufnr()")).toBeNull();
    expect(await stage.layout()).toEqual(before);
    expect(await stage.nvim.messages()).not.toMatch(/E\d+|rror/);
  });

  test("without close_on_exit it stays open in any case", async () => {
    await using stage = await Stage.open(ending(0, ", close_on_exit = false"));
    await stage.nvim.lua("terminal.open()");
    await soon(() => stage.screen()).toContain("last words");
    await stage.nvim.lua('terminal.send("", { enter = true })');
    await soon(() => stage.nvim.lua("return vim.fn.jobwait({ vim.bo[terminal.bufnr()].channel }, 0)[1]")).not.toBe(-1);
    await stage.nvim.settled();
    expect(await stage.isVisible()).toBe(true);
  });

  test("terminal steals focus: somebody who types elsewhere goes on typing when the process ends", async () => {
    await using stage = await Stage.open(ending(0));
    await stage.nvim.lua("terminal.open()");
    await soon(() => stage.screen()).toContain("last words");
    await stage.nvim.keys("ione");
    await stage.nvim.lua('terminal.send("", { enter = true })');
    await soon(() => stage.nvim.lua("return terminal.bufnr()")).toBeNull();
    await stage.nvim.keys(" two");
    expect(await stage.mode()).toBe("i");
    expect(await stage.nvim.lines()).toEqual(["one two"]);
  });
});
