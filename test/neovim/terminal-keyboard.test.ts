/** Claude Code's terminal and the focus, in a real Neovim with a fake Claude Code. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Fixture, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

const providers = ["split", "float", "tab"] as const;

describe.for(providers)("provider %s (a fake claude)", (provider) => {
  const terminal = `{ provider = "${provider}" }`;

  test("terminal steals focus: opening does not change the window", async () => {
    await using fixture = await Fixture.open(terminal);
    const win = await fixture.nvim.lua("return vim.api.nvim_get_current_win()");
    await fixture.nvim.keys("<F6>");
    await fixture.ready();
    expect(await fixture.nvim.lua("return vim.api.nvim_get_current_win()")).toBe(win);
    expect(await fixture.mode()).toBe("n");
    await fixture.nvim.keys("ihello<Esc>");
    expect(await fixture.nvim.lines()).toEqual(["hello"]);
    expect(fixture.input).toBe("");
  });

  test("terminal steals focus: opening while typing does not change mode, cursor and text", async () => {
    await using fixture = await Fixture.open(terminal);
    await fixture.nvim.keys("ihel<F6>");
    await fixture.ready();
    await fixture.nvim.keys("lo");
    expect(await fixture.mode()).toBe("i");
    expect(await fixture.nvim.lines()).toEqual(["hello"]);
    await fixture.nvim.keys("<Esc>u");
    expect(await fixture.nvim.lines()).toEqual([""]);
  });

  test.for(["", 'vim.api.nvim_create_autocmd("TermOpen", { command = "startinsert" })'])(
    "terminal steals focus: opening leaves a selection alone %s",
    async (init) => {
      await using fixture = await Fixture.open(terminal, init);
      await fixture.nvim.keys("ione two three<Esc>0vee");
      await fixture.nvim.lua("terminal.open()");
      await fixture.ready();
      expect(await fixture.mode()).toBe("v");
      await fixture.nvim.keys("d");
      expect(await fixture.nvim.lines()).toEqual([" three"]);
      expect(await fixture.mode()).toBe("n");
    },
  );

  test("terminal steals focus: an autocommand that starts insert mode in every terminal does not affect a file", async () => {
    await using fixture = await Fixture.open(
      terminal,
      `vim.api.nvim_create_autocmd({ "TermOpen" }, { command = "startinsert" })
       vim.api.nvim_create_autocmd({ "BufEnter", "WinEnter", "BufWinEnter" }, { pattern = "term://*", command = "startinsert" })`,
    );
    await fixture.nvim.keys("<F6>");
    await fixture.ready();
    expect(await fixture.mode()).toBe("n");
    await fixture.nvim.keys("iab<Esc>x");
    expect(await fixture.nvim.lines()).toEqual(["a"]);
    await fixture.nvim.keys("<F7>");
    await fixture.isIn("t");
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("n");
    await fixture.nvim.keys("ic<Esc>");
    expect(await fixture.nvim.lines()).toEqual(["ca"]);
  });

  test("toggle shows and enters it, and toggle again restores everything", async () => {
    await using fixture = await Fixture.open(terminal);
    await fixture.nvim.keys("ione<CR>two<Esc>");
    await fixture.nvim.command("vsplit | split | vertical resize 20 | resize 7 | wincmd w | wincmd w");
    const before = await fixture.layout();
    for (let round = 0; round < 2; round++) {
      await fixture.nvim.keys("<F5>");
      await fixture.isIn("t");
      expect(await fixture.isInTerminal()).toBe(true);
      expect(await fixture.isVisible()).toBe(true);
      await fixture.ready();
      await fixture.nvim.keys("x<F5>");
      await fixture.isIn("n");
      expect(await fixture.layout()).toEqual(before);
      expect(await fixture.isVisible()).toBe(false);
    }
    await soon(() => fixture.input).toBe("xx");
    await fixture.nvim.keys("dd");
    expect(await fixture.nvim.lines()).toEqual(["one"]);
  });

  test.for([
    ["insert mode", "i", "n"],
    ["visual mode", "v", "n"],
    ["select mode", "gh", "n"],
    ["another terminal", "i", "t"],
    ["another terminal's normal mode", "", "nt"],
  ])("toggle from %s also enters it, and returns", async ([from = "", keys = "", after = ""]) => {
    await using fixture = await Fixture.open(terminal);
    await fixture.nvim.command("split | vsplit");
    if (from.includes("terminal")) await fixture.nvim.command("terminal cat");
    await fixture.nvim.keys(keys);
    if (after === "t") await fixture.isIn("t");
    const before = await fixture.layout();
    await fixture.nvim.keys("<F5>");
    await soon(() => fixture.isInTerminal()).toBe(true);
    await fixture.isIn("t");
    await fixture.ready();
    await fixture.nvim.keys("x");
    await soon(() => fixture.input).toBe("x");
    await fixture.nvim.keys("<F5>");
    await fixture.isIn(after);
    expect(await fixture.layout()).toEqual(before);
  });

  test("toggle from its normal mode hides it, and focus enters terminal mode again", async () => {
    await using fixture = await Fixture.open(terminal);
    const before = await fixture.layout();
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    await fixture.nvim.keys("<C-\\><C-n>");
    await fixture.isIn("nt");
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("n");
    expect(await fixture.layout()).toEqual(before);
    await fixture.nvim.keys("<F7>");
    await fixture.isIn("t");
    await fixture.nvim.keys("<C-\\><C-n><F7>");
    await fixture.isIn("t");
  });

  test("there is one for all tab pages, shown where the user toggles it", async () => {
    await using fixture = await Fixture.open(terminal);
    await fixture.nvim.command("tabnew | tabprevious | split");
    const first = await fixture.layout();
    await fixture.nvim.lua("terminal.open()");
    await fixture.ready();
    fixture.forget();
    await fixture.nvim.command("tablast");
    expect(await fixture.isVisible()).toBe(false);
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    expect(await fixture.isVisible()).toBe(true);
    const shown = "return #vim.fn.win_findbuf(terminal.bufnr())";
    expect(await fixture.nvim.lua(shown)).toBe(1);
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("n");
    expect(await fixture.nvim.lua(shown)).toBe(0);
    await fixture.nvim.command("tabfirst");
    expect(await fixture.layout()).toEqual(first);
    expect(fixture.wasStarted).toBe(false);
  });
});

describe("returning to its window (a fake claude)", () => {
  async function left(...keys: string[]): Promise<Fixture> {
    const fixture = await Fixture.open(
      "{}",
      `vim.keymap.set("t", "<C-h>", [[<C-\\><C-n><C-w>h]])
       vim.keymap.set("t", "<C-l>", "<Cmd>wincmd h<CR>")`,
    );
    await fixture.nvim.keys("<F5>");
    await fixture.isIn("t");
    for (const each of keys) await fixture.nvim.keys(each);
    await soon(() => fixture.isInTerminal()).toBe(false);
    await fixture.isIn("n");
    return fixture;
  }

  test("a user who left it in normal mode finds it in normal mode", async () => {
    await using fixture = await left("<C-\\><C-n>", "<C-w>h");
    await fixture.nvim.keys("<C-w>l");
    expect(await fixture.isInTerminal()).toBe(true);
    await fixture.nvim.settled();
    expect(await fixture.mode()).toBe("nt");
  });

  test.for([
    ["<C-h>", "keys"],
    ["<C-l>", "a command"],
  ])("a user who left terminal mode by one mapping (%s, of %s) returns to terminal mode", async ([keys = ""]) => {
    await using fixture = await left(keys);
    await fixture.nvim.keys("<C-w>l");
    await fixture.isIn("t");
    await fixture.ready();
    await fixture.nvim.keys("x");
    await soon(() => fixture.input).toBe("x");
  });

  test("a script that only passes through does not leave the user in insert mode", async () => {
    await using fixture = await left("<C-h>");
    await fixture.nvim.lua("vim.cmd('wincmd l | wincmd h')");
    await fixture.nvim.settled();
    expect(await fixture.mode()).toBe("n");
    await fixture.nvim.keys("ia<Esc>");
    expect(await fixture.nvim.lines()).toEqual(["a"]);
  });
});

test.for(providers)("provider %s: hiding the terminal in a review's tab page stays in the review", async (provider) => {
  await using fixture = await Fixture.open(`{ provider = "${provider}" }`);
  await fixture.nvim.keys("<F5>");
  await fixture.isIn("t");
  await fixture.nvim.lua(`
    package.loaded["tandem.sidecar"].info = function() end
    local function text(line) return { text = line, isEmpty = false, eol = true } end
    require("tandem.review").open({ id = "1", path = "/a.txt", oldPath = "/a.txt", tabName = "a", client = {},
      old = text("a"), new = text("b"), hunks = {} }, function(decision) _G.decision = decision end)`);
  expect(await fixture.isInTerminal()).toBe(true);
  await fixture.nvim.keys("<F5>");
  await soon(() => fixture.nvim.lua("return vim.fn.bufname()")).toBe("tandem://review/1/proposed/a.txt");
  await fixture.isIn("n");
  await fixture.nvim.keys(":w<CR>");
  await soon(() => fixture.nvim.lua("return _G.decision")).toEqual({
    ...{ accepted: true, choices: [], comments: [] },
    content: { text: "b", isEmpty: false },
  });
});
