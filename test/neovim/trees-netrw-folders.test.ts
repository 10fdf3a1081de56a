/** Netrw for real, where its styles differ: several names on a line, folders in folders, marks in several folders. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import type { Stage } from "./stand-ins/mention-stage.js";
import { explore, goTo, paths } from "./stand-ins/netrw-stage.js";

const { test, describe } = needs("neovim");

let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-netrw-")));
  mkdirSync(at("sub", "deep"), { recursive: true });
  for (const name of ["a.txt", "b.txt", "sub/a.txt", "sub/c.txt", "sub/deep/d.txt"]) writeFileSync(at(name), "text\n");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("in the wide style, several names on a line", () => {
  const names = Array.from({ length: 12 }, (_, index) => `f${index}ü.md`);

  test("the one under the cursor, and all of a range", async () => {
    rmSync(at("sub"), { recursive: true });
    for (const name of names) writeFileSync(at(name), "");
    await using stage = await explore(folder, 2, "vim.o.columns = 60");
    await goTo(stage, "f7ü.md");
    const line = await stage.nvim.lua<string>("return vim.api.nvim_get_current_line()");
    expect(line.trim().split(/\s+/).length).toBeGreaterThan(1);
    await stage.nvim.keys("<Space>s");
    await stage.said();
    expect(await paths(stage)).toEqual([at("f7ü.md")]);
    await stage.nvim.command("%TandemSend");
    await stage.said(2);
    expect((await paths(stage)).slice(1).sort()).toEqual([...names, "a.txt", "b.txt"].map((name) => at(name)).sort());
  });
});

describe("in the tree style, below the root", () => {
  async function exploreDeep(): Promise<Stage> {
    const stage = await explore(folder, 3);
    for (const name of ["sub/", "deep/"]) {
      await goTo(stage, name);
      await stage.nvim.keys("<CR>");
    }
    return stage;
  }

  test("what is under the cursor, at each depth", async () => {
    await using stage = await exploreDeep();
    for (const name of ["d.txt", "c.txt", "b.txt", "deep/"]) {
      await goTo(stage, name);
      await stage.nvim.keys("<Space>s");
    }
    await stage.said(4);
    expect(await paths(stage)).toEqual([at("sub/deep/d.txt"), at("sub/c.txt"), at("b.txt"), at("sub/deep")]);
  });

  test("files of the same name are told apart", async () => {
    await using stage = await exploreDeep();
    for (const occurrence of [1, 2]) {
      await goTo(stage, "a.txt", occurrence);
      await stage.nvim.keys("<Space>s");
    }
    await stage.said(2);
    expect(await paths(stage)).toEqual([at("sub/a.txt"), at("a.txt")]);
  });

  test("marked files at several depths, none of them lost", async () => {
    await using stage = await exploreDeep();
    for (const name of ["d.txt", "c.txt", "b.txt"]) {
      await goTo(stage, name);
      await stage.nvim.keys("mf");
    }
    await stage.nvim.keys("<Space>s");
    await stage.said();
    expect((await paths(stage)).sort()).toEqual([at("b.txt"), at("sub/c.txt"), at("sub/deep/d.txt")]);
  });

  test("marked files of the same name", async () => {
    await using stage = await exploreDeep();
    for (const occurrence of [1, 2]) {
      await goTo(stage, "a.txt", occurrence);
      await stage.nvim.keys("mf");
    }
    await stage.nvim.keys("<Space>s");
    await stage.said();
    expect((await paths(stage)).sort()).toEqual([at("a.txt"), at("sub/a.txt")]);
  });

  test("a range of lines", async () => {
    await using stage = await exploreDeep();
    await goTo(stage, "d.txt");
    await stage.nvim.keys("Vjj<Space>s");
    await stage.said();
    expect(await paths(stage)).toEqual([at("sub/deep/d.txt"), at("sub/a.txt"), at("sub/c.txt")]);
  });
});

test("files that were marked in several folders are all sent, from a folder in which something is marked", async () => {
  await using stage = await explore(folder, 0);
  await goTo(stage, "b.txt");
  await stage.nvim.keys("mf");
  await goTo(stage, "sub/");
  await stage.nvim.keys("<CR>");
  await goTo(stage, "deep/");
  await stage.nvim.keys("<Space>s");
  await stage.said();
  // Nothing is marked here: the user points at a folder, and means it.
  expect(await paths(stage)).toEqual([at("sub/deep")]);
  await goTo(stage, "c.txt");
  await stage.nvim.keys("mf<Space>s");
  await stage.said(2);
  expect((await paths(stage)).slice(1).sort()).toEqual([at("b.txt"), at("sub/c.txt")]);
});

test("the style that a window was switched to", async () => {
  await using stage = await explore(folder, 0);
  for (const style of [1, 2, 3, 0]) {
    await stage.nvim.keys("i");
    expect(await stage.nvim.lua("return vim.w.netrw_liststyle")).toBe(style);
    await goTo(stage, "b.txt");
    await stage.nvim.keys("<Space>s");
  }
  await stage.said(4);
  expect(await paths(stage)).toEqual(Array(4).fill(at("b.txt")));
});

test("a file that is no longer marked is not sent", async () => {
  await using stage = await explore(folder, 0);
  for (const name of ["a.txt", "b.txt", "a.txt"]) {
    await goTo(stage, name);
    await stage.nvim.keys("mf");
  }
  await stage.nvim.keys("<Space>s");
  await stage.said();
  expect(await paths(stage)).toEqual([at("b.txt")]);
  await stage.nvim.keys("mF");
  await goTo(stage, "sub/");
  await stage.nvim.keys("<Space>s");
  await stage.said(2);
  expect((await paths(stage)).slice(1)).toEqual([at("sub")]);
});

test("without netrw's heading, in another working directory, and in a folder behind a link", async () => {
  symlinkSync("sub", at("linked"));
  await using stage = await explore(folder, 0, "vim.g.netrw_banner = 0");
  await stage.nvim.command("cd /");
  await stage.nvim.command(`Explore ${at("linked")}`);
  await goTo(stage, "c.txt");
  await stage.nvim.keys("<Space>s");
  await stage.said();
  expect(await paths(stage)).toEqual([at("sub/c.txt")]);
});
