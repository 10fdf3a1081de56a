import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { lockOf, look, lookAtOne, room } from "../testing/look.js";

test.each(["{", "[]", '{"pid":"12"}', "", "null"])("content that is no lock: %s", async (content) => {
  const { editor } = await lookAtOne(() => content);
  expect(editor.verdict.code).toBe("garbage");
  expect(editor.lock).toBeUndefined();
});

test("a directory by the name of a lock", async () => {
  const here = await room();
  await mkdir(path.join(await here.folder(".claude/ide"), "12345.lock"));
  const { editors } = await look(here, here.home);
  expect(editors).toMatchObject([{ port: 12345, verdict: { usable: false, code: "is-directory" } }]);
});

test("a lock that may not be read, and one that is gone by now", async () => {
  const here = await room();
  const file = await here.lock(12345, lockOf(here.home));
  const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const { editors } = await look(here, here.home, { system: { readFile: refuse("EACCES") } });
  expect(editors[0]?.verdict).toMatchObject({ code: "unreadable", message: expect.stringContaining("EACCES") });
  expect(editors[0]?.verdict.message).toContain(file);
  expect(
    (await look(here, here.home, { system: { stat: refuse("ENOENT"), lstat: refuse("ENOENT") } })).editors,
  ).toEqual([]);
});

test("a pipe by the name of a lock is not read", async () => {
  const here = await room();
  await here.lock(12345, lockOf(here.home));
  const stat = async () => ({ kind: "other" as const, size: 0, modified: 0 });
  const { editors } = await look(here, here.home, { system: { stat, readFile: () => new Promise<string>(() => {}) } });
  expect(editors[0]?.verdict.code).toBe("unreadable");
});

test("a file of the kernel, which claims to be empty and never ends, is not read", async () => {
  const here = await room();
  await here.lock(12345, lockOf(here.home));
  const stat = async () => ({ kind: "file" as const, size: 0, modified: 0 });
  const { editors } = await look(here, here.home, { system: { stat, readFile: () => new Promise<string>(() => {}) } });
  expect(editors[0]?.verdict.code).toBe("garbage");
});

test("a link to nowhere and a link to itself are listed, with the reason", async () => {
  const here = await room();
  const ide = await here.folder(".claude/ide");
  await symlink(path.join(ide, "nowhere"), path.join(ide, "11114.lock"));
  await symlink(path.join(ide, "11115.lock"), path.join(ide, "11115.lock"));
  const { editors } = await look(here, here.home);
  const verdicts = new Map(editors.map(({ port, verdict }) => [port, verdict]));
  expect(verdicts.get(11114)).toMatchObject({ code: "unreadable", message: expect.stringContaining("ENOENT") });
  expect(verdicts.get(11115)).toMatchObject({ code: "unreadable", message: expect.stringContaining("ELOOP") });
});

test("a lock whose facts are refused is listed, not taken for gone", async () => {
  const here = await room();
  await here.lock(12345, lockOf(here.home));
  const refuse = () => Promise.reject(Object.assign(new Error("no"), { code: "EACCES" }));
  const { editors } = await look(here, here.home, { system: { stat: refuse, lstat: refuse } });
  expect(editors).toMatchObject([{ verdict: { code: "unreadable", message: expect.stringContaining("EACCES") } }]);
});

test("nothing is an editor by the name of anything but a port", async () => {
  const here = await room();
  const ide = await here.folder(".claude/ide");
  for (const name of ["99999.lock", "editor.lock", "12345.lock.tmp", "notes"])
    await writeFile(path.join(ide, name), "");
  const { editors, problems } = await look(here, here.home);
  expect(editors).toEqual([]);
  expect(problems.map((problem) => [problem.code, path.basename(problem.path)]).sort()).toEqual([
    ["bad-file-name", "99999.lock"],
    ["bad-file-name", "editor.lock"],
  ]);
});

test("missing directories are no problem, unreadable ones are", async () => {
  const here = await room();
  expect(await look(here, here.home)).toMatchObject({ editors: [], problems: [], choice: { code: "no-match" } });
  await writeFile(path.join(await here.folder(".claude"), "ide"), "a file where a directory belongs");
  const { problems, directories } = await look(here, here.home);
  expect(problems).toMatchObject([{ code: "unreadable-directory", path: path.join(here.home, ".claude/ide") }]);
  expect(problems[0]?.message).toContain("ENOTDIR");
  expect(directories.map((directory) => directory.exists)).toEqual([true, false]);
});

test("many locks do not use up the files and sockets of the process", async () => {
  const here = await room();
  const ports = Array.from({ length: 200 }, (_, index) => 20001 + index);
  for (const port of ports) await here.lock(port, lockOf(here.home));
  /** Does a task, and notes how many of them were under way at most. */
  const counter = () => {
    let under = 0;
    const seen = { most: 0 };
    const run = async <T>(result: T): Promise<T> => {
      seen.most = Math.max(seen.most, ++under);
      await new Promise((resolve) => setImmediate(resolve));
      under--;
      return result;
    };
    return { seen, run };
  };
  const files = counter();
  const sockets = counter();
  const system = {
    readFile: () => files.run(JSON.stringify(lockOf(here.home))),
    answers: () => sockets.run(true),
  };
  const { editors } = await look(here, here.home, { system });
  expect(editors.filter((editor) => editor.verdict.usable)).toHaveLength(200);
  expect(files.seen.most).toBeLessThanOrEqual(64);
  expect(sockets.seen.most).toBeLessThanOrEqual(64);
});
