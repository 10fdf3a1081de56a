/** Key maps: always offered, but only mapped if the user wants them. With a fake sidecar. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { type Fixture, openFixture } from "./stand-ins/mention-fixture.js";

const { test } = needs("neovim");

const names = ["accept", "add_file", "changes", "continue", "focus", "reject", "resume", "review", "send", "toggle"];
const keys = 'local keys = require("tandem.keys")\n';

/** The keys that are mapped to Tandem's, by mode. */
const mapped = (fixture: Fixture, mode: string) =>
  fixture.nvim.lua<Record<string, string>>(
    `local found = vim.empty_dict()
     for _, map in ipairs(vim.api.nvim_get_keymap(...)) do
       if (map.rhs or ""):find("^<Plug>%(tandem%-") then found[map.lhs] = map.rhs end
     end
     return found`,
    mode,
  );

test("only the <Plug> maps are defined by default", async () => {
  await using fixture = await openFixture({ init: `${keys}keys.define() keys.apply(false)` });
  for (const name of names) {
    const plug = `<Plug>(tandem-${name.replaceAll("_", "-")})`;
    const map = await fixture.nvim.lua<{ rhs?: string; desc?: string }>(
      'return vim.fn.maparg(..., "n", false, true)',
      plug,
    );
    expect(map, plug).toMatchObject({ rhs: expect.stringMatching(/^<Cmd>.*<CR>$/), desc: expect.any(String) });
  }
  for (const mode of ["n", "x", "i", "t", "o", "c", "s"]) expect(await mapped(fixture, mode)).toEqual({});
});

test("they load nothing, and cost less than 0.3 ms", async () => {
  await using fixture = await openFixture({ init: keys });
  const cost = await fixture.nvim.lua<number>(`
    local best = math.huge
    for _ = 1, 20 do
      package.loaded["tandem.keys"] = nil
      local before = vim.uv.hrtime()
      require("tandem.keys").define()
      best = math.min(best, (vim.uv.hrtime() - before) / 1e6)
    end
    return best`);
  expect(cost).toBeLessThan(0.3);
});

test("keys = true maps the default keys, with a description", async () => {
  await using fixture = await openFixture({ init: `${keys}vim.g.mapleader = "," keys.define() keys.apply(true)` });
  expect(await mapped(fixture, "n")).toEqual({
    ",aa": "<Plug>(tandem-accept)",
    ",ab": "<Plug>(tandem-add-file)",
    ",aC": "<Plug>(tandem-continue)",
    ",ac": "<Plug>(tandem-toggle)",
    ",ad": "<Plug>(tandem-reject)",
    ",af": "<Plug>(tandem-focus)",
    ",al": "<Plug>(tandem-changes)",
    ",ar": "<Plug>(tandem-resume)",
    ",as": "<Plug>(tandem-send)",
    ",av": "<Plug>(tandem-review)",
  });
  expect(Object.keys(await mapped(fixture, "x")).sort()).toEqual([",ab", ",ac", ",af", ",as"]);
  // A user who types "," into a terminal does not have to wait.
  expect(await mapped(fixture, "t")).toEqual({});
});

test("default keys don't replace or delay the user's maps", async () => {
  const user = `vim.g.mapleader = " "
    vim.keymap.set("n", "<leader>as", function() _G.own = true end)
    vim.keymap.set("x", "<Space>a", "y")`;
  await using fixture = await openFixture({ init: `${user}\n${keys}keys.define() keys.apply(true)` });
  expect(Object.keys(await mapped(fixture, "n"))).not.toContain(" as");
  expect(Object.keys(await mapped(fixture, "n"))).toContain(" ac");
  expect(await mapped(fixture, "x")).toEqual({});
  await fixture.nvim.keys(" as");
  expect(await fixture.nvim.lua("return _G.own")).toBe(true);
  expect(await fixture.nvim.lua("return _G.said")).toEqual([]);
  expect(await fixture.asked()).toEqual([]);
});

test("a table maps the named keys, those with a modifier in terminals too", async () => {
  await using fixture = await openFixture({
    init: `${keys}vim.keymap.set("n", "gs", "gg")
      keys.define() keys.apply({ send = "gs", toggle = "<C-,>", focus = "<F9>", accept = false, reject = true })`,
  });
  expect(await mapped(fixture, "n")).toEqual({
    gs: "<Plug>(tandem-send)",
    "<C-,>": "<Plug>(tandem-toggle)",
    "<F9>": "<Plug>(tandem-focus)",
    "\\ad": "<Plug>(tandem-reject)",
  });
  expect(await mapped(fixture, "t")).toEqual({ "<C-,>": "<Plug>(tandem-toggle)", "<F9>": "<Plug>(tandem-focus)" });
});

test("a second setup() only removes the maps of the first one", async () => {
  await using fixture = await openFixture({ init: `${keys}keys.define() keys.apply({ send = "gs", focus = "gf" })` });
  await fixture.nvim.lua(`vim.keymap.set("n", "gf", "gg") require("tandem.keys").apply({ send = "gz" })`);
  expect(await mapped(fixture, "n")).toEqual({ gz: "<Plug>(tandem-send)" });
  expect(await fixture.nvim.lua('return vim.fn.maparg("gf", "n")')).toBe("gg");
});

test("reports unknown names and invalid keys", async () => {
  await using fixture = await openFixture();
  const problems = (lua: string) => fixture.nvim.lua(`return require("tandem.keys").problems(${lua})`);
  expect(await problems('{ sned = "x" }')).toEqual([
    `Unknown key name keys.sned. Valid names are ${names.join(", ")}.`,
  ]);
  expect(await problems('{ send = 3, toggle = "" }')).toEqual([
    "keys.send must be a key or a boolean, not 3",
    'keys.toggle must be a key or a boolean, not ""',
  ]);
  for (const fine of ["true", "false", "nil", '{ send = "x", toggle = false, focus = true }'])
    expect(await problems(fine)).toEqual([]);
});
