import { readdir, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { deadPid } from "../testing/lock-room.js";
import { lockOf, look, lookAtOne, room } from "../testing/look.js";
import { targetOf } from "./found-editor.js";

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

test("one that is only for clients that are sent there is told as that, and fits when its port is named", async () => {
  const { editor } = await lookAtOne(() => ({ ...lockOf(undefined), onlyByPort: true }));
  expect(editor.verdict).toMatchObject({ usable: false, code: "only-by-port", counts: false });
  expect(editor.verdict.message).toContain(`CLAUDE_CODE_SSE_PORT=${editor.port}`);
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
