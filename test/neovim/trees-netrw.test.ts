/** Sending from the real netrw, Neovim's own file tree, in all of its styles. With a fake sidecar. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import { explore, goTo, paths } from "./stand-ins/netrw-fixture.js";

const { test, describe } = needs("neovim");

const styles = [
  ["thin", 0],
  ["long", 1],
  ["wide", 2],
  ["tree", 3],
] as const;

let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-netrw-")));
  mkdirSync(at("sub", "deep"), { recursive: true });
  for (const name of ["a.txt", "b.txt", "sub/a.txt", "sub/c.txt", "sub/deep/d.txt"]) writeFileSync(at(name), "text\n");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(styles)("in the %s style", (_, style) => {
  test("the file under the cursor", async () => {
    await using fixture = await explore(folder, style);
    await goTo(fixture, "b.txt");
    await fixture.nvim.keys("<Space>s");
    await goTo(fixture, "sub/");
    await fixture.nvim.command("TandemSend");
    await fixture.said(2);
    expect(await fixture.asked()).toEqual([{ path: at("b.txt") }, { path: at("sub") }]);
  });

  test("all of the marked files, in one message, and the marks stay", async () => {
    for (const name of ["c.txt", "d.txt", "e.txt"]) writeFileSync(at(name), "");
    await using fixture = await explore(folder, style);
    for (const name of ["a.txt", "c.txt", "d.txt", "sub/"]) {
      await goTo(fixture, name);
      await fixture.nvim.keys("mf");
    }
    await goTo(fixture, "e.txt");
    await fixture.nvim.keys("<Space>s");
    expect((await fixture.said()).map(({ message }) => message)).toEqual(["Sent 4 files to Claude."]);
    expect((await paths(fixture)).sort()).toEqual([at("a.txt"), at("c.txt"), at("d.txt"), at("sub")]);
    await fixture.nvim.keys("<Space>s");
    await fixture.said(2);
    expect(await paths(fixture)).toHaveLength(8);
  });

  test("a visual range of lines instead of the marks", async () => {
    await using fixture = await explore(folder, style, "vim.o.columns = 20");
    await goTo(fixture, "sub/");
    await fixture.nvim.keys("mf");
    await goTo(fixture, "a.txt");
    await fixture.nvim.keys("Vj<Space>s");
    await fixture.said();
    expect(await paths(fixture)).toEqual([at("a.txt"), at("b.txt")]);
    expect(await fixture.nvim.lua("return vim.fn.mode()")).toBe("n");
  });

  test("a range over everything excludes the banner and the parent folder", async () => {
    await using fixture = await explore(folder, style);
    await fixture.nvim.command("%TandemSend");
    await fixture.said();
    const root = style === 3 ? [folder] : [];
    expect((await paths(fixture)).sort()).toEqual([...root, at("a.txt"), at("b.txt"), at("sub")].sort());
  });

  test("the banner and the parent folder are not sent", async () => {
    await using fixture = await explore(folder, style);
    await fixture.nvim.keys("gg<Space>s");
    await goTo(fixture, "../");
    await fixture.nvim.keys("<Space>s");
    expect((await fixture.said(2)).map(({ message }) => message)).toEqual(Array(2).fill("No file under the cursor."));
    expect(await paths(fixture)).toEqual([]);
  });

  const odd = ["do$HOME.txt", "sp a ce.txt", "two  spaces", "ha#sh.txt", "per%cent.txt", "br[ack].txt", `qu'o"te.txt`];
  test.each([
    ...odd,
    "ümläut.txt",
    "~tilde",
    "star*",
    "at@",
    "| bar",
    "a-name-that-is-longer-than-thirty-two-characters",
  ])("%j under the cursor and marked", async (name) => {
    writeFileSync(at(name), "");
    await using fixture = await explore(folder, style);
    await goTo(fixture, name);
    await fixture.nvim.keys("<Space>s");
    await fixture.said();
    await fixture.nvim.keys("mf");
    await goTo(fixture, "b.txt");
    await fixture.nvim.keys("mf<Space>s");
    await fixture.said(2);
    const [under, ...marked] = await paths(fixture);
    expect(under).toBe(at(name));
    expect(marked.sort()).toEqual([at(name), at("b.txt")].sort());
  });

  test("a name that ends with one of netrw's markers, next to one that does not", async () => {
    for (const name of ["at", "at@", "star", "star*"]) writeFileSync(at(name), "");
    await using fixture = await explore(folder, style);
    for (const name of ["at@", "star*"]) {
      await goTo(fixture, name);
      await fixture.nvim.keys("<Space>s");
    }
    await fixture.said(2);
    expect(await paths(fixture)).toEqual([at("at@"), at("star*")]);
  });

  test("links keep their name, programs lose netrw's marker, and the window does not change", async () => {
    symlinkSync("a.txt", at("link"));
    symlinkSync("sub", at("linked"));
    symlinkSync("nowhere", at("broken"));
    writeFileSync(at("run"), "#!/bin/sh\n");
    chmodSync(at("run"), 0o755);
    await using fixture = await explore(folder, style);
    const state = () =>
      fixture.nvim.lua(
        "return { vim.fn.winsaveview(), vim.b.changedtick, vim.fn.getreg('\"'), vim.fn.getreg('a'), vim.fn.winlayout() }",
      );
    for (const name of ["link@", "linked@", "run*"]) {
      await goTo(fixture, name);
      const before = await state();
      await fixture.nvim.keys("<Space>s");
      expect(await state()).toEqual(before);
    }
    await fixture.said(3);
    expect(await paths(fixture)).toEqual([at("link"), at("linked"), at("run")]);
    await goTo(fixture, "broken@");
    await fixture.nvim.keys("<Space>s");
    expect((await fixture.said(4))[3]?.message).toBe("No file under the cursor.");
    for (const name of ["link@", "run*"]) {
      await goTo(fixture, name);
      await fixture.nvim.keys("mf");
    }
    await fixture.nvim.keys("<Space>s");
    await fixture.said(5);
    expect((await paths(fixture)).slice(3).sort()).toEqual([at("link"), at("run")]);
  });
});
