/** `:TandemSend` on lines and selections, with the keys that users type. With a fake sidecar. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import { openFixture } from "./stand-ins/mention-fixture.js";

const { test, describe } = needs("neovim");

const maps = `
  require("tandem.keys").define()
  vim.keymap.set({ "n", "x" }, "gs", "<Plug>(tandem-send)")
  vim.keymap.set({ "n", "x" }, "gb", "<Plug>(tandem-add-file)")
  vim.keymap.set("x", "gc", "<Cmd>TandemSend<CR>")
  vim.keymap.set("x", "ge", ":TandemSend<CR>")`;

let folder: string;
let file: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-mention-")));
  file = join(folder, "a.txt");
  writeFileSync(file, Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join(""));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (init = "", args: readonly string[] = [file]) => openFixture({ folder, args, init: `${maps}\n${init}` });

describe("the lines that are sent", () => {
  test.each([
    ["a range", ":3,7TandemSend<CR>", { start: 2, end: 6 }],
    ["the first line", ":1TandemSend<CR>", { start: 0, end: 0 }],
    ["the last line", ":$TandemSend<CR>", { start: 19, end: 19 }],
    ["the range of a selection, written by Vim", "3GVj:TandemSend<CR>", { start: 2, end: 3 }],
    ["a map with a range", "3GVjge", { start: 2, end: 3 }],
    ["a map with <Cmd>", "3GVjgc", { start: 2, end: 3 }],
    ["the <Plug> map on a linewise selection", "3GVjjgs", { start: 2, end: 4 }],
    ["an upward selection", "9GVkkgs", { start: 6, end: 8 }],
    ["a characterwise selection: the lines it touches", "5G$vj0gs", { start: 4, end: 5 }],
    ["a characterwise selection within a line", "5Gwvgs", { start: 4, end: 4 }],
    ["a blockwise selection", "2Gll<C-v>3jhgs", { start: 1, end: 4 }],
    ["a selection in select mode by a command", "2Gvj<C-g><Cmd>TandemSend<CR>", { start: 1, end: 2 }],
  ])("%s", async (_, keys, lines) => {
    await using fixture = await open();
    await fixture.nvim.keys(keys);
    expect(await fixture.said()).toHaveLength(1);
    expect(await fixture.asked()).toEqual([{ path: file, lines }]);
    expect(await fixture.nvim.lua("return vim.fn.mode()")).toBe("n");
  });

  test("without a range, the whole file is sent without lines", async () => {
    await using fixture = await open();
    await fixture.nvim.keys("5G:TandemSend<CR>");
    await fixture.said();
    await fixture.nvim.keys("gs");
    await fixture.said(2);
    expect(await fixture.asked()).toEqual([{ path: file }, { path: file }]);
  });

  test("the map for the whole file ignores the selection", async () => {
    await using fixture = await open();
    await fixture.nvim.keys("3GVjgb");
    await fixture.said();
    expect(await fixture.asked()).toEqual([{ path: file }]);
    expect(await fixture.nvim.lua("return vim.fn.mode()")).toBe("n");
  });

  test("a quick selection is not lost if all keys arrive at once", async () => {
    await using fixture = await open();
    await fixture.nvim.keys("2GVgs6Gvjgs11GVjjgc");
    await fixture.said(3);
    expect((await fixture.asked()).map(({ lines }) => lines)).toEqual([
      { start: 1, end: 1 },
      { start: 5, end: 6 },
      { start: 10, end: 12 },
    ]);
  });

  test("does not use the marks of the previous selection", async () => {
    await using fixture = await open();
    await fixture.nvim.keys("2GVjj<Esc>");
    await fixture.nvim.keys("12GVjgc");
    await fixture.said();
    expect(await fixture.asked()).toEqual([{ path: file, lines: { start: 11, end: 12 } }]);
  });

  test("with an exclusive selection, a last line without selected text is not sent", async () => {
    await using fixture = await open('vim.o.selection = "exclusive"');
    await fixture.nvim.keys("3G0vjj0gs");
    await fixture.said();
    expect(await fixture.asked()).toEqual([{ path: file, lines: { start: 2, end: 3 } }]);
  });

  test("a closed fold is sent as a whole", async () => {
    await using fixture = await open();
    await fixture.nvim.command("4,8fold");
    await fixture.nvim.keys("5GVgs");
    await fixture.said();
    expect(await fixture.asked()).toEqual([{ path: file, lines: { start: 3, end: 7 } }]);
  });

  test("sends lines of a file whose path contains the name of a file tree", async () => {
    const odd = join(folder, "neo-tree", "NvimTree_1.txt");
    mkdirSync(join(folder, "neo-tree"));
    writeFileSync(odd, "one\ntwo\n");
    await using fixture = await open("", [odd]);
    await fixture.nvim.keys("Vjgs");
    await fixture.said();
    expect(await fixture.asked()).toEqual([{ path: odd, lines: { start: 0, end: 1 } }]);
  });
});

test("sending does not change the user's state", async () => {
  await using fixture = await open();
  const state = () =>
    fixture.nvim.lua(`return {
      registers = { vim.fn.getreg('"'), vim.fn.getreg("0"), vim.fn.getreg("/") },
      jumps = vim.fn.getjumplist()[1], alternate = vim.fn.bufnr("#"), layout = vim.fn.winlayout(),
      undo = vim.fn.undotree().seq_cur, changedtick = vim.b.changedtick, buffers = #vim.api.nvim_list_bufs(),
      marks = { vim.api.nvim_buf_get_mark(0, "<"), vim.api.nvim_buf_get_mark(0, ">") },
      cursor = vim.api.nvim_win_get_cursor(0), view = vim.fn.winsaveview(),
    }`);
  await fixture.nvim.keys("yy/line 9<CR>Vjj<Esc>");
  const before = await state();
  await fixture.nvim.keys("gvgs");
  await fixture.said();
  expect(await state()).toEqual(before);
});

describe("reports what can't be sent", () => {
  test.each([
    ["a buffer without a name", "enew", /no file yet\. Save it with :w \{name\}/],
    ["a file that isn't written yet", "edit new.txt", /^new\.txt hasn't been saved yet\. Use :w first\.$/],
    ["a terminal", "terminal cat", /^Can't send a terminal buffer/],
    ["the quickfix list", "copen", /^Can't send a quickfix buffer/],
    ["a scratch buffer", "new | setlocal buftype=nofile", /^Can't send a scratch buffer/],
    ["a file on another machine", "enew | file scp://host/a.txt", /^a\.txt isn't a local file\.$/],
  ])("%s", async (_, command, words) => {
    await using fixture = await open("vim.g.loaded_netrwPlugin = 1");
    await fixture.nvim.command(command);
    await fixture.nvim.command("TandemSend");
    expect(await fixture.said()).toEqual([{ message: expect.stringMatching(words), level: 3 }]);
    expect(await fixture.asked()).toEqual([]);
  });

  test("a selection in a buffer without a name shows a message and returns to normal mode", async () => {
    await using fixture = await open("", []);
    await fixture.nvim.keys("ihello<Esc>Vgs");
    await fixture.said();
    expect(await fixture.nvim.lua("return vim.fn.mode()")).toBe("n");
    expect(await fixture.asked()).toEqual([]);
  });
});

test("warns about unsaved changes", async () => {
  await using fixture = await open();
  await fixture.nvim.keys("ddVgs");
  const [said] = await fixture.said();
  expect(said?.message).toBe("Sent a.txt:1 to Claude, without its unsaved changes.");
  expect(await fixture.asked()).toHaveLength(1);
});

describe("paths", () => {
  const odd = [
    "do$HOME.txt",
    "sp a ce.txt",
    "ha#sh.txt",
    "per%cent.txt",
    "br[ack].txt",
    `qu'o"te.txt`,
    "new\nline.txt",
  ];
  const names = [
    ...odd,
    "ümläut 😀.txt",
    "~tilde",
    "semi;`date`.txt",
    "back\\slash.txt",
    "pi|pe.txt",
    "+plus",
    "*.txt",
  ];

  test.each(names)("of a buffer with the name %j", async (name) => {
    const path = join(folder, name);
    writeFileSync(path, "one\n");
    await using fixture = await open("", []);
    await fixture.nvim.lua("vim.cmd.edit(vim.fn.fnameescape(...))", path);
    await fixture.nvim.command("TandemSend");
    await fixture.said();
    expect(await fixture.asked()).toEqual([{ path }]);
  });

  test("another working directory, and one of a window", async () => {
    mkdirSync(join(folder, "sub"));
    const inner = join(folder, "sub", "b.txt");
    writeFileSync(inner, "b\n");
    await using fixture = await open("", ["a.txt"]);
    await fixture.nvim.command("cd /");
    await fixture.nvim.command("TandemSend");
    await fixture.nvim.command(`lcd ${join(folder, "sub")}`);
    await fixture.nvim.command("edit b.txt");
    await fixture.nvim.command("cd /");
    await fixture.nvim.command("TandemSend");
    await fixture.said(2);
    expect(await fixture.asked()).toEqual([{ path: file }, { path: inner }]);
  });

  test("resolves links of folders, but keeps the name of a file that is a link", async () => {
    mkdirSync(join(folder, "real"));
    symlinkSync("real", join(folder, "link"));
    symlinkSync("../a.txt", join(folder, "real", "other.txt"));
    await using fixture = await open("", [join(folder, "link", "other.txt")]);
    await fixture.nvim.command("TandemSend");
    await fixture.said();
    await fixture.nvim.lua('require("tandem.mention").files({ "link/other.txt", "link", "link/../a.txt" })');
    await fixture.said(2);
    const linked = join(folder, "real", "other.txt");
    expect((await fixture.asked()).map(({ path }) => path)).toEqual([linked, linked, join(folder, "link"), file]);
  });
});
