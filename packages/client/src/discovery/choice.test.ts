import path from "node:path";
import type { Environment } from "@tandem-ide/base";
import { expect, onTestFinished, test } from "vitest";
import { LockFixture } from "../testing/lock-fixture.js";
import { type Discovery, discover } from "./discover.js";
import type { System } from "./system.js";

async function lockFixture(): Promise<LockFixture> {
  const made = await LockFixture.make();
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
}

const lockOf = (folder: string, authToken = "token", more: object = {}) => ({
  pid: process.pid,
  workspaceFolders: [folder],
  ideName: "Ed",
  transport: "ws",
  authToken,
  ...more,
});

/** A machine on which every port is open, and these processes are ancestors of this one. */
const machine = (ancestors: readonly number[]): Partial<System> => ({
  answers: async () => true,
  ancestors: async () => ancestors,
});

function discoverIn(
  { home }: LockFixture,
  env: Environment = {},
  ancestors: readonly number[] = [],
): Promise<Discovery> {
  return discover({ home, cwd: home, env, system: machine(ancestors) });
}

test("connects to neither of two matches", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home, "a"));
  await here.lock(20002, lockOf(here.home, "b"));
  const { choice } = await discoverIn(here);
  expect(choice).toMatchObject({ code: "several-matches", editor: undefined });
  expect(choice.reason).toMatch(/port 20001.*port 20002.*CLAUDE_CODE_SSE_PORT/);
});

test("a second match that doesn't answer counts too", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home, "a"));
  await here.lock(20002, lockOf(here.home, "b"));
  const answers = async (_host: string, port: number) => port === 20001;
  const { choice } = await discover({ home: here.home, cwd: here.home, env: {}, system: { answers } });
  expect(choice.code).toBe("several-matches");
});

test("CLAUDE_CODE_SSE_PORT picks one of several", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home, "a"));
  await here.lock(20002, lockOf(here.home, "b"));
  const { choice } = await discoverIn(here, { CLAUDE_CODE_SSE_PORT: "20002" });
  expect(choice).toMatchObject({ code: "port-variable", editor: { port: 20002 } });
});

test("CLAUDE_CODE_SSE_PORT picks an editor regardless of its folders", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf("/elsewhere"));
  expect((await discoverIn(here)).choice.code).toBe("no-match");
  const { choice, editors } = await discoverIn(here, { CLAUDE_CODE_SSE_PORT: "20001" });
  expect(editors[0]?.status.message).toContain("CLAUDE_CODE_SSE_PORT");
  expect(choice).toMatchObject({ code: "port-variable", editor: { port: 20001 } });
});

test("CLAUDE_CODE_SSE_PORT without a lock for that port changes nothing", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home));
  const { choice } = await discoverIn(here, { CLAUDE_CODE_SSE_PORT: "20009" });
  expect(choice).toMatchObject({ code: "only-match", editor: { port: 20001 } });
});

test.each(["false", "0", "OFF"])("CLAUDE_CODE_AUTO_CONNECT_IDE=%s overrides everything", async (value) => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home));
  const env = { CLAUDE_CODE_AUTO_CONNECT_IDE: value, CLAUDE_CODE_SSE_PORT: "20001" };
  const { choice, editors } = await discoverIn(here, env);
  expect(choice).toMatchObject({ code: "turned-off", editor: undefined });
  expect(editors[0]?.status.usable).toBe(true);
});

test("CLAUDE_CODE_IDE_SKIP_VALID_CHECK makes every lock match, even one without folders", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf("/elsewhere", "a", { workspaceFolders: [] }));
  const { choice } = await discoverIn(here, { CLAUDE_CODE_IDE_SKIP_VALID_CHECK: "true" });
  expect(choice).toMatchObject({ code: "only-match", editor: { port: 20001 } });
  await here.lock(20002, lockOf("/elsewhere", "b"));
  expect((await discoverIn(here, { CLAUDE_CODE_IDE_SKIP_VALID_CHECK: "1" })).choice.code).toBe("several-matches");
  expect((await discoverIn(here, { CLAUDE_CODE_IDE_SKIP_VALID_CHECK: "false" })).choice.code).toBe("no-match");
});

test("a copy in the XDG directory is listed as a copy and counts once", async () => {
  const here = await lockFixture();
  const original = await here.lock(20001, lockOf(here.home));
  await here.lock(20001, lockOf(here.home), ".config/claude");
  const { choice, editors } = await discoverIn(here);
  expect(editors.map(({ mirrorOf, status }) => [mirrorOf, status.usable, status.counts])).toEqual([
    [undefined, true, true],
    [original, true, false],
  ]);
  expect(choice).toMatchObject({ code: "only-match", editor: { lockFile: original } });
});

test("the client doesn't find a lock that is only in the XDG directory, or has a different token there", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home, "new"), ".config/claude");
  const alone = await discoverIn(here);
  expect(alone.editors[0]?.status).toMatchObject({ code: "unread-directory", usable: false, counts: false });
  expect(alone.editors[0]?.status.message).toContain(path.join(here.home, ".claude", "ide"));
  expect(alone.choice.code).toBe("no-match");
  await here.lock(20001, lockOf(here.home, "old"));
  const both = await discoverIn(here);
  expect(both.editors.map((editor) => editor.status.code)).toEqual(["unread-directory", "ok"]);
});

test("the same lock in two directories that the client reads counts twice", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home));
  await here.lock(20001, lockOf(here.home), "custom");
  const env = { CLAUDE_CONFIG_DIR: path.join(here.home, "custom"), CLAUDE_CODE_SSE_PORT: "20001" };
  const { choice } = await discoverIn(here, env);
  expect(choice).toMatchObject({ code: "counted-twice", editor: undefined });
  expect(choice.reason).toContain(path.join("custom", "ide", "20001.lock"));
});

test.each([
  { TERM_PROGRAM: "vscode" },
  { FORCE_CODE_TERMINAL: "1" },
  { CURSOR_TRACE_ID: "x" },
  { TERMINAL_EMULATOR: "JetBrains-JediTerm" },
  { VSCODE_GIT_ASKPASS_MAIN: "/opt/windsurf/askpass-main.js" },
])("in an IDE terminal (%o) only an editor that is an ancestor of the client counts", async (env) => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home));
  const unrelated = await discoverIn(here, env, [1000, 2000]);
  expect(unrelated.editors[0]?.status).toMatchObject({ code: "needs-ancestor", counts: false });
  expect(unrelated.choice.code).toBe("no-match");
  const child = await discoverIn(here, env, [1000, process.pid]);
  expect(child.choice).toMatchObject({ code: "only-match", editor: { port: 20001 } });
  const waived = await discoverIn(here, { ...env, CLAUDE_CODE_SSE_PORT: "20001" }, [1000]);
  expect(waived.choice).toMatchObject({ code: "port-variable", editor: { port: 20001 } });
});

test("in an IDE terminal a lock without a process doesn't count", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home, "t", { pid: undefined }));
  const { editors } = await discoverIn(here, { TERM_PROGRAM: "vscode" }, [1000]);
  expect(editors[0]?.status.code).toBe("needs-ancestor");
});

test("other terminals don't require an ancestor", async () => {
  const here = await lockFixture();
  await here.lock(20001, lockOf(here.home));
  expect((await discoverIn(here, { TERM_PROGRAM: "WezTerm" })).choice.code).toBe("only-match");
});
