/** `:help tandem` documents exactly the plugin's options, commands, maps, events and functions. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { needs } from "../parts.js";
import { Neovim, pluginFolder } from "./neovim.js";

const { test } = needs("neovim");
const help = readFileSync(join(pluginFolder, "doc/tandem.txt"), "utf8");

/**
 * The text without its examples, which start with a line that ends in `>` and end at the next line that isn't indented.
 */
const prose = help.replace(/(^|\s)>\w*\n(?:[ \t].*\n|\n)*/gm, "\n");

const tags = () => [...prose.matchAll(/(?<=^|\s)\*([^\s*]+)\*(?=\s|$)/gm)].map(([, tag = ""]) => tag);

/** A part of the help, from its title to the next. */
function part(title: string): string {
  const found = help.split(/^={78}\n/m).find((each) => each.startsWith(`${title} `));
  expect(found, `a part ${title}`).toBeDefined();
  return found ?? "";
}

function luaFiles(): string[] {
  const folder = join(pluginFolder, "lua");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".lua")).map((name) => readFileSync(join(folder, name), "utf8"));
}

const quiet = 'require("tandem").setup({ start = "first_use" })';

test(":helptags accepts the help, and every tag is unique", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-help-"));
  try {
    cpSync(join(pluginFolder, "doc/tandem.txt"), join(folder, "tandem.txt"));
    await using neovim = await Neovim.start({ init: quiet });
    await neovim.lua("vim.cmd.helptags({ ... })", folder);
    const written = readFileSync(join(folder, "tags"), "utf8").trim().split("\n");
    expect(written.map((line) => line.split("\t")[0]).sort()).toEqual(tags().sort());
    expect(new Set(tags()).size).toBe(tags().length);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every link has a target", async () => {
  const links = new Set([...prose.matchAll(/\|([^\s|]+)\|/g)].map(([, link = ""]) => link));
  expect(links.size).toBeGreaterThan(20);
  const ours = new Set(tags());
  await using neovim = await Neovim.start({ init: quiet });
  const missing = await neovim.lua(
    `local known = {}
     for line in io.lines(vim.env.VIMRUNTIME .. "/doc/tags") do known[line:match("^[^\\t]+")] = true end
     return vim.tbl_filter(function(link) return not known[link] end, ...)`,
    [...links].filter((link) => !ours.has(link)),
  );
  expect(missing).toEqual([]);
});

test("no line except examples is wider than a help window", () => {
  expect(prose.split("\n").filter((line) => [...line].length > 80)).toEqual([]);
});

interface Option {
  readonly name: string;
  readonly type: string;
  readonly default: string;
  readonly values: readonly string[];
}

/** The options of config.lua, with what the help must say about each. */
const optionsInLua = `
  local found = {}
  local function collect(specs, path)
    for name, spec in pairs(specs) do
      if spec.is_option then
        local values = vim.tbl_map(vim.inspect, spec.choices or {})
        for _, bound in ipairs({ spec.min or false, spec.max or false }) do
          if bound then table.insert(values, vim.inspect(bound)) end
        end
        table.insert(found, {
          name = path .. name,
          type = type(spec.type) == "table" and table.concat(spec.type, " or ") or spec.type,
          default = vim.inspect(spec.default, { newline = " ", indent = "" }),
          values = values,
        })
      else
        collect(spec, path .. name .. ".")
      end
    end
  end
  collect(require("tandem.config").options, "")
  return found`;

test("the options match config.lua: names, types, defaults and values", async () => {
  await using neovim = await Neovim.start({ init: quiet });
  const options = await neovim.lua<Option[]>(optionsInLua);
  const text = part("OPTIONS");
  const described = [...text.matchAll(/^([a-z_.]+) \((.+), default (.+)\)/gm)].map(
    ([, name = "", type = "", value = ""]) => ({ name, type, default: value }),
  );
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  const expected = options.map(({ name, type, default: value }) => ({ name, type, default: value }));
  expect(described.sort(byName)).toEqual(expected.sort(byName));
  // Options that belong together share one text.
  const blocks = text.split(/\n\n/);
  for (const { name, values } of options) {
    expect(text).toContain(`*tandem-option-${name}*`);
    const block = blocks.find((each) => new RegExp(`^${name.replaceAll(".", "\\.")} \\(`, "m").test(each)) ?? "";
    for (const value of values) expect(block, `${value} of ${name}`).toContain(value);
    expect(block.replace(/^\S.*$|^ +\*.*$/gm, "").trim().length, `what ${name} is for`).toBeGreaterThan(10);
  }
});

