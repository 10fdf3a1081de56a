import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TrustedFolders, type TrustOptions } from "./trusted-folders.js";

const folder = "/home/me/repo/part";
const program = `${folder}/node_modules/typescript/bin/tsc`;
const above = "/home/me/repo/node_modules/typescript/bin/tsc";

function stateHome(): { XDG_STATE_HOME: string } {
  const root = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return { XDG_STATE_HOME: root };
}

function read(options: Partial<TrustOptions> = {}): Promise<TrustedFolders> {
  return TrustedFolders.read({
    env: stateHome(),
    folders: () => [folder],
    allowed: [],
    languagesOf: (path) => (path.includes("typescript") ? ["typescript"] : undefined),
    warn: (message) => {
      throw new Error(message);
    },
    ...options,
  });
}

test("nothing in a workspace runs until the user agrees, and each program is asked about once", async () => {
  const trusted = await read();
  let changes = 0;
  trusted.onChanged(() => changes++);
  for (const path of [program, program, above, folder, "/usr/bin/tsc"]) expect(trusted.mayRun(path)).toBe(false);
  expect(trusted.questions).toEqual([
    { folder, program: "node_modules/typescript/bin/tsc", languages: ["typescript"] },
    { folder, program: above, languages: ["typescript"] },
  ]);
  expect(changes).toBe(2);
});

test("stores permission for the folder permanently, readable only by the user", async () => {
  const env = stateHome();
  const trusted = await read({ env });
  trusted.mayRun(program);
  await trusted.answer(folder, true);
  expect([trusted.mayRun(program), trusted.mayRun(above), trusted.mayRun(folder)]).toEqual([true, true, true]);
  expect(trusted.questions).toEqual([]);
  const file = join(env.XDG_STATE_HOME, "tandem", "trusted-folders.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ folders: [folder] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await read({ env })).mayRun(program)).toBe(true);
  expect((await read({ env, folders: () => ["/home/me/other"] })).mayRun("/home/me/other/node_modules/x/y")).toBe(
    false,
  );
});

test("doesn't trust a folder whose name starts the same, or a path that leaves the folder", async () => {
  const trusted = await read({ allowed: [folder], folders: () => [folder, "/home/me"] });
  for (const path of [`${folder}ner/tool`, `${folder}/../tool`, "/home/me/repo", "/"])
    expect(trusted.mayRun(path), path).toBe(false);
  for (const path of [`${folder}/tool`, `${folder}/..tool`]) expect(trusted.mayRun(path), path).toBe(true);
});

test("the node_modules of the root directory is above every folder", async () => {
  const trusted = await read();
  expect(trusted.mayRun("/node_modules/typescript/bin/tsc")).toBe(false);
  expect(trusted.questions).toMatchObject([{ folder, program: "/node_modules/typescript/bin/tsc" }]);
});

test("keeps the answers of two processes", async () => {
  const env = stateHome();
  const first = await read({ env });
  const second = await read({ env, folders: () => ["/home/me/other"] });
  await first.answer(folder, true);
  await second.answer("/home/me/other", true);
  expect((await read({ env })).mayRun(program)).toBe(true);
});

test("a refusal lasts until the process ends, and other folders are rejected", async () => {
  const env = stateHome();
  const trusted = await read({ env });
  trusted.mayRun(program);
  await trusted.answer(folder, false);
  expect([trusted.questions, trusted.mayRun(program)]).toEqual([[], false]);
  await expect(trusted.answer("/etc", true)).rejects.toThrow("/etc isn't a workspace folder");
  expect((await read({ env })).mayRun(program)).toBe(false);
});

test("trusts folders from the settings, and none when the file is invalid", async () => {
  expect((await read({ allowed: [folder] })).mayRun(program)).toBe(true);
  const env = stateHome();
  const trusted = await read({ env });
  await trusted.answer(folder, true);
  writeFileSync(join(env.XDG_STATE_HOME, "tandem", "trusted-folders.json"), '{"folders": "/"}');
  const warnings: string[] = [];
  const again = await read({ env, warn: (message) => warnings.push(message) });
  expect([again.mayRun(program), warnings.length]).toEqual([false, 1]);
});
