/** Which of the real TypeScript servers is used, and whether code of the workspace may run. */
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { WorkspaceQuestion } from "../permission/trusted-folders.js";
import { clean, codesIn, right } from "../testing/language/answers.js";
import { startServers, timeLimits } from "../testing/language/start-servers.js";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { packageFolder, typescriptProject } from "../testing/language/typescript-project.js";

/** A project with these packages, and a PATH with only Node on it. */
function projectWith(packages: Readonly<Record<string, string>>) {
  const folder = typescriptProject({ "a.ts": right });
  mkdirSync(join(folder, "node_modules"));
  for (const [name, installed] of Object.entries(packages))
    symlinkSync(packageFolder(installed), join(folder, "node_modules", name));
  const bin = temporaryDirectory();
  symlinkSync(process.execPath, join(bin, "node"));
  return { folder, path: join(folder, "a.ts"), env: { ...process.env, PATH: bin } };
}

test("without trust, doesn't run the workspace's server, and the status explains it", async () => {
  const { folder, path, env } = projectWith({ typescript: "typescript" });
  const { servers, entries } = startServers({ folders: [folder], env });
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toEqual({ files: [], isCurrent: true });
  expect(servers.status()).toEqual([
    {
      server: "typescript",
      root: folder,
      state: "missing",
      restarts: 0,
      lastError: "tsc wasn't found; typescript-language-server wasn't found",
    },
  ]);
  await servers.diagnostics(path, timeLimits.warmUp());
  expect(entries.filter(({ message }) => message.startsWith("No language server for typescript"))).toHaveLength(1);
});

test("with trust, uses TypeScript 7 of the workspace", async () => {
  const { folder, path, env } = projectWith({
    typescript: "typescript",
    "typescript-language-server": "typescript-language-server",
  });
  const asked: string[] = [];
  const mayRunFromWorkspace = (program: string) => asked.push(program) > 0;
  const { servers } = startServers({ folders: [folder], env, mayRunFromWorkspace });
  expect(codesIn(await servers.diagnostics(path, timeLimits.warmUp()))).toEqual(clean);
  expect(servers.status()).toMatchObject([{ server: "typescript", state: "running", isFromWorkspace: true }]);
  expect(asked).toContain(join(folder, "node_modules/typescript/bin/tsc"));
});

test("with trust and an older TypeScript in the workspace, uses typescript-language-server", async () => {
  const { folder, path, env } = projectWith({
    typescript: "earlier-typescript",
    "typescript-language-server": "typescript-language-server",
  });
  const { servers } = startServers({ folders: [folder], env, mayRunFromWorkspace: true });
  expect(codesIn(await servers.diagnostics(path, timeLimits.warmUp()))).toEqual(clean);
  expect(servers.status()).toMatchObject([{ server: "typescript-language-server", isFromWorkspace: true }]);
  expect(servers.status()[0]?.command).toContain(dirname("node_modules/typescript-language-server/lib/cli.mjs"));
});

test("removes the workspace's programs from a server's PATH, unless they may run", async () => {
  const folder = temporaryDirectory();
  const outside = temporaryDirectory();
  const env = { PATH: [join(folder, "node_modules/.bin"), ".", outside].join(delimiter) };
  for (const isTrusted of [false, true]) {
    const note = join(temporaryDirectory(), "path");
    const tell = `require("fs").writeFileSync(${JSON.stringify(note)}, process.env.PATH)`;
    const server = { command: process.execPath, args: ["-e", tell], extensions: [".todo"], languages: ["todo"] };
    const settings = { servers: { "stand-in": { ...server, startsBeforeTrust: true } } };
    const { servers } = startServers({ folders: [folder], env, settings, mayRunFromWorkspace: isTrusted });
    servers.opened({ path: join(folder, "a.todo"), languageId: "todo", version: 0, text: () => "" });
    const recorded = () => (existsSync(note) ? readFileSync(note, "utf8") : "");
    await expect.poll(recorded).toBe(isTrusted ? env.PATH : outside);
  }
});

test("finds a newly trusted server immediately after rescan", async () => {
  const { folder, path, env } = projectWith({ typescript: "typescript" });
  let isTrusted = false;
  const { servers } = startServers({ folders: [folder], env, mayRunFromWorkspace: () => isTrusted });
  servers.opened({ path, languageId: "typescript", version: 0, text: () => "" });
  await expect.poll(() => servers.status()).toMatchObject([{ state: "missing" }]);
  isTrusted = true;
  servers.rescan();
  await expect.poll(() => servers.status()).toMatchObject([{ server: "typescript", state: "running" }]);
});

