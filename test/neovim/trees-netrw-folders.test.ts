/** The real netrw where its styles differ: several names on a line, nested folders, marks in several folders. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import type { Fixture } from "./stand-ins/mention-fixture.js";
import { explore, goTo, paths } from "./stand-ins/netrw-fixture.js";

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

  test("the name under the cursor, and all of a range", async () => {
    rmSync(at("sub"), { recursive: true });
    for (const name of names) writeFileSync(at(name), "");
    await using fixture = await explore(folder, 2, "vim.o.columns = 60");
    await goTo(fixture, "f7ü.md");
    const line = await fixture.nvim.lua<string>("return vim.api.nvim_get_current_line()");
    expect(line.trim().split(/\s+/).length).toBeGreaterThan(1);
    await fixture.nvim.keys("<Space>s");
    await fixture.said();
    expect(await paths(fixture)).toEqual([at("f7ü.md")]);
    await fixture.nvim.command("%TandemSend");
    await fixture.said(2);
    expect((await paths(fixture)).slice(1).sort()).toEqual([...names, "a.txt", "b.txt"].map((name) => at(name)).sort());
  });
});

describe("in the tree style, below the root", () => {
  async function exploreDeep(): Promise<Fixture> {
    const fixture = await explore(folder, 3);
    for (const name of ["sub/", "deep/"]) {
      await goTo(fixture, name);
      await fixture.nvim.keys("<CR>");
    }
    return fixture;
  }

  test("the file under the cursor at each depth", async () => {
    await using fixture = await exploreDeep();
    for (const name of ["d.txt", "c.txt", "b.txt", "deep/"]) {
      await goTo(fixture, name);
      await fixture.nvim.keys("<Space>s");
    }
    await fixture.said(4);
    expect(await paths(fixture)).toEqual([at("sub/deep/d.txt"), at("sub/c.txt"), at("b.txt"), at("sub/deep")]);
  });

  test("files of the same name are distinguished", async () => {
    await using fixture = await exploreDeep();
    for (const occurrence of [1, 2]) {
      await goTo(fixture, "a.txt", occurrence);
      await fixture.nvim.keys("<Space>s");
    }
    await fixture.said(2);
    expect(await paths(fixture)).toEqual([at("sub/a.txt"), at("a.txt")]);
  });

  test("marked files at several depths", async () => {
    await using fixture = await exploreDeep();
    for (const name of ["d.txt", "c.txt", "b.txt"]) {
      await goTo(fixture, name);
      await fixture.nvim.keys("mf");
    }
    await fixture.nvim.keys("<Space>s");
    await fixture.said();
    expect((await paths(fixture)).sort()).toEqual([at("b.txt"), at("sub/c.txt"), at("sub/deep/d.txt")]);
  });

  test("marked files of the same name", async () => {
    await using fixture = await exploreDeep();
    for (const occurrence of [1, 2]) {
      await goTo(fixture, "a.txt", occurrence);
      await fixture.nvim.keys("mf");
    }
    await fixture.nvim.keys("<Space>s");
    await fixture.said();
    expect((await paths(fixture)).sort()).toEqual([at("a.txt"), at("sub/a.txt")]);
  });

  test("a range of lines", async () => {
    await using fixture = await exploreDeep();
    await goTo(fixture, "d.txt");
    await fixture.nvim.keys("Vjj<Space>s");
    await fixture.said();
    expect(await paths(fixture)).toEqual([at("sub/deep/d.txt"), at("sub/a.txt"), at("sub/c.txt")]);
  });
});

test("files marked in several folders are all sent", async () => {
  await using fixture = await explore(folder, 0);
  await goTo(fixture, "b.txt");
  await fixture.nvim.keys("mf");
  await goTo(fixture, "sub/");
  await fixture.nvim.keys("<CR>");
  await goTo(fixture, "deep/");
  await fixture.nvim.keys("<Space>s");
  await fixture.said();
  // Nothing is marked in this folder, so the folder under the cursor is sent.
  expect(await paths(fixture)).toEqual([at("sub/deep")]);
  await goTo(fixture, "c.txt");
  await fixture.nvim.keys("mf<Space>s");
  await fixture.said(2);
  expect((await paths(fixture)).slice(1).sort()).toEqual([at("b.txt"), at("sub/c.txt")]);
});

test("the style that a window was switched to", async () => {
  await using fixture = await explore(folder, 0);
  for (const style of [1, 2, 3, 0]) {
    await fixture.nvim.keys("i");
    expect(await fixture.nvim.lua("return vim.w.netrw_liststyle")).toBe(style);
    await goTo(fixture, "b.txt");
    await fixture.nvim.keys("<Space>s");
  }
  await fixture.said(4);
  expect(await paths(fixture)).toEqual(Array(4).fill(at("b.txt")));
});

test("a file that is no longer marked is not sent", async () => {
  await using fixture = await explore(folder, 0);
  for (const name of ["a.txt", "b.txt", "a.txt"]) {
    await goTo(fixture, name);
    await fixture.nvim.keys("mf");
  }
  await fixture.nvim.keys("<Space>s");
  await fixture.said();
  expect(await paths(fixture)).toEqual([at("b.txt")]);
  await fixture.nvim.keys("mF");
  await goTo(fixture, "sub/");
  await fixture.nvim.keys("<Space>s");
  await fixture.said(2);
  expect((await paths(fixture)).slice(1)).toEqual([at("sub")]);
});

test("without netrw's heading, in another working directory, and in a folder behind a link", async () => {
  symlinkSync("sub", at("linked"));
  await using fixture = await explore(folder, 0, "vim.g.netrw_banner = 0");
  await fixture.nvim.command("cd /");
  await fixture.nvim.command(`Explore ${at("linked")}`);
  await goTo(fixture, "c.txt");
  await fixture.nvim.keys("<Space>s");
  await fixture.said();
  expect(await paths(fixture)).toEqual([at("sub/c.txt")]);
});
