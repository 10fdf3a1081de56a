/** Which of the real TypeScript servers is used, and whether code of the workspace may run. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { clean, codesIn, right } from "../testing/language/answers.js";
import { patience, startServers } from "../testing/language/start-servers.js";
import { temporaryDirectory } from "../testing/language/temporary.js";
import { packageFolder, typescriptProject } from "../testing/language/typescript-project.js";

/** A project that brings these packages, and a PATH with nothing but Node on it. */
function projectWith(packages: Readonly<Record<string, string>>) {
  const folder = typescriptProject({ "a.ts": right });
  mkdirSync(join(folder, "node_modules"));
  for (const [name, installed] of Object.entries(packages))
    symlinkSync(packageFolder(installed), join(folder, "node_modules", name));
  const bin = temporaryDirectory();
  symlinkSync(process.execPath, join(bin, "node"));
  return { folder, path: join(folder, "a.ts"), env: { ...process.env, PATH: bin } };
}

test("without trust the workspace's own server is not run, and the status says what is missing", async () => {
  const { folder, path, env } = projectWith({ typescript: "typescript" });
  const { servers, entries } = startServers({ folders: [folder], env });
  expect(await servers.diagnostics(path, patience.warmUp())).toEqual({ files: [], isCurrent: true });
  expect(servers.status()).toEqual([
    {
      server: "typescript",
      root: folder,
      state: "missing",
      restarts: 0,
      lastError: "tsc was not found; typescript-language-server was not found",
    },
  ]);
  await servers.diagnostics(path, patience.warmUp());
  expect(entries.filter(({ message }) => message.startsWith("No language server for typescript"))).toHaveLength(1);
});

test("with trust TypeScript 7 of the workspace is used", async () => {
  const { folder, path, env } = projectWith({
    typescript: "typescript",
    "typescript-language-server": "typescript-language-server",
  });
  const asked: string[] = [];
  const mayRunFromWorkspace = (program: string) => asked.push(program) > 0;
  const { servers } = startServers({ folders: [folder], env, mayRunFromWorkspace });
  expect(codesIn(await servers.diagnostics(path, patience.warmUp()))).toEqual(clean);
  expect(servers.status()).toMatchObject([{ server: "typescript", state: "running", isFromWorkspace: true }]);
  expect(asked).toContain(join(folder, "node_modules/typescript/bin/tsc"));
});

test("with trust and an older TypeScript in the workspace it is typescript-language-server", async () => {
  const { folder, path, env } = projectWith({
    typescript: "earlier-typescript",
    "typescript-language-server": "typescript-language-server",
  });
  const { servers } = startServers({ folders: [folder], env, mayRunFromWorkspace: true });
  expect(codesIn(await servers.diagnostics(path, patience.warmUp()))).toEqual(clean);
  expect(servers.status()).toMatchObject([{ server: "typescript-language-server", isFromWorkspace: true }]);
  expect(servers.status()[0]?.command).toContain(dirname("node_modules/typescript-language-server/lib/cli.mjs"));
});

test("a server is not given the programs of the workspace on its PATH, unless they may be run", async () => {
  const folder = temporaryDirectory();
  const outside = temporaryDirectory();
  const env = { PATH: [join(folder, "node_modules/.bin"), ".", outside].join(delimiter) };
  for (const isTrusted of [false, true]) {
    const note = join(temporaryDirectory(), "path");
    const tell = `require("fs").writeFileSync(${JSON.stringify(note)}, process.env.PATH)`;
    const server = { command: process.execPath, args: ["-e", tell], extensions: [".todo"], languages: ["todo"] };
    const settings = { servers: { "stand-in": server } };
    const { servers } = startServers({ folders: [folder], env, settings, mayRunFromWorkspace: isTrusted });
    servers.opened({ path: join(folder, "a.todo"), languageId: "todo", version: 0, text: () => "" });
    const told = () => (existsSync(note) ? readFileSync(note, "utf8") : "");
    await expect.poll(told, { timeout: 5000 }).toBe(isTrusted ? env.PATH : outside);
  }
});

test("what is allowed later is found at once when the servers are told to look again", async () => {
  const { folder, path, env } = projectWith({ typescript: "typescript" });
  let isTrusted = false;
  const { servers } = startServers({ folders: [folder], env, mayRunFromWorkspace: () => isTrusted });
  servers.opened({ path, languageId: "typescript", version: 0, text: () => "" });
  await expect.poll(() => servers.status()).toMatchObject([{ state: "missing" }]);
  isTrusted = true;
  servers.lookAgain();
  await expect
    .poll(() => servers.status(), { timeout: 5000 })
    .toMatchObject([{ server: "typescript", state: "running" }]);
});
