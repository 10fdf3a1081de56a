/** With real files and fake version managers that have the structure of real ones. */
import { chmodSync, linkSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import {
  commandFiles,
  type FoundProgram,
  findCommand,
  findOutside,
  isShim,
  neutralDirectory,
  neutralEnvironment,
  programsFor,
  spawnCommand,
  trustedCommand,
  workspaceAt,
} from "./index.js";

function program(folder: string, name: string, text = "#!/bin/sh\n"): string {
  const path = writeTo(folder, name, text);
  chmodSync(path, 0o755);
  return path;
}

test("recognises a workspace program whatever name PATH uses for its folder", async () => {
  const [workspace, outside] = [temporaryDirectory(), temporaryDirectory()];
  program(workspace, "bin/tool");
  symlinkSync(workspace, join(outside, "link"));
  const own = program(outside, "bin/tool");
  const entries = ["bin", join(workspace, "bin"), join(outside, "link/bin"), dirname(own)];
  const search = { env: { PATH: entries.join(delimiter) }, folders: [workspace] };
  const found: FoundProgram[] = [];
  for await (const each of programsFor("tool", { ...search, cwd: workspace })) found.push(each);
  expect(found).toEqual([
    { path: join(workspace, "bin/tool"), isFromWorkspace: true },
    { path: join(workspace, "bin/tool"), isFromWorkspace: true },
    { path: join(outside, "link/bin/tool"), isFromWorkspace: true },
    { path: own, isFromWorkspace: false },
  ]);
  expect(await findOutside("tool", search)).toBe(own);
  expect(await findOutside("tool", { ...search, env: { PATH: "bin:." }, cwd: workspace })).toBeUndefined();
});

test("a PATH folder that links into the workspace belongs to it, even if the program in it links outside", async () => {
  const [workspace, outside] = [temporaryDirectory(), temporaryDirectory()];
  const python = program(outside, "system/python");
  mkdirSync(join(workspace, "venv"));
  symlinkSync(python, join(workspace, "venv/python"));
  symlinkSync(join(workspace, "venv"), join(outside, "link"));
  const search = { env: { PATH: join(outside, "link") }, folders: [workspace] };
  expect(await findOutside("python", search)).toBeUndefined();
  expect(await findOutside("python", { ...search, env: { PATH: dirname(python) } })).toBe(python);
});

test("finds the first executable file, not a folder or a file without permission to execute", async () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, "a/tool"), { recursive: true });
  chmodSync(writeTo(folder, "b/tool", ""), 0o644);
  const tool = program(folder, "c/tool");
  const entries = [join(folder, "a"), join(folder, "b"), "", dirname(tool)];
  const search = { cwd: temporaryDirectory(), env: { PATH: entries.join(delimiter) }, folders: [] };
  expect(await findCommand("tool", search)).toBe(tool);
  expect(await findCommand("other", search)).toBeUndefined();
  expect([...commandFiles("tool", search)].map(({ path }) => path)).toEqual(
    [join(folder, "a"), join(folder, "b"), search.cwd, dirname(tool)].map((entry) => join(entry, "tool")),
  );
});

test("a command name never matches a program of the folder, whatever PATH contains", async () => {
  const [cwd, outside] = [temporaryDirectory(), temporaryDirectory()];
  program(cwd, "tool");
  const own = program(outside, "tool");
  const find = (...entries: string[]) =>
    findCommand("tool", { cwd, env: { PATH: entries.join(delimiter) }, folders: [cwd] });
  expect(await find(".", "", cwd)).toBeUndefined();
  expect(await find(".", "", cwd, outside)).toBe(own);
});

test("resolves a command that is a path from its working directory, not from PATH", async () => {
  const [cwd, outside] = [temporaryDirectory(), temporaryDirectory()];
  const tool = program(cwd, "bin/tool");
  program(outside, "bin/tool");
  const search = { cwd, env: { PATH: outside }, folders: [cwd] };
  expect(await findCommand("./bin/tool", search)).toBe(tool);
  expect(await findCommand("bin/tool", search)).toBe(tool);
  expect(await findCommand(tool, search)).toBe(tool);
  expect(await findCommand("tool", search)).toBeUndefined();
  // A path that the user didn't type is different.
  for (const path of ["./bin/tool", "bin/tool", tool]) expect(await findOutside(path, search), path).toBeUndefined();
});

test("Windows tries its executable extensions in the folders of PATH", () => {
  const search = { env: { Path: "C:\\a;;b", PathExt: ".EXE;.CMD" }, folders: [], cwd: "D:\\x", platform: "win32" };
  const files = (command: string) => [...commandFiles(command, search)].map(({ path }) => path);
  expect(files("tool")).toEqual(["C:\\a\\tool.EXE", "C:\\a\\tool.CMD", "D:\\x\\b\\tool.EXE", "D:\\x\\b\\tool.CMD"]);
  expect(files("tool.cmd")).toEqual(["C:\\a\\tool.cmd", "D:\\x\\b\\tool.cmd"]);
  expect(files(".\\tool.exe")).toEqual(["D:\\x\\tool.exe"]);
});

test("Windows runs batch files with its shell", () => {
  const place = { env: { comspec: "C:\\cmd.exe" }, platform: "win32" };
  expect(spawnCommand("C:\\npm\\claude.CMD", ["--ide"], place)).toEqual({
    file: "C:\\cmd.exe",
    args: ["/d", "/c", "C:\\npm\\claude.CMD", "--ide"],
  });
  expect(spawnCommand("C:\\claude.exe", ["--ide"], place)).toEqual({ file: "C:\\claude.exe", args: ["--ide"] });
});

