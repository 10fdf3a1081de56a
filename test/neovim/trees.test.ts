/** Sending from the file trees of plugins, which are fakes: see stand-ins/trees.lua. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import { type Fixture, openFixture, standIn } from "./stand-ins/mention-fixture.js";

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

async function show(tree: string, shown: readonly (Row | false)[], ...more: unknown[]): Promise<Fixture> {
  const fixture = await openFixture({
    folder,
    init: `${standIn("trees")}
      require("tandem.keys").define()
      vim.keymap.set({ "n", "x" }, "<Space>s", "<Plug>(tandem-send)")`,
  });
  await fixture.nvim.lua("local tree, rows = ... _G.tree[tree](rows, select(3, ...))", tree, shown, ...more);
  return fixture;
}

const paths = async (fixture: Fixture) => (await fixture.asked()).map(({ path }) => path);

const trees = [
  ["nvim-tree", "nvim_tree"],
  ["neo-tree", "neo_tree"],
  ["oil", "oil"],
  ["mini.files", "mini_files"],
  ["snacks", "snacks"],
] as const;

describe.each(trees)("a fake %s", (_, tree) => {
  const shown = (these = rows()) => show(tree, these, ...(tree === "oil" ? [`${folder}/`] : []));

  test("is detected as a tree", async () => {
    await using fixture = await shown();
    expect(await fixture.nvim.lua('return require("tandem.trees").is_tree(vim.api.nvim_get_current_buf())')).toBe(true);
  });

  test("the file or folder under the cursor", async () => {
    await using fixture = await shown();
    await fixture.nvim.keys("3G<Space>s1G");
    await fixture.nvim.command("TandemSend");
    await fixture.said(2);
    expect(await fixture.asked()).toEqual([{ path: at("b.txt") }, { path: at("sub") }]);
  });

  test("a visual range of lines, in one message, and then normal mode", async () => {
    await using fixture = await shown();
    await fixture.nvim.keys("2GVj<Space>s");
    expect((await fixture.said()).map(({ message }) => message)).toEqual(["Sent 2 files to Claude."]);
    expect(await paths(fixture)).toEqual([at("a.txt"), at("b.txt")]);
    expect(await fixture.nvim.lua("return vim.fn.mode()")).toBe("n");
  });

  test("a range of lines, with the cursor and the view as before", async () => {
    await using fixture = await shown();
    await fixture.nvim.keys("4G$");
    const view = await fixture.nvim.lua("return vim.fn.winsaveview()");
    await fixture.nvim.lua('_G.found = require("tandem.trees").selected(0, 3, 1)');
    expect(await fixture.nvim.lua("return _G.found")).toEqual([at("sub"), at("a.txt"), at("b.txt")]);
    expect(await fixture.nvim.lua("return vim.fn.winsaveview()")).toEqual(view);
  });

  test("odd names", async () => {
    await using fixture = await shown(odd.map((name) => row(name)));
    await fixture.nvim.command("%TandemSend");
    await fixture.said();
    expect(await paths(fixture)).toEqual(odd.map((name) => at(name)));
  });

  test("in another working directory, and through a link to the folder", async () => {
    symlinkSync("sub", at("linked"));
    const linked = row("linked/d.txt");
    await using fixture = await show(tree, [linked], ...(tree === "oil" ? [`${at("linked")}/`] : []));
    await fixture.nvim.command("cd /");
    await fixture.nvim.keys("<Space>s");
    await fixture.said();
    expect(await paths(fixture)).toEqual([at("sub/d.txt")]);
  });

  test("files that no longer exist are left out", async () => {
    await using fixture = await shown([row("gone.txt"), row("a.txt")]);
    await fixture.nvim.command("%TandemSend");
    await fixture.nvim.keys("gg<Space>s");
    expect((await fixture.said(2)).map(({ message }) => message).sort()).toEqual([
      "No file under the cursor.",
      "Sent a.txt to Claude.",
    ]);
  });
});

describe.each([
  ["nvim-tree", "nvim_tree"],
  ["snacks", "snacks"],
] as const)("a stand-in for %s, which has marks", (_, tree) => {
  test("marked files instead of the one under the cursor", async () => {
    await using fixture = await show(tree, [
      row("a.txt", { marked: true }),
      row("b.txt"),
      row("sub", { marked: true }),
    ]);
    await fixture.nvim.keys("2G<Space>s");
    expect((await fixture.said()).map(({ message }) => message)).toEqual(["Sent 2 files to Claude."]);
    expect(await paths(fixture)).toEqual([at("a.txt"), at("sub")]);
  });

  test("a visual selection instead of the marks", async () => {
    await using fixture = await show(tree, [row("a.txt", { marked: true }), row("b.txt"), row("c.txt")]);
    await fixture.nvim.keys("2GVj<Space>s");
    await fixture.said();
    expect(await paths(fixture)).toEqual([at("b.txt"), at("c.txt")]);
  });
});

describe("entries that are not files", () => {
  test("a fake nvim-tree: the line of the parent folder", async () => {
    await using fixture = await show("nvim_tree", [{ text: "..", name: "..", path: folder }, false, row("a.txt")]);
    await fixture.nvim.keys("<Space>s");
    expect((await fixture.said())[0]?.message).toBe("No file under the cursor.");
    await fixture.nvim.command("%TandemSend");
    await fixture.said(2);
    expect(await paths(fixture)).toEqual([at("a.txt")]);
  });

  test("a fake neo-tree: a message among the files", async () => {
    await using fixture = await show("neo_tree", [
      row("a.txt"),
      { text: "(3 hidden items)", path: at("b.txt"), type: "message" },
    ]);
    await fixture.nvim.command("%TandemSend");
    await fixture.said();
    expect(await paths(fixture)).toEqual([at("a.txt")]);
  });

  test("a fake oil: the parent folder, and a remote folder", async () => {
    await using fixture = await show("oil", [row("..", { name: ".." }), row("a.txt")], folder);
    await fixture.nvim.command("%TandemSend");
    await fixture.said();
    expect(await paths(fixture)).toEqual([at("a.txt")]);
    await fixture.nvim.lua("_G.tree.oil(...)", [row("a.txt")]);
    await fixture.nvim.keys("<Space>s");
    expect((await fixture.said(2))[1]).toEqual({
      message: "Couldn't read the selection in oil: it doesn't show a local folder",
      level: 3,
    });
  });

  test("a fake snacks: items without a file, names relative to their folder, a list that is scrolled", async () => {
    const shown = [
      row("a.txt"),
      { text: "no file" },
      row("sub/d.txt", { file: "d.txt", cwd: at("sub") }),
      row("c.txt"),
    ];
    await using fixture = await show("snacks", shown, 1);
    await fixture.nvim.keys("ggVjj<Space>s");
    await fixture.said();
    expect(await paths(fixture)).toEqual([at("sub/d.txt"), at("c.txt")]);
  });
});

test("a tree whose API does not work as documented shows a message", async () => {
  await using fixture = await show("nvim_tree", rows());
  await fixture.nvim.lua('package.loaded["nvim-tree.api"].marks = nil');
  await fixture.nvim.keys("<Space>s");
  expect((await fixture.said())[0]).toMatchObject({
    message: expect.stringMatching(/^Couldn't read the selection in nvim-tree: /),
  });
  expect(await paths(fixture)).toEqual([]);
});

test("other buffers are not trees, whatever their name", async () => {
  await using fixture = await openFixture({ folder, args: [at("a.txt")] });
  const ask = () =>
    fixture.nvim.lua('local trees = require("tandem.trees") return { trees.is_tree(0), trees.selected(0) == nil }');
  expect(await ask()).toEqual([false, true]);
  await fixture.nvim.command("file neo-tree\\ filesystem\\ [1]");
  expect(await ask()).toEqual([false, true]);
});

test("checking whether a buffer is a tree takes less than 5 µs", async () => {
  await using fixture = await openFixture({ folder });
  const cost = await fixture.nvim.lua<number>(`
    local is_tree, best = require("tandem.trees").is_tree, math.huge
    for _ = 1, 10 do
      local before = vim.uv.hrtime()
      for _ = 1, 1000 do is_tree(0) end
      best = math.min(best, (vim.uv.hrtime() - before) / 1e6)
    end
    return best`);
  expect(cost).toBeLessThan(5);
});
