import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { discoverIn, discoverOne, lockFixture, lockOf } from "../testing/discover-locks.js";

test.each(["{", "[]", '{"pid":"12"}', "", "null"])("invalid content: %s", async (content) => {
  const { editor } = await discoverOne(() => content);
  expect(editor.status.code).toBe("garbage");
  expect(editor.lock).toBeUndefined();
});

test("a directory named like a lock", async () => {
  const here = await lockFixture();
  await mkdir(path.join(await here.folder(".claude/ide"), "12345.lock"));
  const { editors } = await discoverIn(here, here.home);
  expect(editors).toMatchObject([{ port: 12345, status: { usable: false, code: "is-directory" } }]);
});

test("an unreadable lock, and one that was just removed", async () => {
  const here = await lockFixture();
  const file = await here.lock(12345, lockOf(here.home));
  const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const { editors } = await discoverIn(here, here.home, { system: { readFile: refuse("EACCES") } });
  expect(editors[0]?.status).toMatchObject({ code: "unreadable", message: expect.stringContaining("EACCES") });
  expect(editors[0]?.status.message).toContain(file);
  expect(
    (await discoverIn(here, here.home, { system: { stat: refuse("ENOENT"), lstat: refuse("ENOENT") } })).editors,
  ).toEqual([]);
});

test("doesn't read a pipe named like a lock", async () => {
  const here = await lockFixture();
  await here.lock(12345, lockOf(here.home));
  const stat = async () => ({ kind: "other" as const, size: 0, modified: 0 });
  const { editors } = await discoverIn(here, here.home, {
    system: { stat, readFile: () => new Promise<string>(() => {}) },
  });
  expect(editors[0]?.status.code).toBe("unreadable");
});

test("doesn't read a kernel file, which reports size 0 and never ends", async () => {
  const here = await lockFixture();
  await here.lock(12345, lockOf(here.home));
  const stat = async () => ({ kind: "file" as const, size: 0, modified: 0 });
  const { editors } = await discoverIn(here, here.home, {
    system: { stat, readFile: () => new Promise<string>(() => {}) },
  });
  expect(editors[0]?.status.code).toBe("garbage");
});

test("lists broken and circular links with the reason", async () => {
  const here = await lockFixture();
  const endpoint = await here.folder(".claude/ide");
  await symlink(path.join(endpoint, "nowhere"), path.join(endpoint, "11114.lock"));
  await symlink(path.join(endpoint, "11115.lock"), path.join(endpoint, "11115.lock"));
  const { editors } = await discoverIn(here, here.home);
  const statuses = new Map(editors.map(({ port, status }) => [port, status]));
  expect(statuses.get(11114)).toMatchObject({ code: "unreadable", message: expect.stringContaining("ENOENT") });
  expect(statuses.get(11115)).toMatchObject({ code: "unreadable", message: expect.stringContaining("ELOOP") });
});

test("lists a lock that can't be examined", async () => {
  const here = await lockFixture();
  await here.lock(12345, lockOf(here.home));
  const refuse = () => Promise.reject(Object.assign(new Error("no"), { code: "EACCES" }));
  const { editors } = await discoverIn(here, here.home, { system: { stat: refuse, lstat: refuse } });
  expect(editors).toMatchObject([{ status: { code: "unreadable", message: expect.stringContaining("EACCES") } }]);
});

test("ignores files that aren't named after a port", async () => {
  const here = await lockFixture();
  const endpoint = await here.folder(".claude/ide");
  for (const name of ["99999.lock", "editor.lock", "12345.lock.tmp", "notes"])
    await writeFile(path.join(endpoint, name), "");
  const { editors, problems } = await discoverIn(here, here.home);
  expect(editors).toEqual([]);
  expect(problems.map((problem) => [problem.code, path.basename(problem.path)]).sort()).toEqual([
    ["bad-file-name", "99999.lock"],
    ["bad-file-name", "editor.lock"],
  ]);
});

test("reports unreadable directories, but not missing ones", async () => {
  const here = await lockFixture();
  expect(await discoverIn(here, here.home)).toMatchObject({ editors: [], problems: [], choice: { code: "no-match" } });
  await writeFile(path.join(await here.folder(".claude"), "ide"), "a file where a directory belongs");
  const { problems, directories } = await discoverIn(here, here.home);
  expect(problems).toMatchObject([{ code: "unreadable-directory", path: path.join(here.home, ".claude/ide") }]);
  expect(problems[0]?.message).toContain("ENOTDIR");
  expect(directories.map((directory) => directory.exists)).toEqual([true, false]);
});

test("many locks don't exhaust files and sockets", async () => {
  const here = await lockFixture();
  const ports = Array.from({ length: 200 }, (_, index) => 20001 + index);
  for (const port of ports) await here.lock(port, lockOf(here.home));
  /** Runs a task, and records the maximum number of concurrent ones. */
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
  const { editors } = await discoverIn(here, here.home, { system });
  expect(editors.filter((editor) => editor.status.usable)).toHaveLength(200);
  expect(files.seen.most).toBeLessThanOrEqual(64);
  expect(sockets.seen.most).toBeLessThanOrEqual(64);
});