/** A project whose tsconfig names a plugin, and whose packages all write a file when they are loaded. */
function hostileProject() {
  const folder = typescriptProject({ "a.ts": right });
  const ran = join(temporaryDirectory(), "ran");
  const hostile = `require("fs").appendFileSync(${JSON.stringify(ran)}, __filename + "\\n"); module.exports = () => ({});`;
  for (const name of ["evil", "typescript", "typescript/lib", "typescript-language-server", "@types/evil"])
    for (const file of ["index.js", "tsserver.js", "tsserverlibrary.js", "typescript.js"])
      writeTo(folder, `node_modules/${name}/${file}`, hostile);
  writeTo(folder, "node_modules/evil/package.json", '{"name":"evil","version":"1.0.0","main":"index.js"}');
  writeTo(folder, "node_modules/typescript/package.json", '{"name":"typescript","version":"6.0.3"}');
  const plugins = ["evil", "./node_modules/evil", `${folder}/node_modules/evil`].map((name) => ({ name }));
  const compilerOptions = { strict: true, noEmit: true, types: [], module: "nodenext", plugins };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, plugins }));
  const bin = temporaryDirectory();
  symlinkSync(process.execPath, join(bin, "node"));
  const env = {
    ...process.env,
    PATH: bin,
    NODE_OPTIONS: "--require ./node_modules/evil/index.js",
    NODE_PATH: `${folder}/node_modules`,
  };
  return {
    folder,
    path: join(folder, "a.ts"),
    bin,
    env,
    ran: () => (existsSync(ran) ? readFileSync(ran, "utf8") : ""),
  };
}

test.each([
  ["typescript", "tsc", "typescript", "bin/tsc"],
  ["typescript-language-server", "typescript-language-server", "typescript-language-server", "lib/cli.mjs"],
])(
  "before trust, %s returns diagnostics and loads no plugin of a hostile tsconfig",
  async (id, name, installed, script) => {
    const { folder, path, bin, env, ran } = hostileProject();
    // An older TypeScript next to it, because typescript-language-server needs one.
    const home = temporaryDirectory();
    mkdirSync(join(home, "node_modules"));
    for (const [each, from] of [
      [installed, installed],
      ...(id === "typescript" ? [] : [["typescript", "earlier-typescript"]]),
    ])
      symlinkSync(packageFolder(from ?? ""), join(home, "node_modules", each ?? ""));
    symlinkSync(join(packageFolder(installed), script), join(bin, name));
    const older = join(packageFolder("earlier-typescript"), "lib/tsserver.js");
    const settings =
      id === "typescript" ? {} : { servers: { [id]: { initializationOptions: { tsserver: { path: older } } } } };
    const { servers } = startServers({ folders: [folder], env, settings });
    expect(codesIn(await servers.diagnostics(path, timeLimits.warmUp()))).toEqual(clean);
    writeFileSync(path, 'export const n: number = "x";\n');
    await expect
      .poll(async () => codesIn(await servers.diagnostics(path, timeLimits.warmUp())), { timeout: 60_000 })
      .not.toEqual(clean);
    expect(servers.status()).toMatchObject([{ server: id, state: "running" }]);
    expect(ran()).toBe("");
  },
);

/** A fake server that reports that it ran, and where. */
function recordingServer(folder: string, name: string, note: string): string {
  const path = writeTo(folder, name, `#!/bin/sh\npwd >> '${note}'\n`);
  chmodSync(path, 0o755);
  return path;
}

test.each([
  ["gopls, which runs code that the folder names", "gopls", "bin/gopls", "a.go"],
  [
    "a version manager's program for TypeScript",
    "typescript-language-server",
    "shims/typescript-language-server",
    "a.ts",
  ],
])("%s (a stand-in) needs trust: asks the user, explains how, and starts after a yes", async (_title, id, at, file) => {
  const [folder, home] = [temporaryDirectory(), temporaryDirectory()];
  const note = join(home, "note");
  const program = recordingServer(home, at, note);
  const questions: WorkspaceQuestion[] = [];
  let isTrusted = false;
  const { servers, entries } = startServers({
    folders: [folder],
    env: { PATH: dirname(program) },
    mayRunFromWorkspace: () => isTrusted,
    onTrustNeeded: (question) => questions.push(question),
  });
  const path = writeTo(folder, file, "");
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toEqual({ files: [], isCurrent: true });
  expect(questions).toMatchObject([{ folder, program, obeys: expect.any(String) }]);
  expect(servers.status()).toMatchObject([
    {
      state: "missing",
      needsTrust: true,
      lastError: expect.stringMatching(`${id} wasn't started because .*Trust the folder`),
    },
  ]);
  expect(entries).toContainEqual({ level: "warn", message: expect.stringContaining(`${id} wasn't started`) });
  expect(existsSync(note)).toBe(false);
  isTrusted = true;
  servers.rescan();
  void servers.diagnostics(path, timeLimits.warmUp());
  await expect.poll(() => (existsSync(note) ? readFileSync(note, "utf8") : "")).toContain(folder);
});