test("doesn't run the user's script with an interpreter that the workspace put on PATH", async () => {
  const [workspace, outside] = [temporaryDirectory(), temporaryDirectory()];
  program(workspace, "node_modules/.bin/node");
  const node = program(outside, "bin/node");
  const start = (head: string, ...entries: string[]) => {
    const script = program(outside, "bin/claude", `${head}\n`);
    const search = { env: { PATH: entries.join(delimiter) }, folders: [workspace], cwd: workspace };
    return trustedCommand(script, search).then((words) => words?.map((word) => (word === script ? "claude" : word)));
  };
  for (const bin of ["node_modules/.bin", "./node_modules/.bin", join(workspace, "node_modules/.bin")]) {
    expect(await start("#!/usr/bin/env node", bin, dirname(node))).toEqual([node, "claude"]);
    expect(await start("#! /usr/bin/env -S node --a  -b", bin, dirname(node))).toEqual([node, "--a", "-b", "claude"]);
    expect(await start("#!/usr/bin/env node", bin)).toBeUndefined();
    // Commands that don't depend on PATH stay as they are, and so do those that PATH finds elsewhere.
    expect(await start("#!/bin/sh", bin, dirname(node))).toEqual(["claude"]);
    expect(await start("#!/usr/bin/env node", dirname(node), bin)).toEqual(["claude"]);
  }
});

test("programs in the home directory or above it don't count as the workspace's", () => {
  expect(workspaceAt("/home/me/project", "/home/me")).toEqual(["/home/me/project"]);
  expect(workspaceAt("/home/me", "/home/me")).toEqual([]);
  expect(workspaceAt("/", "/home/me")).toEqual([]);
  expect(workspaceAt("/home/me/project", "/home/me/project-of-mine")).toEqual(["/home/me/project"]);
});

test("ignores a relative HOME", () => {
  for (const home of [".", "", "src"]) expect(workspaceAt(process.cwd(), home)).toEqual([process.cwd()]);
});

test("the neutral environment removes variables that load code or point into the workspace, and keeps the rest", async () => {
  const [workspace, outside] = [temporaryDirectory(), temporaryDirectory()];
  const list = [join(workspace, "src"), "", ".", "src", outside].join(delimiter);
  const env = {
    PATH: list,
    PYTHONPATH: list,
    NODE_PATH: join(workspace, "node_modules"),
    NODE_OPTIONS: `--require ${outside}/x.js`,
    LD_PRELOAD: "./evil.so",
    RUSTC_WRAPPER: "./evil",
    PYTHONSTARTUP: "startup.py",
    VIRTUAL_ENV: join(workspace, ".venv"),
    RUSTUP_TOOLCHAIN: "nightly",
    PWD: workspace,
    OLDPWD: workspace,
    LANG: "C.UTF-8",
    EMPTY: undefined,
  };
  expect(await neutralEnvironment(env, [workspace])).toEqual({
    PATH: outside,
    PYTHONPATH: outside,
    RUSTUP_TOOLCHAIN: "nightly",
    PWD: neutralDirectory(env),
    LANG: "C.UTF-8",
  });
});

test("recognises shims by their folder, target, hard links or content", async () => {
  const home = temporaryDirectory();
  const manager = program(home, ".cargo/bin/rustup", "binary");
  mkdirSync(join(home, "hard"));
  linkSync(manager, join(home, "hard/rustup"));
  linkSync(manager, join(home, "hard/rust-analyzer"));
  symlinkSync("rustup", join(home, ".cargo/bin/rust-analyzer"));
  mkdirSync(join(home, "elsewhere"));
  symlinkSync(join(home, ".cargo/bin/rust-analyzer"), join(home, "elsewhere/rust-analyzer"));
  const asdf = program(home, ".asdf/shims/gopls", "#!/usr/bin/env bash\nexec asdf exec gopls\n");
  const pyenv = program(home, "bin/pylsp", '#!/bin/sh\nexec "/home/me/.pyenv/libexec/pyenv" exec "$program" "$@"\n');
  const mise = program(home, "bin/tsc", "#!/bin/sh\nexec mise x -- tsc\n");
  const volta = program(home, ".volta/bin/volta-shim", "binary");
  symlinkSync(volta, join(home, ".volta/bin/tsc"));
  const links = [".cargo/bin/rust-analyzer", "elsewhere/rust-analyzer", "hard/rust-analyzer", ".volta/bin/tsc"];
  for (const path of [...links.map((each) => join(home, each)), asdf, pyenv, mise])
    expect(await isShim(path), path).toBe(true);
});

test("a program, a script and a link to another version of itself aren't shims", async () => {
  const home = temporaryDirectory();
  const plain = program(home, ".cargo/bin/rust-analyzer", "binary");
  program(home, ".cargo/bin/rustup", "another binary");
  const script = program(home, "bin/tsc", "#!/usr/bin/env node\nrequire('../lib/tsc.js')\n");
  const clangd = program(home, "bin/clangd-14", "binary");
  symlinkSync("clangd-14", join(home, "bin/clangd"));
  for (const path of [plain, script, clangd, join(home, "bin/clangd")]) expect(await isShim(path), path).toBe(false);
});
