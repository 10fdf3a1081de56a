import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "@tandem/protocol";
import { expect, onTestFinished, test } from "vitest";
import { deadPid, LockRoom } from "../testing/lock-room.js";
import { type DiscoverOptions, type Discovery, discover } from "./discover.js";
import { targetOf } from "./found-editor.js";

async function room(): Promise<LockRoom> {
  const made = await LockRoom.make();
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
}

/** A lock of this very process, which lives. */
function lockOf(folder: string | undefined, more: object = {}): object {
  const workspaceFolders = folder === undefined ? [] : [folder];
  return { pid: process.pid, workspaceFolders, ideName: "Ed", transport: "ws", authToken: "the-secret-token", ...more };
}

function look({ home }: LockRoom, cwd: string, more: DiscoverOptions = {}): Promise<Discovery> {
  return discover({ home, cwd, env: {}, ...more });
}

/** A room with one lock, looked at from its folder `work`. */
async function lookAtOne(lock: (work: string) => object | string, env: Environment = {}, listens = true) {
  const here = await room();
  const work = await here.folder("work");
  const port = await (listens ? here.listen() : here.closedPort());
  await here.lock(port, lock(work));
  const discovery = await look(here, work, { env });
  const [editor] = discovery.editors;
  if (!editor) throw new Error("no editor found");
  return { discovery, editor, work, port };
}

test("a lock whose folder is the working directory can be used and is chosen", async () => {
  const { discovery, editor, port, work } = await lookAtOne((folder) => lockOf(folder));
  expect(editor).toMatchObject({ port, name: "Ed", host: "127.0.0.1", verdict: { usable: true, code: "ok" } });
  expect(discovery.cwd).toBe(work);
  expect(discovery.choice).toMatchObject({ code: "only-match", editor });
  expect(targetOf(editor)).toEqual({ port, host: "127.0.0.1", authToken: "the-secret-token" });
});

test("a working directory below the folder fits, one beside it of a longer name does not", async () => {
  const here = await room();
  const work = await here.folder("work");
  await here.lock(await here.listen(), lockOf(work));
  const below = await look(here, await here.folder("work/deep/down"));
  expect(below.editors[0]?.verdict.code).toBe("ok");
  const beside = await look(here, await here.folder("workshop"));
  expect(beside.editors[0]?.verdict).toMatchObject({ usable: false, code: "outside-folders", counts: false });
  expect(beside.choice).toMatchObject({ code: "no-match", editor: undefined });
  expect(beside.choice.reason).toContain("does not contain");
});

test("the root folder contains everything", async () => {
  const { editor } = await lookAtOne(() => lockOf("/"));
  expect(editor.verdict.code).toBe("ok");
});

test("any one of several folders will do", async () => {
  const { editor } = await lookAtOne((work) => lockOf("/elsewhere", { workspaceFolders: ["/elsewhere", "", work] }));
  expect(editor.verdict.code).toBe("ok");
});

test("a folder below the working directory never connects by itself", async () => {
  const { editor, discovery } = await lookAtOne((work) => lockOf(path.join(work, "part")));
  expect(editor.verdict).toMatchObject({ code: "folder-below-cwd", counts: false });
  expect(discovery.choice.code).toBe("no-match");
});

test("a working directory reached through a symbolic link is its real path", async () => {
  const here = await room();
  const work = await here.folder("work");
  await symlink(work, path.join(here.home, "link"));
  await here.lock(await here.listen(), lockOf(work));
  const discovery = await look(here, path.join(here.home, "link"));
  expect(discovery.cwd).toBe(work);
  expect(discovery.editors[0]?.verdict.code).toBe("ok");
});

test("a folder written as a symbolic link fits nothing, and the verdict says why", async () => {
  const here = await room();
  const work = await here.folder("work");
  const link = path.join(here.home, "link");
  await symlink(work, link);
  await here.lock(await here.listen(), lockOf(link));
  const { editors } = await look(here, work);
  expect(editors[0]?.verdict).toMatchObject({ code: "folder-is-symlink", counts: false });
  expect(editors[0]?.verdict.message).toContain(link);
});

test("a lock without folders fits nothing", async () => {
  const { editor } = await lookAtOne(() => lockOf(undefined));
  expect(editor.verdict.code).toBe("no-folders");
});

test("a dead process", async () => {
  const { editor } = await lookAtOne((work) => lockOf(work, { pid: deadPid }));
  expect(editor.verdict).toMatchObject({ usable: false, code: "dead-pid", counts: false });
  expect(editor.verdict.message).toContain(String(deadPid));
});

