import { readdir, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { discoverIn, discoverOne, lockFixture, lockOf } from "../testing/discover-locks.js";
import { deadPid } from "../testing/lock-fixture.js";
import { targetOf } from "./found-editor.js";

test("chooses a lock whose folder is the working directory", async () => {
  const { discovery, editor, port, work } = await discoverOne((folder) => lockOf(folder));
  expect(editor).toMatchObject({ port, name: "Ed", host: "127.0.0.1", status: { usable: true, code: "ok" } });
  expect(discovery.cwd).toBe(work);
  expect(discovery.choice).toMatchObject({ code: "only-match", editor });
  expect(targetOf(editor)).toEqual({ port, host: "127.0.0.1", authToken: "the-secret-token" });
});

test("a working directory below the folder matches, a sibling with a longer name does not", async () => {
  const here = await lockFixture();
  const work = await here.folder("work");
  await here.lock(await here.listen(), lockOf(work));
  const below = await discoverIn(here, await here.folder("work/deep/down"));
  expect(below.editors[0]?.status.code).toBe("ok");
  const beside = await discoverIn(here, await here.folder("workshop"));
  expect(beside.editors[0]?.status).toMatchObject({ usable: false, code: "outside-folders", counts: false });
  expect(beside.choice).toMatchObject({ code: "no-match", editor: undefined });
  expect(beside.choice.reason).toContain("doesn't contain");
});

test("the root folder contains everything", async () => {
  const { editor } = await discoverOne(() => lockOf("/"));
  expect(editor.status.code).toBe("ok");
});

test("one matching folder of several is enough", async () => {
  const { editor } = await discoverOne((work) => lockOf("/elsewhere", { workspaceFolders: ["/elsewhere", "", work] }));
  expect(editor.status.code).toBe("ok");
});

test("doesn't connect automatically to a folder below the working directory", async () => {
  const { editor, discovery } = await discoverOne((work) => lockOf(path.join(work, "part")));
  expect(editor.status).toMatchObject({ code: "folder-below-cwd", counts: false });
  expect(discovery.choice.code).toBe("no-match");
});

test("resolves a working directory that is a symbolic link", async () => {
  const here = await lockFixture();
  const work = await here.folder("work");
  await symlink(work, path.join(here.home, "link"));
  await here.lock(await here.listen(), lockOf(work));
  const discovery = await discoverIn(here, path.join(here.home, "link"));
  expect(discovery.cwd).toBe(work);
  expect(discovery.editors[0]?.status.code).toBe("ok");
});

test("a folder written as a symbolic link doesn't match, and the status says why", async () => {
  const here = await lockFixture();
  const work = await here.folder("work");
  const link = path.join(here.home, "link");
  await symlink(work, link);
  await here.lock(await here.listen(), lockOf(link));
  const { editors } = await discoverIn(here, work);
  expect(editors[0]?.status).toMatchObject({ code: "folder-is-symlink", counts: false });
  expect(editors[0]?.status.message).toContain(link);
});

test("a lock without folders doesn't match", async () => {
  const { editor } = await discoverOne(() => lockOf(undefined));
  expect(editor.status.code).toBe("no-folders");
});

test("a lock that is only for clients with its port says so, and matches if the port is set", async () => {
  const { editor } = await discoverOne(() => ({ ...lockOf(undefined), onlyByPort: true }));
  expect(editor.status).toMatchObject({ usable: false, code: "only-by-port", counts: false });
  expect(editor.status.message).toContain(`CLAUDE_CODE_SSE_PORT=${editor.port}`);
});

test("a dead process", async () => {
  const { editor } = await discoverOne((work) => lockOf(work, { pid: deadPid }));
  expect(editor.status).toMatchObject({ usable: false, code: "dead-pid", counts: false });
  expect(editor.status.message).toContain(String(deadPid));
});

test("another user's process, which the client treats as dead", async () => {
  const here = await lockFixture();
  const work = await here.folder("work");
  await here.lock(await here.listen(), lockOf(work));
  const { editors } = await discoverIn(here, work, { system: { processState: () => "foreign" } });
  expect(editors[0]?.status).toMatchObject({ code: "foreign-pid", counts: false });
});

test("no process and a closed port", async () => {
  const { editor } = await discoverOne((work) => lockOf(work, { pid: undefined }), {}, false);
  expect(editor.status).toMatchObject({ code: "silent-port", counts: false });
});

test("no process, but an open port", async () => {
  const { editor } = await discoverOne((work) => lockOf(work, { pid: undefined }));
  expect(editor.status.code).toBe("ok");
});

test("a live process with a closed port is unusable but counts", async () => {
  const { editor, discovery } = await discoverOne((work) => lockOf(work), {}, false);
  expect(editor.status).toMatchObject({ usable: false, code: "port-closed", counts: true });
  expect(discovery.choice).toMatchObject({ code: "not-usable", editor: undefined });
});

test("a transport other than ws", async () => {
  const { editor } = await discoverOne((work) => lockOf(work, { transport: undefined }));
  expect(editor.status).toMatchObject({ code: "wrong-transport", counts: true });
});

test("never deletes anything", async () => {
  const here = await lockFixture();
  await here.lock(20001, "garbage");
  await here.lock(20002, lockOf(here.home, { pid: deadPid }));
  await here.lock(20003, lockOf(here.home, { pid: undefined }));
  await discoverIn(here, here.home, { system: { answers: async () => false } });
  expect(await readdir(path.join(here.home, ".claude/ide"))).toHaveLength(3);
});

test("lists the locks of all directories, newest first", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home), "custom");
  await here.lock(20002, lockOf(here.home), ".config/claude");
  await here.lock(20003, lockOf(here.home), ".claude");
  const env = { CLAUDE_CONFIG_DIR: path.join(here.home, "custom") };
  const system = { answers: async () => true };
  const { editors, directories } = await discoverIn(here, here.home, { env, system });
  expect(editors.map((editor) => editor.port)).toEqual([20001, 20002, 20003]);
  expect(directories.map((directory) => [path.relative(here.home, directory.path), directory.isReadByClaude])).toEqual([
    ["custom/ide", true],
    [".claude/ide", true],
    [".config/claude/ide", false],
  ]);
  const replaced = await discoverIn(here, here.home, { env, system, configDir: path.join(here.home, "other") });
  expect(replaced.editors.map((editor) => editor.port)).toEqual([20002, 20003]);
});

