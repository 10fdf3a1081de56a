/** With real files; the version managers are stand-ins in the shape of the real ones. */
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
  ownStart,
  programsFor,
  startable,
  workspaceAt,
} from "./index.js";

function program(folder: string, name: string, text = "#!/bin/sh\n"): string {
  const path = writeTo(folder, name, text);
  chmodSync(path, 0o755);
  return path;
}

test("a program of the workspace is named as such, under whatever name PATH has for its folder", async () => {
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

test("a folder of PATH that leads into the workspace is the workspace's, though the program in it leads out again", async () => {
  const [workspace, outside] = [temporaryDirectory(), temporaryDirectory()];
  const python = program(outside, "system/python");
  mkdirSync(join(workspace, "venv"));
  symlinkSync(python, join(workspace, "venv/python"));
  symlinkSync(join(workspace, "venv"), join(outside, "link"));
  const search = { env: { PATH: join(outside, "link") }, folders: [workspace] };
  expect(await findOutside("python", search)).toBeUndefined();
  expect(await findOutside("python", { ...search, env: { PATH: dirname(python) } })).toBe(python);
});

test("a command is the first that is a program, not a folder or a file that cannot run", async () => {
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

test("a command's name means no program of the folder, by whatever entry of PATH", async () => {
  const [cwd, outside] = [temporaryDirectory(), temporaryDirectory()];
  program(cwd, "tool");
  const own = program(outside, "tool");
  const find = (...entries: string[]) =>
    findCommand("tool", { cwd, env: { PATH: entries.join(delimiter) }, folders: [cwd] });
  expect(await find(".", "", cwd)).toBeUndefined();
  expect(await find(".", "", cwd, outside)).toBe(own);
});

test("a command that is a path is taken from the directory that it is run in, and PATH has no say", async () => {
  const [cwd, outside] = [temporaryDirectory(), temporaryDirectory()];
  const tool = program(cwd, "bin/tool");
  program(outside, "bin/tool");
  const search = { cwd, env: { PATH: outside }, folders: [cwd] };
  expect(await findCommand("./bin/tool", search)).toBe(tool);
  expect(await findCommand("bin/tool", search)).toBe(tool);
  expect(await findCommand(tool, search)).toBe(tool);
  expect(await findCommand("tool", search)).toBeUndefined();
  // What nobody has typed is another matter.
  for (const path of ["./bin/tool", "bin/tool", tool]) expect(await findOutside(path, search), path).toBeUndefined();
});

test("Windows tries the endings that it knows, in the folders of its PATH", () => {
  const search = { env: { Path: "C:\\a;;b", PathExt: ".EXE;.CMD" }, folders: [], cwd: "D:\\x", platform: "win32" };
  const files = (command: string) => [...commandFiles(command, search)].map(({ path }) => path);
  expect(files("tool")).toEqual(["C:\\a\\tool.EXE", "C:\\a\\tool.CMD", "D:\\x\\b\\tool.EXE", "D:\\x\\b\\tool.CMD"]);
  expect(files("tool.cmd")).toEqual(["C:\\a\\tool.cmd", "D:\\x\\b\\tool.cmd"]);
  expect(files(".\\tool.exe")).toEqual(["D:\\x\\tool.exe"]);
});

test("Windows runs its scripts by its shell", () => {
  const place = { env: { comspec: "C:\\cmd.exe" }, platform: "win32" };
  expect(startable("C:\\npm\\claude.CMD", ["--ide"], place)).toEqual({
    file: "C:\\cmd.exe",
    args: ["/d", "/c", "C:\\npm\\claude.CMD", "--ide"],
  });
  expect(startable("C:\\claude.exe", ["--ide"], place)).toEqual({ file: "C:\\claude.exe", args: ["--ide"] });
});

test("a script of the user's is not run by an interpreter that the workspace put on PATH", async () => {
  const [workspace, outside] = [temporaryDirectory(), temporaryDirectory()];
  program(workspace, "node_modules/.bin/node");
  const node = program(outside, "bin/node");
  const start = (head: string, ...entries: string[]) => {
    const script = program(outside, "bin/claude", `${head}\n`);
    const search = { env: { PATH: entries.join(delimiter) }, folders: [workspace], cwd: workspace };
    return ownStart(script, search).then((words) => words?.map((word) => (word === script ? "claude" : word)));
  };
  for (const bin of ["node_modules/.bin", "./node_modules/.bin", join(workspace, "node_modules/.bin")]) {
    expect(await start("#!/usr/bin/env node", bin, dirname(node))).toEqual([node, "claude"]);
    expect(await start("#! /usr/bin/env -S node --a  -b", bin, dirname(node))).toEqual([node, "--a", "-b", "claude"]);
    expect(await start("#!/usr/bin/env node", bin)).toBeUndefined();
    // What needs no PATH stays as it is, and so does what PATH leads elsewhere with.
    expect(await start("#!/bin/sh", bin, dirname(node))).toEqual(["claude"]);
    expect(await start("#!/usr/bin/env node", dirname(node), bin)).toEqual(["claude"]);
  }
});

test("in the home directory, or above it, the user's own programs are not taken for the workspace's", () => {
  expect(workspaceAt("/home/me/project", "/home/me")).toEqual(["/home/me/project"]);
  expect(workspaceAt("/home/me", "/home/me")).toEqual([]);
  expect(workspaceAt("/", "/home/me")).toEqual([]);
  expect(workspaceAt("/home/me/project", "/home/me/project-of-mine")).toEqual(["/home/me/project"]);
});

test("a relative HOME makes no workspace the user's own", () => {
  for (const home of [".", "", "src"]) expect(workspaceAt(process.cwd(), home)).toEqual([process.cwd()]);
});

test("the neutral environment has nothing that loads code or leads into the workspace, and keeps the rest", async () => {
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

test("programs of version managers are known by their folder, their target, their links or what they say", async () => {
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

test("a plain program, a script and a link to another version of itself are no version manager's", async () => {
  const home = temporaryDirectory();
  const plain = program(home, ".cargo/bin/rust-analyzer", "binary");
  program(home, ".cargo/bin/rustup", "another binary");
  const script = program(home, "bin/tsc", "#!/usr/bin/env node\nrequire('../lib/tsc.js')\n");
  const clangd = program(home, "bin/clangd-14", "binary");
  symlinkSync("clangd-14", join(home, "bin/clangd"));
  for (const path of [plain, script, clangd, join(home, "bin/clangd")]) expect(await isShim(path), path).toBe(false);
});
