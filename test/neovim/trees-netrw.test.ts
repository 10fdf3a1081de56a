/** Sending from netrw, the file tree that Neovim brings: for real, in all of its styles. The sidecar is a stand-in. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { needs } from "../parts.js";
import { explore, goTo, paths } from "./stand-ins/netrw-stage.js";

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
  test("what is under the cursor", async () => {
    await using stage = await explore(folder, style);
    await goTo(stage, "b.txt");
    await stage.nvim.keys("<Space>s");
    await goTo(stage, "sub/");
    await stage.nvim.command("TandemSend");
    await stage.said(2);
    expect(await stage.asked()).toEqual([{ path: at("b.txt") }, { path: at("sub") }]);
  });

  test("all of the marked files, in one message, and the marks stay", async () => {
    for (const name of ["c.txt", "d.txt", "e.txt"]) writeFileSync(at(name), "");
    await using stage = await explore(folder, style);
    for (const name of ["a.txt", "c.txt", "d.txt", "sub/"]) {
      await goTo(stage, name);
      await stage.nvim.keys("mf");
    }
    await goTo(stage, "e.txt");
    await stage.nvim.keys("<Space>s");
    expect((await stage.said()).map(({ message }) => message)).toEqual(["Sent 4 files to Claude."]);
    expect((await paths(stage)).sort()).toEqual([at("a.txt"), at("c.txt"), at("d.txt"), at("sub")]);
    await stage.nvim.keys("<Space>s");
    await stage.said(2);
    expect(await paths(stage)).toHaveLength(8);
  });

  test("a visual range of lines, and not the marks", async () => {
    await using stage = await explore(folder, style, "vim.o.columns = 20");
    await goTo(stage, "sub/");
    await stage.nvim.keys("mf");
    await goTo(stage, "a.txt");
    await stage.nvim.keys("Vj<Space>s");
    await stage.said();
    expect(await paths(stage)).toEqual([at("a.txt"), at("b.txt")]);
    expect(await stage.nvim.lua("return vim.fn.mode()")).toBe("n");
  });

  test("a range over everything has neither the heading nor the folder above", async () => {
    await using stage = await explore(folder, style);
    await stage.nvim.command("%TandemSend");
    await stage.said();
    const root = style === 3 ? [folder] : [];
    expect((await paths(stage)).sort()).toEqual([...root, at("a.txt"), at("b.txt"), at("sub")].sort());
  });

  test("the heading and the folder above are nothing to send", async () => {
    await using stage = await explore(folder, style);
    await stage.nvim.keys("gg<Space>s");
    await goTo(stage, "../");
    await stage.nvim.keys("<Space>s");
    expect((await stage.said(2)).map(({ message }) => message)).toEqual(Array(2).fill("No file is under the cursor."));
    expect(await paths(stage)).toEqual([]);
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
    await using stage = await explore(folder, style);
    await goTo(stage, name);
    await stage.nvim.keys("<Space>s");
    await stage.said();
    await stage.nvim.keys("mf");
    await goTo(stage, "b.txt");
    await stage.nvim.keys("mf<Space>s");
    await stage.said(2);
    const [under, ...marked] = await paths(stage);
    expect(under).toBe(at(name));
    expect(marked.sort()).toEqual([at(name), at("b.txt")].sort());
  });

  test("a name that ends in a sign of netrw's, beside one that does not", async () => {
    for (const name of ["at", "at@", "star", "star*"]) writeFileSync(at(name), "");
    await using stage = await explore(folder, style);
    for (const name of ["at@", "star*"]) {
      await goTo(stage, name);
      await stage.nvim.keys("<Space>s");
    }
    await stage.said(2);
    expect(await paths(stage)).toEqual([at("at@"), at("star*")]);
  });

  test("links keep their own name, programs lose netrw's sign, and the state of the window stays", async () => {
    symlinkSync("a.txt", at("link"));
    symlinkSync("sub", at("linked"));
    symlinkSync("nowhere", at("broken"));
    writeFileSync(at("run"), "#!/bin/sh\n");
    chmodSync(at("run"), 0o755);
    await using stage = await explore(folder, style);
    const state = () =>
      stage.nvim.lua(
        "return { vim.fn.winsaveview(), vim.b.changedtick, vim.fn.getreg('\"'), vim.fn.getreg('a'), vim.fn.winlayout() }",
      );
    for (const name of ["link@", "linked@", "run*"]) {
      await goTo(stage, name);
      const before = await state();
      await stage.nvim.keys("<Space>s");
      expect(await state()).toEqual(before);
    }
    await stage.said(3);
    expect(await paths(stage)).toEqual([at("link"), at("linked"), at("run")]);
    await goTo(stage, "broken@");
    await stage.nvim.keys("<Space>s");
    expect((await stage.said(4))[3]?.message).toBe("No file is under the cursor.");
    for (const name of ["link@", "run*"]) {
      await goTo(stage, name);
      await stage.nvim.keys("mf");
    }
    await stage.nvim.keys("<Space>s");
    await stage.said(5);
    expect((await paths(stage)).slice(3).sort()).toEqual([at("link"), at("run")]);
  });
});
