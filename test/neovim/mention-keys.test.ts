/** Key maps: offered to everybody, mapped only for those who ask. The sidecar is a stand-in. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { openStage, type Stage } from "./stand-ins/mention-stage.js";

const { test } = needs("neovim");

const names = ["accept", "add_file", "continue", "focus", "reject", "resume", "review", "send", "toggle"];
const keys = 'local keys = require("tandem.keys")\n';

/** What is mapped to one of ours, by mode. */
const mapped = (stage: Stage, mode: string) =>
  stage.nvim.lua<Record<string, string>>(
    `local found = vim.empty_dict()
     for _, map in ipairs(vim.api.nvim_get_keymap(...)) do
       if (map.rhs or ""):find("^<Plug>%(tandem%-") then found[map.lhs] = map.rhs end
     end
     return found`,
    mode,
  );

test("the <Plug> maps are defined, and no key", async () => {
  await using stage = await openStage({ init: `${keys}keys.define() keys.apply(false)` });
  for (const name of names) {
    const plug = `<Plug>(tandem-${name.replaceAll("_", "-")})`;
    const map = await stage.nvim.lua<{ rhs?: string; desc?: string }>(
      'return vim.fn.maparg(..., "n", false, true)',
      plug,
    );
    expect(map, plug).toMatchObject({ rhs: expect.stringMatching(/^<Cmd>.*<CR>$/), desc: expect.any(String) });
  }
  for (const mode of ["n", "x", "i", "t", "o", "c", "s"]) expect(await mapped(stage, mode)).toEqual({});
});

test("they load nothing, and cost less than 0.3 ms", async () => {
  await using stage = await openStage({ init: keys });
  const cost = await stage.nvim.lua<number>(`
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
  await using stage = await openStage({ init: `${keys}vim.g.mapleader = "," keys.define() keys.apply(true)` });
  expect(await mapped(stage, "n")).toEqual({
    ",aa": "<Plug>(tandem-accept)",
    ",ab": "<Plug>(tandem-add-file)",
    ",aC": "<Plug>(tandem-continue)",
    ",ac": "<Plug>(tandem-toggle)",
    ",ad": "<Plug>(tandem-reject)",
    ",af": "<Plug>(tandem-focus)",
    ",ar": "<Plug>(tandem-resume)",
    ",as": "<Plug>(tandem-send)",
    ",av": "<Plug>(tandem-review)",
  });
  expect(Object.keys(await mapped(stage, "x")).sort()).toEqual([",ab", ",ac", ",af", ",as"]);
  // Somebody who types "," into a terminal does not have to wait.
  expect(await mapped(stage, "t")).toEqual({});
});

test("a default key that the user has mapped stays theirs, and so does one that would have to wait", async () => {
  const user = `vim.g.mapleader = " "
    vim.keymap.set("n", "<leader>as", function() _G.own = true end)
    vim.keymap.set("x", "<Space>a", "y")`;
  await using stage = await openStage({ init: `${user}\n${keys}keys.define() keys.apply(true)` });
  expect(Object.keys(await mapped(stage, "n"))).not.toContain(" as");
  expect(Object.keys(await mapped(stage, "n"))).toContain(" ac");
  expect(await mapped(stage, "x")).toEqual({});
  await stage.nvim.keys(" as");
  expect(await stage.nvim.lua("return _G.own")).toBe(true);
  expect(await stage.nvim.lua("return _G.said")).toEqual([]);
  expect(await stage.asked()).toEqual([]);
});

test("a table maps what it names, where the user wants it; a key with a modifier also in terminals", async () => {
  await using stage = await openStage({
    init: `${keys}vim.keymap.set("n", "gs", "gg")
      keys.define() keys.apply({ send = "gs", toggle = "<C-,>", focus = "<F9>", accept = false, reject = true })`,
  });
  expect(await mapped(stage, "n")).toEqual({
    gs: "<Plug>(tandem-send)",
    "<C-,>": "<Plug>(tandem-toggle)",
    "<F9>": "<Plug>(tandem-focus)",
    "\\ad": "<Plug>(tandem-reject)",
  });
  expect(await mapped(stage, "t")).toEqual({ "<C-,>": "<Plug>(tandem-toggle)", "<F9>": "<Plug>(tandem-focus)" });
});

test("a second setup takes back what the first one mapped, and nothing else", async () => {
  await using stage = await openStage({ init: `${keys}keys.define() keys.apply({ send = "gs", focus = "gf" })` });
  await stage.nvim.lua(`vim.keymap.set("n", "gf", "gg") require("tandem.keys").apply({ send = "gz" })`);
  expect(await mapped(stage, "n")).toEqual({ gz: "<Plug>(tandem-send)" });
  expect(await stage.nvim.lua('return vim.fn.maparg("gf", "n")')).toBe("gg");
});

test("names that do not exist and values that are no keys are problems in words", async () => {
  await using stage = await openStage();
  const problems = (lua: string) => stage.nvim.lua(`return require("tandem.keys").problems(${lua})`);
  expect(await problems('{ sned = "x" }')).toEqual([`there is no key keys.sned. There are ${names.join(", ")}.`]);
  expect(await problems('{ send = 3, toggle = "" }')).toEqual([
    "keys.send must be a key or a boolean, not 3",
    'keys.toggle must be a key or a boolean, not ""',
  ]);
  for (const fine of ["true", "false", "nil", '{ send = "x", toggle = false, focus = true }'])
    expect(await problems(fine)).toEqual([]);
});