test("the commands match the defined ones, with their range, ! and arguments", async () => {
  await using neovim = await Neovim.start({ init: quiet });
  const defined = await neovim.lua<Record<string, { bang: boolean; range?: string; nargs: string }>>(`
    local found = {}
    for name, command in pairs(vim.api.nvim_get_commands({})) do
      if vim.startswith(name, "Tandem") then
        local takes_range = type(command.range) == "string" and command.range or nil
        found[name] = { bang = command.bang, range = takes_range, nargs = command.nargs }
      end
    end
    return found`);
  const lines = [...part("COMMANDS").matchAll(/^:(\[range\])?(Tandem\w+)(\[!\])?( [[{])?/gm)].map(
    ([, range, name = "", bang, args]) => ({
      name,
      range: range !== undefined,
      bang: bang !== undefined,
      args: args !== undefined,
    }),
  );
  const expected = Object.entries(defined).map(([name, { range, bang, nargs }]) => ({
    name,
    range: range !== undefined,
    bang,
    args: nargs !== "0",
  }));
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect(lines.sort(byName)).toEqual(expected.sort(byName));
  for (const { name } of expected) expect(tags()).toContain(`:${name}`);
});

test("all mentioned commands exist", async () => {
  await using neovim = await Neovim.start({ init: quiet });
  const pages = [help, readFileSync(new URL("../../docs/neovim.md", import.meta.url), "utf8"), ...luaFiles()];
  const named = new Set(pages.flatMap((text) => [...text.matchAll(/:(Tandem[A-Z]\w+)/g)].map(([, name = ""]) => name)));
  const missing = await neovim.lua(
    'return vim.tbl_filter(function(name) return vim.fn.exists(":" .. name) ~= 2 end, ...)',
    [...named],
  );
  expect(missing).toEqual([]);
});

test("the keys match keys.lua", async () => {
  await using neovim = await Neovim.start({ init: quiet });
  const keys = await neovim.lua<string[]>(`
    local keys, found = require("tandem.keys"), {}
    for name, key in pairs(keys.names) do
      table.insert(found, table.concat({ name, keys.prefix .. key.default, key.modes, keys.plug(name) }, " "))
    end
    return found`);
  const rows = part("KEYS").matchAll(/^(\w+) +(<leader>\S+) +([nxt](?: [nxt])*) +(<Plug>\S+) +\S/gm);
  const described = [...rows].map(
    ([, name, key, modes = "", plug]) => `${name} ${key} ${modes.replaceAll(" ", "")} ${plug}`,
  );
  expect(described.sort()).toEqual(keys.sort());
});

test("the events match the emitted ones", () => {
  const emitted = luaFiles().flatMap((text) =>
    [...text.matchAll(/\bemit\("(\w+)"/g)].map(([, name]) => `Tandem${name}`),
  );
  const described = [...part("EVENTS").matchAll(/^(Tandem\w+) /gm)].map(([, name]) => name);
  expect(described.sort()).toEqual([...new Set(emitted)].sort());
});

test("the functions exist, and all of require('tandem') are documented", async () => {
  await using neovim = await Neovim.start({ init: quiet });
  const text = part("LUA FUNCTIONS");
  const described = [...text.matchAll(/^require\("tandem"\)\.(\w+)\(/gm)].map(([, name = ""]) => name);
  expect(described.sort()).toEqual((await neovim.lua<string[]>('return vim.tbl_keys(require("tandem"))')).sort());
  for (const module of ["tandem.terminal", "tandem.review", "tandem.changes"]) {
    const [, list = ""] = new RegExp(`^require\\("${module}"\\).*\\n([\\s\\S]*?)\\n\\n`, "m").exec(text) ?? [];
    const names = [...list.matchAll(/`(\w+)\(/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(5);
    const missing = await neovim.lua(
      "local module, names = ...; return vim.tbl_filter(function(name) return not require(module)[name] end, names)",
      module,
      names,
    );
    expect(missing).toEqual([]);
  }
});

test("the examples of options are valid", async () => {
  const examples = [...help.matchAll(/require\("tandem"\)\.setup\((\{.*\})\)/g)].map(([, table = ""]) => table);
  expect(examples.length).toBeGreaterThan(3);
  await using neovim = await Neovim.start({ init: quiet });
  for (const example of examples)
    expect(
      await neovim.lua(`local _, problems = require("tandem.config").resolve(${example}); return problems`),
    ).toEqual([]);
});
