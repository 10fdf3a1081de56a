/** With real programs in real folders. */
import { chmodSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { packageFolder } from "../testing/language/typescript-project.js";
import { findServerProgram, runPlaceOf, type SearchPlace } from "./find-server-program.js";
import { defaultServers } from "./servers-table.js";

const tool = { command: "some-server", args: ["--stdio"], npmPackage: "some-package" };

function program(folder: string, name: string): string {
  const path = writeTo(folder, name, "#!/usr/bin/env node\n");
  chmodSync(path, 0o755);
  return path;
}

function place(folder: string, path: readonly string[], trust: boolean): SearchPlace {
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

test("what the workspace brings is run only when it is trusted; else PATH alone counts", async () => {
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

test("a PATH that leads into the workspace, as npm run makes it, is no way around that", async () => {
  const { workspace, script } = workspaceWithTool();
  const bin = dirname(program(workspace, "node_modules/.bin/some-server"));
  const link = temporaryDirectory();
  symlinkSync(script, join(link, "some-server"));
  expect(await findServerProgram(tool, place(workspace, [bin, link, "node_modules/.bin", "."], false))).toBeUndefined();
  expect(await findServerProgram({ ...tool, npmPackage: "none" }, place(workspace, [bin], true))).toMatchObject({
    path: join(bin, "some-server"),
  });
});

test("a workspace folder that is a link, with its real place on PATH, has no programs run without trust", async () => {
  const { workspace } = workspaceWithTool();
  const bin = dirname(program(workspace, "node_modules/.bin/some-server"));
  const link = join(temporaryDirectory(), "link");
  symlinkSync(workspace, link);
  expect(await findServerProgram(tool, place(link, [bin], false))).toBeUndefined();
  expect(await findServerProgram(tool, place(workspace, [join(link, "node_modules/.bin")], false))).toBeUndefined();
});

test("the node_modules of the repository around a workspace folder, put on PATH by npm, is not run without trust", async () => {
  const { workspace } = workspaceWithTool();
  const bin = dirname(program(workspace, "node_modules/.bin/some-server"));
  const part = dirname(writeTo(workspace, "packages/part/package.json", "{}"));
  expect(await findServerProgram(tool, place(part, [bin], false))).toBeUndefined();
  expect(await findServerProgram({ ...tool, npmPackage: "none" }, place(part, [bin], true))).toBeDefined();
});

test("a server does not find programs of the workspace on the PATH that it is given, unless that is trusted", async () => {
  const { workspace } = workspaceWithTool();
  const outside = temporaryDirectory();
  const path = [join(workspace, "node_modules/.bin"), ".", "", "bin", outside, workspace];
  expect(await runPlaceOf(place(workspace, path, false), workspace)).toEqual({ cwd: "/", env: { PATH: outside } });
  expect(await runPlaceOf(place(workspace, path, true), workspace)).toEqual({
    cwd: workspace,
    env: { PATH: path.join(delimiter) },
  });
});

test("a trusted folder's server does not find the programs of another folder that is not trusted", async () => {
  const [trusted, other, outside] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const entries = [join(trusted, "bin"), join(other, "bin"), outside];
  const { env } = await runPlaceOf(
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

test("a folder of that name and a file that may not be run are no programs", async () => {
  const folder = temporaryDirectory();
  writeTo(folder, "a/some-server/x", "");
  writeTo(folder, "b/some-server", "");
  expect(
    await findServerProgram(tool, place(temporaryDirectory(), [join(folder, "a"), join(folder, "b")], false)),
  ).toBeUndefined();
});

test("tsc is the TypeScript server from version 7 on, and no older compiler is taken for it", async () => {
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
