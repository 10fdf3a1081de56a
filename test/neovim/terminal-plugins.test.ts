/**
 * Claude Code's terminal in the windows of other plugins: the real toggleterm, and a stand-in for snacks, which is not packaged
 * anywhere: only what is used, as its documentation describes it. With a fake Claude Code.
 */
import { expect } from "vitest";
import { toggletermFolder } from "../../scripts/neovim.mjs";
import { needs } from "../parts.js";
import { Fixture, soon } from "./terminal-stand-in.js";

const { test, describe } = needs("neovim");

const snacks = `
  package.loaded["snacks"] = {
    win = function(options)
      _G.asked = { style = options.style, enter = options.enter }
      local win = vim.api.nvim_open_win(options.buf, options.enter, { split = "below", win = -1, height = 9 })
      for name, value in pairs(options.bo or {}) do vim.bo[options.buf][name] = value end
      return { win = win, buf = options.buf }
    end,
  }`;

const toggleterm = (setup: string) => `
  vim.opt.runtimepath:append(${JSON.stringify(toggletermFolder() ?? "")})
  require("toggleterm").setup(${setup})`;

const cases = [
  ["snacks", snacks, "row, height = 29, 9", needs("neovim").test, 'provider = "snacks"'],
  [
    "toggleterm below",
    toggleterm('{ direction = "horizontal", size = 11 }'),
    "row, height = 27, 11",
    needs("neovim", "toggleterm").test,
    'provider = "toggleterm"',
  ],
  [
    "toggleterm beside",
    toggleterm('{ direction = "vertical", size = 33 }'),
    "column, width = 87, 33",
    needs("neovim", "toggleterm").test,
    'provider = "toggleterm"',
  ],
  [
    "toggleterm in a float",
    toggleterm('{ direction = "float", float_opts = { width = 50, height = 20 } }'),
    "width, height = 50, 20",
    needs("neovim", "toggleterm").test,
    'provider = "toggleterm"',
  ],
] as const;

const place = `
  local row, column = unpack(vim.api.nvim_win_get_position(0))
  return { row = row, column = column, width = vim.api.nvim_win_get_width(0), height = vim.api.nvim_win_get_height(0) }`;

function expected(text: string): Record<string, number> {
  const [names = "", values = ""] = text.split(" = ");
  const numbers = values.split(", ").map(Number);
  return Object.fromEntries(names.split(", ").map((name, index) => [name, numbers[index] ?? Number.NaN]));
}

for (const [name, init, where, test, options] of cases)
  describe(`in ${name === "snacks" ? "a stand-in for snacks" : name} (a fake claude)`, () => {
    test("it opens where the plugin shows it, runs, hides and comes back", async () => {
      await using fixture = await Fixture.open(`{ ${options} }`, init);
      const { nvim } = fixture;
      await nvim.command("vsplit | wincmd l");
      const before = await fixture.layout();
      expect(await nvim.lua("return { terminal.open() }")).toEqual([true]);
      await fixture.ready();
      expect(await fixture.isInTerminal()).toBe(false);
      expect(await fixture.mode()).toBe("n");
      for (const _ of ["first", "again"]) {
        await nvim.keys("<F7>");
        await fixture.isIn("t");
        expect(await fixture.isInTerminal()).toBe(true);
        expect(await nvim.lua(place)).toMatchObject(expected(where));
        expect(await nvim.lua("return { vim.wo.number, vim.bo.filetype, vim.bo.buflisted }")).toEqual([
          false,
          "tandem_terminal",
          false,
        ]);
        await nvim.keys("<F5>");
        await fixture.isIn("n");
        expect(await fixture.isVisible()).toBe(false);
        expect(await fixture.layout()).toEqual(before);
      }
      await nvim.lua('terminal.send("still there")');
      await soon(() => fixture.input).toBe("still there");
      await nvim.lua("terminal.open(); terminal.close()");
      await soon(() => nvim.lua("return terminal.bufnr() == nil")).toBe(true);
      expect(await fixture.layout()).toEqual(before);
      expect(await nvim.messages()).toBe("");
    });
  });

needs("neovim", "toggleterm").test(
  "toggleterm's own command doesn't take Claude Code for one of its terminals",
  async () => {
    await using fixture = await Fixture.open('{ provider = "toggleterm" }', toggleterm("{ shell = '/bin/sh' }"));
    const { nvim } = fixture;
    await nvim.lua("terminal.open()");
    await fixture.ready();
    await nvim.command("ToggleTerm");
    expect(await nvim.lua("return vim.bo.filetype")).toBe("toggleterm");
    await nvim.command("ToggleTerm");
    expect(await fixture.isVisible()).toBe(true);
  },
);

test("a plugin that is not installed is a message", async () => {
  for (const provider of ["toggleterm", "snacks"]) {
    await using fixture = await Fixture.open(`{ provider = "${provider}" }`);
    const problem = `terminal.provider is "${provider}", but that plugin isn't installed`;
    expect(await fixture.nvim.lua("return { terminal.open() }")).toEqual([false, problem]);
    expect(fixture.wasStarted).toBe(false);
  }
});
