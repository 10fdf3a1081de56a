/** Sending from file trees that are plugins. They are stand-ins here: see stand-ins/trees.lua. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import { openStage, type Stage, standIn } from "./stand-ins/mention-stage.js";

const { test, describe } = needs("neovim");

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const odd = ["do$HOME.txt", "sp a ce.txt", "ha#sh.txt", "per%cent.txt", "br[ack].txt", `qu'o"te.txt`, "new\nline.txt"];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-trees-")));
  mkdirSync(at("sub"));
  for (const name of ["a.txt", "b.txt", "c.txt", "sub/d.txt", ...odd]) writeFileSync(at(name), "");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly text: string;
  readonly path?: string;
  readonly name?: string;
  readonly type?: string;
  readonly marked?: boolean;
  readonly file?: string;
  readonly cwd?: string;
}

const row = (name: string, more: Partial<Row> = {}): Row => ({
  text: name.replaceAll("\n", " "),
  path: at(name),
  ...more,
});
const rows = (): Row[] => [row("sub", { type: "directory" }), row("a.txt"), row("b.txt"), row("c.txt")];

async function show(tree: string, shown: readonly (Row | false)[], ...more: unknown[]): Promise<Stage> {
  const stage = await openStage({
    folder,
    init: `${standIn("trees")}
      require("tandem.keys").define()
      vim.keymap.set({ "n", "x" }, "<Space>s", "<Plug>(tandem-send)")`,
  });
  await stage.nvim.lua("local tree, rows = ... _G.tree[tree](rows, select(3, ...))", tree, shown, ...more);
  return stage;
}

const paths = async (stage: Stage) => (await stage.asked()).map(({ path }) => path);

const trees = [
  ["nvim-tree", "nvim_tree"],
  ["neo-tree", "neo_tree"],
  ["oil", "oil"],
  ["mini.files", "mini_files"],
  ["snacks", "snacks"],
] as const;

describe.each(trees)("a stand-in for %s", (_, tree) => {
  const shown = (these = rows()) => show(tree, these, ...(tree === "oil" ? [`${folder}/`] : []));

  test("is known as a tree", async () => {
    await using stage = await shown();
    expect(await stage.nvim.lua('return require("tandem.trees").is_tree(vim.api.nvim_get_current_buf())')).toBe(true);
  });

  test("what is under the cursor, a file or a folder", async () => {
    await using stage = await shown();
    await stage.nvim.keys("3G<Space>s1G");
    await stage.nvim.command("TandemSend");
    await stage.said(2);
    expect(await stage.asked()).toEqual([{ path: at("b.txt") }, { path: at("sub") }]);
  });

  test("a visual range of lines, in one message, and then normal mode", async () => {
    await using stage = await shown();
    await stage.nvim.keys("2GVj<Space>s");
    expect((await stage.said()).map(({ message }) => message)).toEqual(["Sent 2 files to Claude."]);
    expect(await paths(stage)).toEqual([at("a.txt"), at("b.txt")]);
    expect(await stage.nvim.lua("return vim.fn.mode()")).toBe("n");
  });

  test("a range of lines, with the cursor and the view as before", async () => {
    await using stage = await shown();
    await stage.nvim.keys("4G$");
    const view = await stage.nvim.lua("return vim.fn.winsaveview()");
    await stage.nvim.lua('_G.found = require("tandem.trees").selected(0, 3, 1)');
    expect(await stage.nvim.lua("return _G.found")).toEqual([at("sub"), at("a.txt"), at("b.txt")]);
    expect(await stage.nvim.lua("return vim.fn.winsaveview()")).toEqual(view);
  });

  test("odd names", async () => {
    await using stage = await shown(odd.map((name) => row(name)));
    await stage.nvim.command("%TandemSend");
    await stage.said();
    expect(await paths(stage)).toEqual(odd.map((name) => at(name)));
  });

  test("in another working directory, and through a link to the folder", async () => {
    symlinkSync("sub", at("linked"));
    const linked = row("linked/d.txt");
    await using stage = await show(tree, [linked], ...(tree === "oil" ? [`${at("linked")}/`] : []));
    await stage.nvim.command("cd /");
    await stage.nvim.keys("<Space>s");
    await stage.said();
    expect(await paths(stage)).toEqual([at("sub/d.txt")]);
  });

  test("what does not exist any more is left out", async () => {
    await using stage = await shown([row("gone.txt"), row("a.txt")]);
    await stage.nvim.command("%TandemSend");
    await stage.nvim.keys("gg<Space>s");
    expect((await stage.said(2)).map(({ message }) => message).sort()).toEqual([
      "No file is under the cursor.",
      "Sent a.txt to Claude.",
    ]);
  });
});

describe.each([
  ["nvim-tree", "nvim_tree"],
  ["snacks", "snacks"],
] as const)("a stand-in for %s, which has marks", (_, tree) => {
  test("all that is marked, and not what is under the cursor", async () => {
    await using stage = await show(tree, [row("a.txt", { marked: true }), row("b.txt"), row("sub", { marked: true })]);
    await stage.nvim.keys("2G<Space>s");
    expect((await stage.said()).map(({ message }) => message)).toEqual(["Sent 2 files to Claude."]);
    expect(await paths(stage)).toEqual([at("a.txt"), at("sub")]);
  });

  test("a visual selection goes before the marks", async () => {
    await using stage = await show(tree, [row("a.txt", { marked: true }), row("b.txt"), row("c.txt")]);
    await stage.nvim.keys("2GVj<Space>s");
    await stage.said();
    expect(await paths(stage)).toEqual([at("b.txt"), at("c.txt")]);
  });
});

describe("what is no file in a tree", () => {
  test("a stand-in for nvim-tree: the line of the folder above", async () => {
    await using stage = await show("nvim_tree", [{ text: "..", name: "..", path: folder }, false, row("a.txt")]);
    await stage.nvim.keys("<Space>s");
    expect((await stage.said())[0]?.message).toBe("No file is under the cursor.");
    await stage.nvim.command("%TandemSend");
    await stage.said(2);
    expect(await paths(stage)).toEqual([at("a.txt")]);
  });

  test("a stand-in for neo-tree: a message among the files", async () => {
    await using stage = await show("neo_tree", [
      row("a.txt"),
      { text: "(3 hidden items)", path: at("b.txt"), type: "message" },
    ]);
    await stage.nvim.command("%TandemSend");
    await stage.said();
    expect(await paths(stage)).toEqual([at("a.txt")]);
  });

  test("a stand-in for oil: the folder above, and a folder of another machine", async () => {
    await using stage = await show("oil", [row("..", { name: ".." }), row("a.txt")], folder);
    await stage.nvim.command("%TandemSend");
    await stage.said();
    expect(await paths(stage)).toEqual([at("a.txt")]);
    await stage.nvim.lua("_G.tree.oil(...)", [row("a.txt")]);
    await stage.nvim.keys("<Space>s");
    expect((await stage.said(2))[1]).toEqual({
      message: "What is selected in oil could not be read: it shows no folder of this machine",
      level: 3,
    });
  });

  test("a stand-in for snacks: items without a file, names relative to their folder, a list that is scrolled", async () => {
    const shown = [
      row("a.txt"),
      { text: "no file" },
      row("sub/d.txt", { file: "d.txt", cwd: at("sub") }),
      row("c.txt"),
    ];
    await using stage = await show("snacks", shown, 1);
    await stage.nvim.keys("ggVjj<Space>s");
    await stage.said();
    expect(await paths(stage)).toEqual([at("sub/d.txt"), at("c.txt")]);
  });
});

test("a tree whose plugin answers otherwise than it says: words, and nothing is sent", async () => {
  await using stage = await show("nvim_tree", rows());
  await stage.nvim.lua('package.loaded["nvim-tree.api"].marks = nil');
  await stage.nvim.keys("<Space>s");
  expect((await stage.said())[0]).toMatchObject({
    message: expect.stringMatching(/^What is selected in nvim-tree could not be read: /),
  });
  expect(await paths(stage)).toEqual([]);
});

test("what is no tree is none, whatever it is called", async () => {
  await using stage = await openStage({ folder, args: [at("a.txt")] });
  const ask = () =>
    stage.nvim.lua('local trees = require("tandem.trees") return { trees.is_tree(0), trees.selected(0) == nil }');
  expect(await ask()).toEqual([false, true]);
  await stage.nvim.command("file neo-tree\\ filesystem\\ [1]");
  expect(await ask()).toEqual([false, true]);
});

test("asking whether a buffer is a tree takes less than 5 µs", async () => {
  await using stage = await openStage({ folder });
  const cost = await stage.nvim.lua<number>(`
    local is_tree, best = require("tandem.trees").is_tree, math.huge
    for _ = 1, 10 do
      local before = vim.uv.hrtime()
      for _ = 1, 1000 do is_tree(0) end
      best = math.min(best, (vim.uv.hrtime() - before) / 1e6)
    end
    return best`);
  expect(cost).toBeLessThan(5);
});
