/** With the real TypeScript 7, which supports pulling diagnostics. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic, DiagnosticsAnswer } from "@tandem-ide/base";
import { isAlive } from "@tandem-ide/base/node";
import { expect, test } from "vitest";
import { clean, codesIn, openText, right, typeError, wrong } from "../testing/language/answers.js";
import { startServers, timeLimits } from "../testing/language/start-servers.js";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { pullServer as settings, typescriptProject } from "../testing/language/typescript-project.js";
import type { LanguageServers } from "./index.js";

/** A project with a file, and a server that has answered about it. */
async function warm(text = right) {
  const folder = typescriptProject({ "a.ts": text });
  const path = join(folder, "a.ts");
  const { servers, entries } = startServers({ folders: [folder], settings });
  const first = await servers.diagnostics(path, timeLimits.warmUp());
  const ask = async (asked: string, signal = timeLimits.warmUp()) => codesIn(await servers.diagnostics(asked, signal));
  return { folder, path, servers, entries, first, ask };
}

const paths = async (servers: LanguageServers) =>
  (await servers.diagnostics(undefined, timeLimits.warmUp())).files.map(({ path }) => path);

test("an edit on disk shows in the next answer, and its fix too, 50 times in a row", async () => {
  const { path, first, ask } = await warm();
  expect(first).toEqual({ files: [{ path, diagnostics: [] }], isCurrent: true });
  for (let round = 0; round < 50; round++) {
    writeFileSync(path, `// ${round}\n${wrong}`);
    expect([round, await ask(path, timeLimits.oneFile())]).toEqual([round, typeError]);
    writeFileSync(path, `// ${round}\n${right}`);
    expect([round, await ask(path, timeLimits.oneFile())]).toEqual([round, clean]);
  }
});

test("distinguishes edits of the same length in quick succession", async () => {
  const { path, ask } = await warm();
  for (let round = 0; round < 20; round++) {
    writeFileSync(path, 'export const a: number = "";\n');
    expect(await ask(path)).toEqual(typeError);
    writeFileSync(path, "export const a: number = 12;\n");
    expect(await ask(path)).toEqual(clean);
  }
});

test("passes on severity, range and code", async () => {
  const { path, first } = await warm('// 😀\nconst s = "😀"; export const a: number = "x";\n');
  expect(first.files).toEqual([
    {
      path,
      diagnostics: [
        {
          message: "Type 'string' is not assignable to type 'number'.",
          severity: "Error",
          // The emoji counts as two.
          range: { start: { line: 1, character: 29 }, end: { line: 1, character: 30 } },
          code: 2322,
          source: "ts",
        },
        expect.objectContaining({ severity: "Hint", code: 6133 }),
      ],
    },
  ]);
});

test("uses the editor's text while a file is open, and the disk's after it is closed", async () => {
  const { path, servers, ask } = await warm();
  servers.opened(openText(path, 0, right));
  servers.changed(openText(path, 1, wrong));
  expect(await ask(path)).toEqual(typeError);
  writeFileSync(path, `${right}\n`);
  expect(await ask(path)).toEqual(typeError);
  servers.closed(path);
  expect(await ask(path)).toEqual(clean);
});

test("a change in a file affects another that uses it, without a request about the first", async () => {
  const { folder, path, ask } = await warm();
  const user = writeTo(folder, "user.ts", 'import { a } from "./a.js";\nexport const b: number = a;\n');
  const other = writeTo(folder, "other.ts", 'import { b } from "./user.js";\nexport const c: number = b;\n');
  expect(await ask(other)).toEqual(clean);
  for (let round = 0; round < 10; round++) {
    writeFileSync(user, 'export const b: string = "";\n');
    expect(await ask(other)).toEqual(typeError);
    rmSync(user);
    writeFileSync(user, "export const b = 1;\n");
    expect(await ask(other)).toEqual(clean);
  }
  expect(await ask(path)).toEqual(clean);
});

test("installing, replacing or removing a package affects files that import it", async () => {
  const { folder, path, ask } = await warm('import { x } from "some-lib";\nexport const y: number = x;\n');
  const home = join(folder, "node_modules/some-lib");
  const install = (type: string) => {
    const unpacked = join(temporaryDirectory(), "some-lib");
    writeTo(unpacked, "package.json", JSON.stringify({ name: "some-lib", type: "module", exports: "./index.d.ts" }));
    writeTo(unpacked, "index.d.ts", `export declare const x: ${type};\n`);
    rmSync(home, { recursive: true, force: true });
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    renameSync(unpacked, home);
  };
  expect(await ask(path)).toEqual({ codes: [2307], isCurrent: true });
  install("number");
  await expect.poll(() => ask(path)).toEqual(clean);
  install("string");
  await expect.poll(() => ask(path)).toEqual(typeError);
  rmSync(home, { recursive: true });
  await expect.poll(() => ask(path)).toEqual({ codes: [2307], isCurrent: true });
});

test("a deleted or renamed file has no diagnostics, and its new name has", async () => {
  const { folder, path, servers, ask } = await warm(wrong);
  const renamed = join(folder, "renamed.ts");
  expect(await ask(path)).toEqual(typeError);
  renameSync(path, renamed);
  expect(await ask(path)).toEqual(clean);
  expect(await ask(renamed)).toEqual(typeError);
  expect(await paths(servers)).toEqual([renamed]);
  rmSync(renamed);
  expect(await paths(servers)).toEqual([]);
});

