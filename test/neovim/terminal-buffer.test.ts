/** The buffer of Claude Code's terminal, and the exit of its program, in a real Neovim with a fake Claude Code. */
import { isAlive } from "@tandem-ide/base/node";
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Fixture, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

describe("the buffer (a fake claude)", () => {
  test("is unlisted and its window has no number or sign columns", async () => {
    await using fixture = await Fixture.open("{}", 'vim.o.number = true; vim.o.signcolumn = "yes"; vim.o.spell = true');
    await fixture.nvim.lua("terminal.open()");
    await fixture.ready();
    const facts = await fixture.nvim.lua(`
      local buf = terminal.bufnr()
      local win = vim.fn.bufwinid(buf)
      return { vim.bo[buf].buflisted, vim.b[buf].tandem_terminal, vim.bo[buf].filetype, vim.bo[buf].buftype,
        terminal.is_terminal(buf), terminal.is_terminal(1), terminal.is_terminal(999),
        vim.wo[win].number, vim.wo[win].signcolumn, vim.wo[win].spell,
        vim.api.nvim_buf_get_name(buf):find("^term://.*claude") ~= nil }`);
    expect(facts).toEqual([false, true, "tandem_terminal", "terminal", true, false, false, false, "no", false, true]);
    // Another buffer in that window is shown as the user wants it.
    await fixture.nvim.lua("vim.api.nvim_win_set_buf(vim.fn.bufwinid(terminal.bufnr()), 1)");
    expect(
      await fixture.nvim.lua(
        "return vim.iter(vim.api.nvim_list_wins()):map(function(w) return vim.wo[w].number end):totable()",
      ),
    ).toEqual([true, true]);
  });

  test("hiding keeps the process, even with 'nohidden'", async () => {
    await using fixture = await Fixture.open("{}", "vim.o.hidden = false");
    await fixture.nvim.keys("<F5>");
    await fixture.ready();
    await fixture.isIn("t");
    await fixture.nvim.keys("one<F5>");
    await fixture.isIn("n");
    expect(await fixture.isVisible()).toBe(false);
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    await fixture.nvim.keys("two");
    await soon(() => fixture.input).toBe("onetwo");
  });

  test("closing stops the process and removes the buffer", async () => {
    await using fixture = await Fixture.open();
    const before = await fixture.layout();
    const buffers = await fixture.nvim.lua("return #vim.api.nvim_list_bufs()");
    await fixture.nvim.lua("terminal.open()");
    await fixture.ready();
    const pid = await fixture.nvim.lua<number>("return vim.fn.jobpid(vim.bo[terminal.bufnr()].channel)");
    await fixture.nvim.lua("terminal.close()");
    expect(await fixture.layout()).toEqual(before);
    expect(await fixture.nvim.lua("return terminal.bufnr()")).toBeNull();
    await soon(() => isAlive(pid)).toBe(false);
    await soon(() => fixture.nvim.lua("return #vim.api.nvim_list_bufs()")).toBe(buffers);
    expect(await fixture.nvim.messages()).toBe("");
    await fixture.nvim.lua("terminal.close()");
    expect(await fixture.nvim.messages()).toContain("isn't running");
  });

  test.for(["bwipeout!", "bdelete!"])("%s stops it, and the next toggle starts it again", async (command) => {
    await using fixture = await Fixture.open();
    await fixture.nvim.lua("terminal.open()");
    await fixture.ready();
    fixture.forget();
    // At once, before Neovim has reported the exit.
    await fixture.nvim.lua("vim.cmd((...) .. ' ' .. terminal.bufnr()) terminal.toggle()", command);
    await fixture.started();
    await fixture.isIn("t");
  });
});

describe("the end of the process (a fake claude)", () => {
  const ending = (code: number, more = "") =>
    `{ command = { "sh", "-c", "echo last words; read line; exit ${code}" } ${more} }`;

  test("with exit code 0 the window closes and the user returns to the previous window", async () => {
    await using fixture = await Fixture.open(ending(0));
    await fixture.nvim.command("vsplit | split");
    const before = await fixture.layout();
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    await fixture.nvim.keys("x<CR>");
    await soon(() => fixture.nvim.lua("return terminal.bufnr()")).toBeNull();
    await fixture.isIn("n");
    expect(await fixture.layout()).toEqual(before);
    expect(await fixture.nvim.messages()).toBe("");
  });

  test("with another exit code it stays open with a message, and a key does not delete its output", async () => {
    await using fixture = await Fixture.open(ending(3));
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    await fixture.nvim.keys("x<CR>");
    await soon(() => fixture.nvim.messages()).toContain("exited with code 3");
    await fixture.nvim.keys("jjk");
    expect(await fixture.isVisible()).toBe(true);
    expect(await fixture.screen()).toContain("last words");
    // The next start replaces it.
    await fixture.nvim.lua("terminal.open()");
    await soon(() => fixture.screen()).toContain("last words");
    expect(await fixture.nvim.lua("return #vim.api.nvim_tabpage_list_wins(0)")).toBe(2);
    const exited = "return vim.iter(vim.api.nvim_list_bufs()):filter(terminal.is_terminal):totable()";
    expect(await fixture.nvim.lua<number[]>(exited)).toHaveLength(1);
  });

  test("wiping the buffer after the exit works", async () => {
    await using fixture = await Fixture.open(ending(3));
    const before = await fixture.layout();
    await fixture.nvim.lua("terminal.open()");
    await soon(() => fixture.screen()).toContain("last words");
    await fixture.nvim.lua('terminal.send("", { enter = true })');
    await soon(() => fixture.nvim.messages()).toContain("exited with code 3");
    await fixture.nvim.lua("vim.cmd('bwipeout ' .. terminal.bufnr())");
    await fixture.nvim.settled();
    expect(await fixture.nvim.lua("return terminal.bufnr()")).toBeNull();
    expect(await fixture.layout()).toEqual(before);
    expect(await fixture.nvim.messages()).not.toMatch(/E\d+|rror/);
  });

  test("without close_on_exit it always stays open", async () => {
    await using fixture = await Fixture.open(ending(0, ", close_on_exit = false"));
    await fixture.nvim.lua("terminal.open()");
    await soon(() => fixture.screen()).toContain("last words");
    await fixture.nvim.lua('terminal.send("", { enter = true })');
    await soon(() => fixture.nvim.lua("return vim.fn.jobwait({ vim.bo[terminal.bufnr()].channel }, 0)[1]")).not.toBe(
      -1,
    );
    await fixture.nvim.settled();
    expect(await fixture.isVisible()).toBe(true);
  });

  test("terminal steals focus: a user who types elsewhere can continue when the process exits", async () => {
    await using fixture = await Fixture.open(ending(0));
    await fixture.nvim.lua("terminal.open()");
    await soon(() => fixture.screen()).toContain("last words");
    await fixture.nvim.keys("ione");
    await fixture.nvim.lua('terminal.send("", { enter = true })');
    await soon(() => fixture.nvim.lua("return terminal.bufnr()")).toBeNull();
    await fixture.nvim.keys(" two");
    expect(await fixture.mode()).toBe("i");
    expect(await fixture.nvim.lines()).toEqual(["one two"]);
  });
});
