/** Settings and trust on their way to the real language servers. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Settings } from "../settings/settings.js";
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
    const { files } = await started.languageTools.diagnostics(join(folder, "a.ts"), AbortSignal.timeout(15_000));
    return files.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
  };
  return { ...started, folder, codes };
}

test("a server of the settings is used", async () => {
  const command = join(typescript, "bin/tsc");
  const { codes, languageTools } = await start({
    language: { servers: { typescript: { command, args: ["--lsp", "--stdio"] } } },
  });
  expect(await codes()).toEqual([2322]);
  expect(languageTools.status()).toMatchObject([{ server: "typescript", state: "running" }]);
});

test.each([
  [{ mine: {} }, /settings\.json cannot be used: .*"mine" is not in the table, so it needs a "command"/],
  [{ pylsp: { comand: "pylsp" } }, /settings\.json cannot be used: .*comand/],
])("settings that make no sense are refused at once: %j", async (servers, words) => {
  await expect(start({ language: { servers } })).rejects.toThrow(words);
});

test("the workspace's own server is a question, and runs after a yes", async () => {
  const { codes, folder, languageTools, workspacePrograms } = await start({}, typescript);
  expect(await codes()).toEqual([]);
  expect(languageTools.status()).toMatchObject([{ state: "missing" }]);
  expect(workspacePrograms.questions).toMatchObject([{ folder, program: "node_modules/typescript/bin/tsc" }]);
  await workspacePrograms.answer(folder, true);
  expect(workspacePrograms.mayRun(join(folder, "node_modules/typescript/bin/tsc"))).toBe(true);
});

test("an older TypeScript (a stand-in that leaves a trace) has no server in it: nobody is asked, and it is not run", async () => {
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

test("what was opened before the servers were loaded is known to them", async () => {
  const command = join(typescript, "bin/tsc");
  const { folder, languageTools } = await start({
    language: { servers: { typescript: { command, args: ["--lsp", "--stdio"] } } },
  });
  const heard: number[] = [];
  languageTools.onDiagnosticsChanged((_path, diagnostics) => heard.push(diagnostics.length));
  const text = () => 'export const a: number = "x";\nexport const b: number = "y";\n';
  languageTools.opened({ path: join(folder, "a.ts"), languageId: "typescript", version: 0, text });
  await expect.poll(() => heard, { timeout: 15_000 }).toEqual([2]);
});
