/** Claude Code's terminal and the user's keyboard and windows, in a real Neovim. What runs in it is a stand-in. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Stage, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

const providers = ["split", "float", "tab"] as const;
const sides = ["left", "right", "top", "bottom"] as const;

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
    require("tandem.review").open({ id = "1", path = "/a.txt", oldPath = "/a.txt", tabName = "a", oldText = "a\\n",
      newText = "b\\n", client = {} }, function(decision) _G.decision = decision end)`);
    expect(await stage.isInTerminal()).toBe(true);
    await stage.nvim.keys("<F5>");
    await soon(() => stage.nvim.lua("return vim.fn.bufname()")).toBe("tandem://review/1/proposed/a.txt");
    await stage.isIn("n");
    await stage.nvim.keys(":w<CR>");
    await soon(() => stage.nvim.lua("return _G.decision")).toEqual({ accepted: true, text: "b\n" });
  },
);