test("a process of another user, which the client takes for dead", async () => {
  const here = await room();
  const work = await here.folder("work");
  await here.lock(await here.listen(), lockOf(work));
  const { editors } = await look(here, work, { system: { processState: () => "foreign" } });
  expect(editors[0]?.verdict).toMatchObject({ code: "foreign-pid", counts: false });
});

test("no process and no answer", async () => {
  const { editor } = await lookAtOne((work) => lockOf(work, { pid: undefined }), {}, false);
  expect(editor.verdict).toMatchObject({ code: "silent-port", counts: false });
});

test("no process, but the port answers", async () => {
  const { editor } = await lookAtOne((work) => lockOf(work, { pid: undefined }));
  expect(editor.verdict.code).toBe("ok");
});

test("a live process with a closed port is of no use, and still counts", async () => {
  const { editor, discovery } = await lookAtOne((work) => lockOf(work), {}, false);
  expect(editor.verdict).toMatchObject({ usable: false, code: "port-closed", counts: true });
  expect(discovery.choice).toMatchObject({ code: "not-usable", editor: undefined });
});

test("a transport other than ws", async () => {
  const { editor } = await lookAtOne((work) => lockOf(work, { transport: undefined }));
  expect(editor.verdict).toMatchObject({ code: "wrong-transport", counts: true });
});

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

test("nothing is ever deleted", async () => {
  const here = await room();
  await here.lock(20001, "garbage");
  await here.lock(20002, lockOf(here.home, { pid: deadPid }));
  await here.lock(20003, lockOf(here.home, { pid: undefined }));
  await look(here, here.home, { system: { answers: async () => false } });
  expect(await readdir(path.join(here.home, ".claude/ide"))).toHaveLength(3);
});

test("locks come newest first, from every directory", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home), "custom");
  await here.lock(20002, lockOf(here.home), ".config/claude");
  await here.lock(20003, lockOf(here.home), ".claude");
  const env = { CLAUDE_CONFIG_DIR: path.join(here.home, "custom") };
  const system = { answers: async () => true };
  const { editors, directories } = await look(here, here.home, { env, system });
  expect(editors.map((editor) => editor.port)).toEqual([20001, 20002, 20003]);
  expect(directories.map((directory) => [path.relative(here.home, directory.path), directory.isReadByClaude])).toEqual([
    ["custom/ide", true],
    [".claude/ide", true],
    [".config/claude/ide", false],
  ]);
  const replaced = await look(here, here.home, { env, system, configDir: path.join(here.home, "other") });
  expect(replaced.editors.map((editor) => editor.port)).toEqual([20002, 20003]);
});

test("one directory under two names is read once", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home));
  await symlink(path.join(here.home, ".claude"), path.join(here.home, "custom"));
  const system = { answers: async () => true };
  const { editors, choice } = await look(here, here.home, { system, configDir: path.join(here.home, "custom") });
  expect(editors).toHaveLength(1);
  expect(choice.code).toBe("only-match");
});

test("no message ever holds the token", async () => {
  const here = await room();
  const work = await here.folder("work");
  await here.lock(await here.listen(), lockOf(work));
  await here.lock(await here.closedPort(), lockOf(work));
  await here.lock(20003, lockOf(undefined));
  await here.lock(20004, lockOf(work, { pid: deadPid }));
  const { editors, problems, choice } = await look(here, work);
  const words = [...editors.map((editor) => editor.verdict.message), ...problems, choice.reason];
  expect(JSON.stringify(words)).not.toContain("the-secret-token");
  expect(editors).toHaveLength(4);
});

test("a name with control characters cannot write to the terminal", async () => {
  const { editor } = await lookAtOne((work) => lockOf(work, { ideName: "Ed\u001b[2J\n" }));
  expect(editor.name).toBe("Ed [2J");
  expect(editor.verdict.message).not.toContain("\u001b");
});

test("a port is probed on the host that the variable names", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home));
  const probed: string[] = [];
  const { editors } = await look(here, here.home, {
    env: { CLAUDE_CODE_IDE_HOST_OVERRIDE: "editor.test" },
    system: {
      answers: async (host, port) => {
        probed.push(`${host}:${port}`);
        return true;
      },
    },
  });
  expect(probed).toEqual(["editor.test:20001"]);
  expect(editors.map(targetOf)).toMatchObject([{ host: "editor.test" }]);
});

test("all ports are probed at the same time", async () => {
  const here = await room();
  for (const port of [20001, 20002, 20003]) await here.lock(port, lockOf(here.home));
  let under = 0;
  let release = () => {};
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answers = async () => {
    if (++under === 3) release();
    await all;
    return true;
  };
  expect((await look(here, here.home, { system: { answers } })).editors).toHaveLength(3);
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
