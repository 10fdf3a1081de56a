/** Options: an invalid one is reported, keeps its default, and doesn't affect the others. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Neovim } from "./neovim.js";

const { test } = needs("neovim");

/** Returns the problems of a table of options, written in Lua. */
async function problems(neovim: Neovim, table: string): Promise<string[]> {
  return await neovim.lua(`local _, problems = require("tandem.config").resolve(${table}); return problems`);
}

test("shows invalid options in one message and starts with their defaults", async () => {
  await using neovim = await Neovim.start({
    init: `
      said = {}
      vim.notify = function(message, level) table.insert(said, { message, level }) end
      require("tandem").setup({ max_clients = "ten", review = { layot = "inline", place = "here" } })`,
  });
  await neovim.until('return require("tandem.sidecar").status() == "running"');
  const said = await neovim.lua<[string, number][]>("return said");
  expect(said).toHaveLength(1);
  const [[message, level] = ["", 0]] = said;
  expect(message).toContain('max_clients must be a number, not "ten"');
  expect(message).toContain("Unknown option review.layot. Did you mean review.layout?");
  expect(level).toBe(4);
  const options = await neovim.lua('return require("tandem.config").get()');
  expect(options).toMatchObject({ max_clients: 10, review: { layout: "vertical", place: "here" } });
});

test.for([
  ["{ start = 'later' }", /^start must be one of "startup", "first_use", not "later"$/],
  ["{ terminal = { size = 4 } }", /^terminal\.size must be between 0\.05 and 1, not 4$/],
  ["{ terminal = 'split' }", /^terminal must be a table, not "split"$/],
  ["{ hidden_files = { 1 } }", /^hidden_files must be a list of strings, not/],
  ["{ port_range = { min = 200, max = 100 } }", /^port_range\.min must not be greater than port_range\.max$/],
  ["{ keys = { sned = '<leader>s' } }", /^Unknown key name keys\.sned\. Valid names are .*send/],
  ["{ nonsense_of_mine = true }", /^Unknown option nonsense_of_mine\. See :help tandem-options\.$/],
  ["'inline'", /^setup\(\) needs a table, not "inline"$/],
] as const)("%s is reported", async ([table, words]) => {
  await using neovim = await Neovim.start({ init: "" });
  expect(await problems(neovim, table)).toEqual([expect.stringMatching(words)]);
});

test("files of the old option withhold stay hidden", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const after = await neovim.lua(`
    local options, problems = require("tandem.config").resolve({ withhold = { "salaries/" } })
    return { options.hidden_files, problems }`);
  expect(after).toEqual([["salaries/"], []]);
});

test("setup() copies its argument", async () => {
  await using neovim = await Neovim.start({ init: "" });
  const after = await neovim.lua(`
    local given = { start = "first_use", terminal = { command = { "claude", "--verbose" } } }
    require("tandem").setup(given)
    given.terminal.command[1] = "another"
    require("tandem.config").get()
    return require("tandem.config").get().terminal.command`);
  expect(after).toEqual(["claude", "--verbose"]);
});

test("every example of options in the docs is valid", async () => {
  const page = readFileSync(new URL("../../docs/neovim.md", import.meta.url), "utf8");
  const tables = [...page.matchAll(/require\("tandem"\)\.setup\((\{[\s\S]*?\})\)$/gm)].map(([, table = ""]) => table);
  expect(tables.length).toBeGreaterThan(1);
  await using neovim = await Neovim.start({ init: "" });
  for (const table of tables) expect(await problems(neovim, table)).toEqual([]);
});
