/** Passing settings and trust to the real language servers. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Settings } from "../settings/settings.js";
import { timeLimits } from "../testing/language/start-servers.js";
import { packageFolder } from "../testing/language/typescript-project.js";
import { createLazyLanguageServers } from "./create-lazy-language-servers.js";

const typescript = packageFolder("typescript");

async function start(settings: Settings = {}, brought?: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "project");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  if (brought !== undefined) symlinkSync(brought, join(folder, "node_modules/typescript"));
  writeFileSync(join(folder, "a.ts"), 'export const a: number = "x";\n');
  const env = { HOME: root, PATH: "/nowhere" };
  const started = await createLazyLanguageServers({ folders: [folder], settings, env });
  onTestFinished(() => started.languageTools.close());
  const codes = async () => {
    const { files } = await started.languageTools.diagnostics(join(folder, "a.ts"), timeLimits.warmUp());
    return files.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  };
  return { ...started, folder, codes };
}

test("uses a server from the settings", async () => {
  const command = join(typescript, "bin/tsc");
  const { codes, languageTools } = await start({
    language: { servers: { typescript: { command, args: ["--lsp", "--stdio"] } } },
  });
  expect(await codes()).toEqual([2322]);
  expect(languageTools.status()).toMatchObject([{ server: "typescript", state: "running" }]);
});

test.each([
  [
    { mine: {} },
    /Can.t use the settings in .*settings\.json: .*"mine" isn't a built-in server, so it needs a "command"/,
  ],
  [{ pylsp: { comand: "pylsp" } }, /Can.t use the settings in .*settings\.json: .*comand/],
])("rejects invalid settings immediately: %j", async (servers, words) => {
  await expect(start({ language: { servers } })).rejects.toThrow(words);
});

test("asks about the workspace's server and runs it after a yes", async () => {
  const { codes, folder, languageTools, workspacePrograms } = await start({}, typescript);
  expect(await codes()).toEqual([]);
  expect(languageTools.status()).toMatchObject([{ state: "missing" }]);
  expect(workspacePrograms.questions).toMatchObject([{ folder, program: "node_modules/typescript/bin/tsc" }]);
  await workspacePrograms.answer(folder, true);
  expect(workspacePrograms.mayRun(join(folder, "node_modules/typescript/bin/tsc"))).toBe(true);
});

test("doesn't ask about or run an older TypeScript without a server (a stand-in)", async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const manifest = { name: "typescript", version: "6.0.3", bin: { tsc: "bin/tsc" } };
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(home, "bin/tsc"), `#!/bin/sh\ntouch '${home}/was-run'\n`, { mode: 0o755 });
  const { codes, workspacePrograms } = await start({}, home);
  expect(await codes()).toEqual([]);
  expect(workspacePrograms.questions).toEqual([]);
  expect(existsSync(join(home, "was-run"))).toBe(false);
});

test("the servers get files that were opened before they were loaded", async () => {
  const command = join(typescript, "bin/tsc");
  const { folder, languageTools } = await start({
    language: { servers: { typescript: { command, args: ["--lsp", "--stdio"] } } },
  });
  const received: number[] = [];
  languageTools.onDiagnosticsChanged((_path, diagnostics) => received.push(diagnostics.length));
  const text = () => 'export const a: number = "x";\nexport const b: number = "y";\n';
  languageTools.opened({ path: join(folder, "a.ts"), languageId: "typescript", version: 0, text });
  await expect.poll(() => received).toEqual([2]);
});
