/** With real programs in real folders. */
import { chmodSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { packageFolder } from "../testing/language/typescript-project.js";
import { findServerProgram, type ProgramSearch, spawnContextFor } from "./find-server-program.js";
import { defaultServers } from "./servers-table.js";

const tool = { command: "some-server", args: ["--stdio"], npmPackage: "some-package" };

function program(folder: string, name: string): string {
  const path = writeTo(folder, name, "#!/usr/bin/env node\n");
  chmodSync(path, 0o755);
  return path;
}

function place(folder: string, path: readonly string[], trust: boolean): ProgramSearch {
  return { folder, folders: [folder], env: { PATH: path.join(delimiter) }, mayRunFromWorkspace: () => trust };
}

function workspaceWithTool(): { workspace: string; script: string } {
  const workspace = temporaryDirectory();
  const script = program(workspace, "node_modules/some-package/bin/server.js");
  writeTo(
    workspace,
    "node_modules/some-package/package.json",
    JSON.stringify({ bin: { "some-server": "bin/server.js" } }),
  );
  return { workspace, script };
}

test("runs programs of the workspace only with trust, otherwise those on PATH", async () => {
  const { workspace, script } = workspaceWithTool();
  const elsewhere = temporaryDirectory();
  const onPath = program(elsewhere, "some-server");
  expect(await findServerProgram(tool, place(workspace, [elsewhere], false))).toEqual({
    command: onPath,
    args: ["--stdio"],
    path: onPath,
    isFromWorkspace: false,
    isShim: false,
  });
  expect(await findServerProgram(tool, place(workspace, [elsewhere], true))).toEqual({
    command: process.execPath,
    args: [script, "--stdio"],
    path: script,
    isFromWorkspace: true,
    isShim: false,
  });
  expect(await findServerProgram(tool, place(join(workspace, "deep/down"), [], true))).toMatchObject({ path: script });
  expect(await findServerProgram(tool, place(workspace, [], false))).toBeUndefined();
});

test("ignores PATH entries in the workspace, as set by npm run", async () => {
  const { workspace, script } = workspaceWithTool();
  const bin = dirname(program(workspace, "node_modules/.bin/some-server"));
  const link = temporaryDirectory();
  symlinkSync(script, join(link, "some-server"));
  expect(await findServerProgram(tool, place(workspace, [bin, link, "node_modules/.bin", "."], false))).toBeUndefined();
  expect(await findServerProgram({ ...tool, npmPackage: "none" }, place(workspace, [bin], true))).toMatchObject({
    path: join(bin, "some-server"),
  });
});

test("without trust, runs no programs of a linked workspace folder whose real path is on PATH", async () => {
  const { workspace } = workspaceWithTool();
  const bin = dirname(program(workspace, "node_modules/.bin/some-server"));
  const link = join(temporaryDirectory(), "link");
  symlinkSync(workspace, link);
  expect(await findServerProgram(tool, place(link, [bin], false))).toBeUndefined();
  expect(await findServerProgram(tool, place(workspace, [join(link, "node_modules/.bin")], false))).toBeUndefined();
});

test("without trust, runs nothing in the node_modules of the repository around the folder", async () => {
  const { workspace } = workspaceWithTool();
  const bin = dirname(program(workspace, "node_modules/.bin/some-server"));
  const part = dirname(writeTo(workspace, "packages/part/package.json", "{}"));
  expect(await findServerProgram(tool, place(part, [bin], false))).toBeUndefined();
  expect(await findServerProgram({ ...tool, npmPackage: "none" }, place(part, [bin], true))).toBeDefined();
});

test("removes the workspace from a server's PATH, unless it is trusted", async () => {
  const { workspace } = workspaceWithTool();
  const outside = temporaryDirectory();
  const path = [join(workspace, "node_modules/.bin"), ".", "", "bin", outside, workspace];
  expect(await spawnContextFor(place(workspace, path, false), workspace)).toEqual({ cwd: "/", env: { PATH: outside } });
  expect(await spawnContextFor(place(workspace, path, true), workspace)).toEqual({
    cwd: workspace,
    env: { PATH: path.join(delimiter) },
  });
});

test("removes untrusted folders from the PATH of a trusted folder's server", async () => {
  const [trusted, other, outside] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const entries = [join(trusted, "bin"), join(other, "bin"), outside];
  const { env } = await spawnContextFor(
    {
      folder: trusted,
      folders: [trusted, other],
      env: { PATH: entries.join(delimiter) },
      mayRunFromWorkspace: (path) => path.startsWith(trusted),
    },
    trusted,
  );
  expect(env.PATH).toBe([join(trusted, "bin"), outside].join(delimiter));
});

test("a folder and a file that isn't executable aren't programs", async () => {
  const folder = temporaryDirectory();
  writeTo(folder, "a/some-server/x", "");
  writeTo(folder, "b/some-server", "");
  expect(
    await findServerProgram(tool, place(temporaryDirectory(), [join(folder, "a"), join(folder, "b")], false)),
  ).toBeUndefined();
});

test("uses tsc as a server only since version 7", async () => {
  const native = defaultServers.find(({ id }) => id === "typescript")?.program;
  if (!native) throw new Error("The table has lost TypeScript");
  const { PATH: path = "" } = process.env;
  const bins = { older: temporaryDirectory(), newer: temporaryDirectory() };
  symlinkSync(join(packageFolder("earlier-typescript"), "bin/tsc"), join(bins.older, "tsc"));
  symlinkSync(join(packageFolder("typescript"), "bin/tsc"), join(bins.newer, "tsc"));
  const node = dirname(process.execPath);
  const search = (first: string) =>
    findServerProgram(
      native,
      place(temporaryDirectory(), [first, node, ...path.split(delimiter).filter((each) => each === "/usr/bin")], false),
    );
  expect(await search(bins.newer)).toMatchObject({ path: join(bins.newer, "tsc"), args: ["--lsp", "--stdio"] });
  expect(await search(bins.older)).toBeUndefined();
});
