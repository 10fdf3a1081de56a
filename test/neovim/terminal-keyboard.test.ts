/** Claude Code's terminal and the user's keyboard, in a real Neovim. What runs in it is a stand-in. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Stage, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

const providers = ["split", "float", "tab"] as const;

describe.for(providers)("provider %s (a stand-in for claude)", (provider) => {
  const terminal = `{ provider = "${provider}" }`;

  test("terminal steals focus: opening leaves the keyboard where it is", async () => {
    await using stage = await Stage.open(terminal);
    const win = await stage.nvim.lua("return vim.api.nvim_get_current_win()");
    await stage.nvim.keys("<F6>");
    await stage.ready();
    expect(await stage.nvim.lua("return vim.api.nvim_get_current_win()")).toBe(win);
    expect(await stage.mode()).toBe("n");
    await stage.nvim.keys("ihello<Esc>");
    expect(await stage.nvim.lines()).toEqual(["hello"]);
    expect(stage.input).toBe("");
  });

  test("terminal steals focus: opening in the middle of typing leaves mode, cursor and text alone", async () => {
    await using stage = await Stage.open(terminal);
    await stage.nvim.keys("ihel<F6>");
    await stage.ready();
    await stage.nvim.keys("lo");
    expect(await stage.mode()).toBe("i");
    expect(await stage.nvim.lines()).toEqual(["hello"]);
    await stage.nvim.keys("<Esc>u");
    expect(await stage.nvim.lines()).toEqual([""]);
  });

  test.for(["", 'vim.api.nvim_create_autocmd("TermOpen", { command = "startinsert" })'])(
    "terminal steals focus: opening leaves a selection alone %s",
    async (init) => {
      await using stage = await Stage.open(terminal, init);
      await stage.nvim.keys("ione two three<Esc>0vee");
      await stage.nvim.lua("terminal.open()");
      await stage.ready();
      expect(await stage.mode()).toBe("v");
      await stage.nvim.keys("d");
      expect(await stage.nvim.lines()).toEqual([" three"]);
      expect(await stage.mode()).toBe("n");
    },
  );

  test("terminal steals focus: an autocommand that starts insert mode in every terminal does not do so in a file", async () => {
    await using stage = await Stage.open(
      terminal,
      `vim.api.nvim_create_autocmd({ "TermOpen" }, { command = "startinsert" })
       vim.api.nvim_create_autocmd({ "BufEnter", "WinEnter", "BufWinEnter" }, { pattern = "term://*", command = "startinsert" })`,
    );
    await stage.nvim.keys("<F6>");
    await stage.ready();
    expect(await stage.mode()).toBe("n");
    await stage.nvim.keys("iab<Esc>x");
    expect(await stage.nvim.lines()).toEqual(["a"]);
    await stage.nvim.keys("<F7>");
    await stage.isIn("t");
    await stage.nvim.keys("<F5>");
    await stage.isIn("n");
    await stage.nvim.keys("ic<Esc>");
    expect(await stage.nvim.lines()).toEqual(["ca"]);
  });

  test("toggle shows it and types in it, toggle again goes back, and everything is as before", async () => {
    await using stage = await Stage.open(terminal);
    await stage.nvim.keys("ione<CR>two<Esc>");
    await stage.nvim.command("vsplit | split | vertical resize 20 | resize 7 | wincmd w | wincmd w");
    const before = await stage.layout();
    for (let round = 0; round < 2; round++) {
      await stage.nvim.keys("<F5>");
      await stage.isIn("t");
      expect(await stage.isInTerminal()).toBe(true);
      expect(await stage.isVisible()).toBe(true);
      await stage.ready();
      await stage.nvim.keys("x<F5>");
      await stage.isIn("n");
      expect(await stage.layout()).toEqual(before);
      expect(await stage.isVisible()).toBe(false);
    }
    await soon(() => stage.input).toBe("xx");
    await stage.nvim.keys("dd");
    expect(await stage.nvim.lines()).toEqual(["one"]);
  });

  test.for([
    ["insert mode", "i", "n"],
    ["visual mode", "v", "n"],
    ["select mode", "gh", "n"],
    ["another terminal", "i", "t"],
    ["another terminal's normal mode", "", "nt"],
  ])("toggle from %s types in it too, and the keyboard comes back", async ([from = "", keys = "", after = ""]) => {
    await using stage = await Stage.open(terminal);
    await stage.nvim.command("split | vsplit");
    if (from.includes("terminal")) await stage.nvim.command("terminal cat");
    await stage.nvim.keys(keys);
    if (after === "t") await stage.isIn("t");
    const before = await stage.layout();
    await stage.nvim.keys("<F5>");
    await soon(() => stage.isInTerminal()).toBe(true);
    await stage.isIn("t");
    await stage.ready();
    await stage.nvim.keys("x");
    await soon(() => stage.input).toBe("x");
    await stage.nvim.keys("<F5>");
    await stage.isIn(after);
    expect(await stage.layout()).toEqual(before);
  });

  test("toggle from its normal mode hides it, and focus types in it again", async () => {
    await using stage = await Stage.open(terminal);
    const before = await stage.layout();
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    await stage.nvim.keys("<C-\\><C-n>");
    await stage.isIn("nt");
    await stage.nvim.keys("<F5>");
    await stage.isIn("n");
    expect(await stage.layout()).toEqual(before);
    await stage.nvim.keys("<F7>");
    await stage.isIn("t");
    await stage.nvim.keys("<C-\\><C-n><F7>");
    await stage.isIn("t");
  });

  test("it is one for all tab pages, shown in the one where the user toggles", async () => {
    await using stage = await Stage.open(terminal);
    await stage.nvim.command("tabnew | tabprevious | split");
    const first = await stage.layout();
    await stage.nvim.lua("terminal.open()");
    await stage.ready();
    stage.forget();
    await stage.nvim.command("tablast");
    expect(await stage.isVisible()).toBe(false);
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    expect(await stage.isVisible()).toBe(true);
    const shown = "return #vim.fn.win_findbuf(terminal.bufnr())";
    expect(await stage.nvim.lua(shown)).toBe(1);
    await stage.nvim.keys("<F5>");
    await stage.isIn("n");
    expect(await stage.nvim.lua(shown)).toBe(0);
    await stage.nvim.command("tabfirst");
    expect(await stage.layout()).toEqual(first);
    expect(stage.wasStarted).toBe(false);
  });
});

describe("coming back into its window (a stand-in for claude)", () => {
  async function left(...keys: string[]): Promise<Stage> {
    const stage = await Stage.open(
      "{}",
      `vim.keymap.set("t", "<C-h>", [[<C-\\><C-n><C-w>h]])
       vim.keymap.set("t", "<C-l>", "<Cmd>wincmd h<CR>")`,
    );
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    for (const each of keys) await stage.nvim.keys(each);
    await soon(() => stage.isInTerminal()).toBe(false);
    await stage.isIn("n");
    return stage;
  }

  test("who left it for normal mode first, finds it in normal mode", async () => {
    await using stage = await left("<C-\\><C-n>", "<C-w>h");
    await stage.nvim.keys("<C-w>l");
    expect(await stage.isInTerminal()).toBe(true);
    await stage.nvim.settled();
    expect(await stage.mode()).toBe("nt");
  });

  test.for([
    ["<C-h>", "keys"],
    ["<C-l>", "a command"],
  ])("who left it out of terminal mode by one mapping (%s, of %s), types on", async ([keys = ""]) => {
    await using stage = await left(keys);
    await stage.nvim.keys("<C-w>l");
    await stage.isIn("t");
    await stage.ready();
    await stage.nvim.keys("x");
    await soon(() => stage.input).toBe("x");
  });

  test("a script that only passes through does not leave the user in insert mode", async () => {
    await using stage = await left("<C-h>");
    await stage.nvim.lua("vim.cmd('wincmd l | wincmd h')");
    await stage.nvim.settled();
    expect(await stage.mode()).toBe("n");
    await stage.nvim.keys("ia<Esc>");
    expect(await stage.nvim.lines()).toEqual(["a"]);
  });
});

test.for(providers)(
  "provider %s: hiding the terminal in a review's tab page led away from the review",
  async (provider) => {
    await using stage = await Stage.open(`{ provider = "${provider}" }`);
    await stage.nvim.keys("<F5>");
    await stage.isIn("t");
    await stage.nvim.lua(`
    package.loaded["tandem.sidecar"].info = function() end
    local function text(line) return { text = line, isEmpty = false, eol = true } end
    require("tandem.review").open({ id = "1", path = "/a.txt", oldPath = "/a.txt", tabName = "a", client = {},
      old = text("a"), new = text("b"), hunks = {} }, function(decision) _G.decision = decision end)`);
    expect(await stage.isInTerminal()).toBe(true);
    await stage.nvim.keys("<F5>");
    await soon(() => stage.nvim.lua("return vim.fn.bufname()")).toBe("tandem://review/1/proposed/a.txt");
    await stage.isIn("n");
    await stage.nvim.keys(":w<CR>");
    await soon(() => stage.nvim.lua("return _G.decision")).toEqual({
      ...{ accepted: true, choices: [] },
      told: { text: "b", isEmpty: false },
    });
  },
);