test("all files: errors first, the last changed of them at the top, and omissions are reported", async () => {
  const folder = typescriptProject({ "a.ts": wrong, "b.ts": wrong, "hint.ts": "export const h = (unused: 1) => 1;\n" });
  const { servers, entries } = startServers({ folders: [folder], settings, limits: { allDiagnostics: 2 } });
  for (const name of ["b.ts", "a.ts", "hint.ts"]) await servers.diagnostics(join(folder, name), timeLimits.warmUp());
  const names = async () => (await paths(servers)).map((path) => path.slice(folder.length + 1));
  writeFileSync(join(folder, "b.ts"), `${wrong}// touched\n`);
  expect(await names()).toEqual(["b.ts", "a.ts"]);
  writeFileSync(join(folder, "a.ts"), `${wrong}// touched\n`);
  writeFileSync(join(folder, "hint.ts"), "export const h = (unused: 12) => 1;\n");
  expect(await names()).toEqual(["a.ts", "b.ts"]);
  const { leftOut, isCurrent } = await servers.diagnostics(undefined, timeLimits.warmUp());
  expect({ leftOut, isCurrent }).toEqual({ leftOut: 1, isCurrent: true });
  expect(entries.map(({ message }) => message)).toContain(
    "Omitted 1 diagnostics from the result for all files: the limit is 2",
  );
});

test("all files: includes one that only changed on disk, in a new folder", async () => {
  const { folder, servers } = await warm();
  mkdirSync(join(folder, "new/deep"), { recursive: true });
  const path = writeTo(folder, "new/deep/b.ts", wrong);
  await expect.poll(() => paths(servers)).toEqual([path]);
});

test("files without a server and large files have no diagnostics, which is current", async () => {
  const folder = typescriptProject({ "readme.txt": "x", "big.ts": `${wrong}${"// x\n".repeat(100)}` });
  const { servers, entries } = startServers({ folders: [folder], settings, limits: { fileBytes: 400 } });
  expect(await servers.diagnostics(join(folder, "readme.txt"), timeLimits.warmUp())).toEqual({
    files: [],
    isCurrent: true,
  });
  expect(servers.status()).toEqual([]);
  expect(codesIn(await servers.diagnostics(join(folder, "big.ts"), timeLimits.warmUp()))).toEqual(clean);
  expect(entries.some(({ message }) => message.includes("the limit is 400"))).toBe(true);
});

test("assigns files to the server of their innermost folder, and others to the first", async () => {
  const outer = typescriptProject({ "a.ts": wrong });
  const inner = typescriptProject({ "b.ts": wrong }, join(outer, "inner"));
  const outside = writeTo(temporaryDirectory(), "c.ts", wrong);
  const { servers } = startServers({ folders: [outer, inner], settings });
  const asked = [join(outer, "a.ts"), join(inner, "b.ts"), outside];
  for (const path of asked) expect(codesIn(await servers.diagnostics(path, timeLimits.warmUp()))).toEqual(typeError);
  expect(servers.status().map(({ root }) => root)).toEqual([outer, inner]);
  writeFileSync(join(inner, "b.ts"), `${wrong}// touched\n`);
  expect(await paths(servers)).toEqual([join(inner, "b.ts"), ...[join(outer, "a.ts"), outside].sort()]);
  const pid = servers.status().find(({ root }) => root === inner)?.pid;
  servers.setFolders([outer]);
  await expect.poll(() => isAlive(pid ?? 0)).toBe(false);
  expect(servers.status().map(({ root }) => root)).toEqual([outer]);
  expect(codesIn(await servers.diagnostics(join(inner, "b.ts"), timeLimits.warmUp()))).toEqual(typeError);
});

test("restarts a killed server and sends everything again", async () => {
  const { path, servers, entries, ask } = await warm();
  const [before] = servers.status();
  servers.opened(openText(path, 0, wrong));
  expect(await ask(path)).toEqual(typeError);
  // Requested during the pause, which a busy machine may miss.
  let inPause: Promise<DiagnosticsAnswer> | undefined;
  servers.onStatusChanged(() => {
    if (servers.status()[0]?.state === "waiting") inPause ??= servers.diagnostics(path, AbortSignal.timeout(50));
  });
  const asking = servers.diagnostics(path, timeLimits.oneFile());
  process.kill(before?.pid ?? 0, "SIGKILL");
  // Either it was fast enough, or the result is the last known one and marked as such.
  expect((await asking).files).toMatchObject([{ diagnostics: [{ code: 2322 }] }]);
  await expect.poll(() => inPause).toBeDefined();
  expect((await inPause)?.isCurrent).toBe(false);
  servers.changed(openText(path, 1, `${wrong}${wrong.replace("a", "b")}`));
  expect(codesIn(await servers.diagnostics(path, timeLimits.warmUp()))).toEqual({
    codes: [2322, 2322],
    isCurrent: true,
  });
  const [after] = servers.status();
  expect(after).toMatchObject({ state: "running", restarts: 1, lastError: expect.stringContaining("SIGKILL") });
  expect(after?.pid).not.toBe(before?.pid);
  expect(entries.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The language server typescript was killed by SIGKILL.* Restarting in 0.5 s$/s),
  ]);
});

test("reports diagnostics as the text changes", async () => {
  const { path, servers } = await warm();
  const received: (readonly Diagnostic[])[] = [];
  const stop = servers.onDiagnosticsChanged(
    (changedPath, diagnostics) => changedPath === path && received.push(diagnostics),
  );
  servers.opened(openText(path, 0, wrong));
  await expect.poll(() => received).toMatchObject([[{ code: 2322 }]]);
  servers.changed(openText(path, 1, right));
  await expect.poll(() => received).toMatchObject([[{ code: 2322 }], []]);
  stop();
});

test("closing stops the servers", async () => {
  const { servers } = await warm();
  const pid = servers.status()[0]?.pid ?? 0;
  expect(() => process.kill(pid, 0)).not.toThrow();
  await servers.close();
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  expect(servers.status()[0]?.state).toBe("stopped");
});