test("one directory under two names is read once", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home));
  await symlink(path.join(here.home, ".claude"), path.join(here.home, "custom"));
  const system = { answers: async () => true };
  const { editors, choice } = await discoverIn(here, here.home, { system, configDir: path.join(here.home, "custom") });
  expect(editors).toHaveLength(1);
  expect(choice.code).toBe("only-match");
});

test("no message contains the token", async () => {
  const here = await lockFixture();
  const work = await here.folder("work");
  await here.lock(await here.listen(), lockOf(work));
  await here.lock(await here.closedPort(), lockOf(work));
  await here.lock(20003, lockOf(undefined));
  await here.lock(20004, lockOf(work, { pid: deadPid }));
  const { editors, problems, choice } = await discoverIn(here, work);
  const words = [...editors.map((editor) => editor.status.message), ...problems, choice.reason];
  expect(JSON.stringify(words)).not.toContain("the-secret-token");
  expect(editors).toHaveLength(4);
});

test("removes control characters from names", async () => {
  const { editor } = await discoverOne((work) => lockOf(work, { ideName: "Ed\u001b[2J\n" }));
  expect(editor.name).toBe("Ed [2J");
  expect(editor.status.message).not.toContain("\u001b");
});

test("probes ports on the host in the variable", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home));
  const probed: string[] = [];
  const { editors } = await discoverIn(here, here.home, {
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

test("probes all ports concurrently", async () => {
  const here = await lockFixture();
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
  expect((await discoverIn(here, here.home, { system: { answers } })).editors).toHaveLength(3);
});
