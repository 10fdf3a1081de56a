/** `:TandemSend` on lines and selections, with the keys that people type. The sidecar is a stand-in. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import { openStage } from "./stand-ins/mention-stage.js";

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

const open = (init = "", args: readonly string[] = [file]) => openStage({ folder, args, init: `${maps}\n${init}` });

describe("the lines that are sent", () => {
  test.each([
    ["a range", ":3,7TandemSend<CR>", { start: 2, end: 6 }],
    ["the first line", ":1TandemSend<CR>", { start: 0, end: 0 }],
    ["the last line", ":$TandemSend<CR>", { start: 19, end: 19 }],
    ["the range of a selection, written by Vim", "3GVj:TandemSend<CR>", { start: 2, end: 3 }],
    ["a map with a range", "3GVjge", { start: 2, end: 3 }],
    ["a map with <Cmd>", "3GVjgc", { start: 2, end: 3 }],
    ["the <Plug> map on a linewise selection", "3GVjjgs", { start: 2, end: 4 }],
    ["a selection that goes upwards", "9GVkkgs", { start: 6, end: 8 }],
    ["a characterwise selection: the lines it touches", "5G$vj0gs", { start: 4, end: 5 }],
    ["a characterwise selection within a line", "5Gwvgs", { start: 4, end: 4 }],
    ["a blockwise selection", "2Gll<C-v>3jhgs", { start: 1, end: 4 }],
    ["a selection in select mode by a command", "2Gvj<C-g><Cmd>TandemSend<CR>", { start: 1, end: 2 }],
  ])("%s", async (_, keys, lines) => {
    await using stage = await open();
    await stage.nvim.keys(keys);
    expect(await stage.said()).toHaveLength(1);
    expect(await stage.asked()).toEqual([{ path: file, lines }]);
    expect(await stage.nvim.lua("return vim.fn.mode()")).toBe("n");
  });

  test("without a range it is the whole file, and no lines are named", async () => {
    await using stage = await open();
    await stage.nvim.keys("5G:TandemSend<CR>");
    await stage.said();
    await stage.nvim.keys("gs");
    await stage.said(2);
    expect(await stage.asked()).toEqual([{ path: file }, { path: file }]);
  });

  test("the map for the whole file sends it whatever is selected", async () => {
    await using stage = await open();
    await stage.nvim.keys("3GVjgb");
    await stage.said();
    expect(await stage.asked()).toEqual([{ path: file }]);
    expect(await stage.nvim.lua("return vim.fn.mode()")).toBe("n");
  });

  test("a quick selection is not lost: selected and sent by keys that come in one go", async () => {
    await using stage = await open();
    await stage.nvim.keys("2GVgs6Gvjgs11GVjjgc");
    await stage.said(3);
    expect((await stage.asked()).map(({ lines }) => lines)).toEqual([
      { start: 1, end: 1 },
      { start: 5, end: 6 },
      { start: 10, end: 12 },
    ]);
  });

  test("the marks of the selection before are not taken for this one", async () => {
    await using stage = await open();
    await stage.nvim.keys("2GVjj<Esc>");
    await stage.nvim.keys("12GVjgc");
    await stage.said();
    expect(await stage.asked()).toEqual([{ path: file, lines: { start: 11, end: 12 } }]);
  });

  test("with an exclusive selection, a line in which nothing is selected is not sent", async () => {
    await using stage = await open('vim.o.selection = "exclusive"');
    await stage.nvim.keys("3G0vjj0gs");
    await stage.said();
    expect(await stage.asked()).toEqual([{ path: file, lines: { start: 2, end: 3 } }]);
  });

  test("a closed fold is sent as a whole", async () => {
    await using stage = await open();
    await stage.nvim.command("4,8fold");
    await stage.nvim.keys("5GVgs");
    await stage.said();
    expect(await stage.asked()).toEqual([{ path: file, lines: { start: 3, end: 7 } }]);
  });

  test("a selection in a file whose path speaks of a file tree is one of lines", async () => {
    const odd = join(folder, "neo-tree", "NvimTree_1.txt");
    mkdirSync(join(folder, "neo-tree"));
    writeFileSync(odd, "one\ntwo\n");
    await using stage = await open("", [odd]);
    await stage.nvim.keys("Vjgs");
    await stage.said();
    expect(await stage.asked()).toEqual([{ path: odd, lines: { start: 0, end: 1 } }]);
  });
});

test("sending leaves the user's state as any command does", async () => {
  await using stage = await open();
  const state = () =>
    stage.nvim.lua(`return {
      registers = { vim.fn.getreg('"'), vim.fn.getreg("0"), vim.fn.getreg("/") },
      jumps = vim.fn.getjumplist()[1], alternate = vim.fn.bufnr("#"), layout = vim.fn.winlayout(),
      undo = vim.fn.undotree().seq_cur, changedtick = vim.b.changedtick, buffers = #vim.api.nvim_list_bufs(),
      marks = { vim.api.nvim_buf_get_mark(0, "<"), vim.api.nvim_buf_get_mark(0, ">") },
      cursor = vim.api.nvim_win_get_cursor(0), view = vim.fn.winsaveview(),
    }`);
  await stage.nvim.keys("yy/line 9<CR>Vjj<Esc>");
  const before = await state();
  await stage.nvim.keys("gvgs");
  await stage.said();
  expect(await state()).toEqual(before);
});

describe("what cannot be sent is said, and nothing is asked", () => {
  test.each([
    ["a buffer without a name", "enew", /no file yet\. Write it with :w \{name\}/],
    ["a file that is not written yet", "edit new.txt", /^new\.txt is not written yet: :w first\.$/],
    ["a terminal", "terminal cat", /^This terminal is no file/],
    ["the quickfix list", "copen", /^This quickfix is no file/],
    ["a scratch buffer", "new | setlocal buftype=nofile", /^This window is no file/],
    ["a file of another machine", "enew | file scp://host/a.txt", /^a\.txt is not a file of this machine\.$/],
  ])("%s", async (_, command, words) => {
    await using stage = await open("vim.g.loaded_netrwPlugin = 1");
    await stage.nvim.command(command);
    await stage.nvim.command("TandemSend");
    expect(await stage.said()).toEqual([{ message: expect.stringMatching(words), level: 3 }]);
    expect(await stage.asked()).toEqual([]);
  });

  test("from a selection in a buffer without a name: words, and normal mode", async () => {
    await using stage = await open("", []);
    await stage.nvim.keys("ihello<Esc>Vgs");
    await stage.said();
    expect(await stage.nvim.lua("return vim.fn.mode()")).toBe("n");
    expect(await stage.asked()).toEqual([]);
  });
});

test("unsaved changes are sent with a word about them", async () => {
  await using stage = await open();
  await stage.nvim.keys("ddVgs");
  const [said] = await stage.said();
  expect(said?.message).toBe("Sent a.txt:1 to Claude, without its unsaved changes.");
  expect(await stage.asked()).toHaveLength(1);
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
    await using stage = await open("", []);
    await stage.nvim.lua("vim.cmd.edit(vim.fn.fnameescape(...))", path);
    await stage.nvim.command("TandemSend");
    await stage.said();
    expect(await stage.asked()).toEqual([{ path }]);
  });

  test("the working directory is another one, and a window has one of its own", async () => {
    mkdirSync(join(folder, "sub"));
    const inner = join(folder, "sub", "b.txt");
    writeFileSync(inner, "b\n");
    await using stage = await open("", ["a.txt"]);
    await stage.nvim.command("cd /");
    await stage.nvim.command("TandemSend");
    await stage.nvim.command(`lcd ${join(folder, "sub")}`);
    await stage.nvim.command("edit b.txt");
    await stage.nvim.command("cd /");
    await stage.nvim.command("TandemSend");
    await stage.said(2);
    expect(await stage.asked()).toEqual([{ path: file }, { path: inner }]);
  });

  test("a folder behind a link is named as the file system has it, a file that is a link keeps its name", async () => {
    mkdirSync(join(folder, "real"));
    symlinkSync("real", join(folder, "link"));
    symlinkSync("../a.txt", join(folder, "real", "other.txt"));
    await using stage = await open("", [join(folder, "link", "other.txt")]);
    await stage.nvim.command("TandemSend");
    await stage.said();
    await stage.nvim.lua('require("tandem.mention").files({ "link/other.txt", "link", "link/../a.txt" })');
    await stage.said(2);
    const linked = join(folder, "real", "other.txt");
    expect((await stage.asked()).map(({ path }) => path)).toEqual([linked, linked, join(folder, "link"), file]);
  });
});
