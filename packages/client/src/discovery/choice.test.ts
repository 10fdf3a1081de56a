import path from "node:path";
import type { Environment } from "@tandem/base";
import { expect, onTestFinished, test } from "vitest";
import { LockRoom } from "../testing/lock-room.js";
import { type Discovery, discover } from "./discover.js";
import type { System } from "./system.js";

async function room(): Promise<LockRoom> {
  const made = await LockRoom.make();
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

/** The machine, with every port open and these processes above this one. */
const machine = (ancestors: readonly number[]): Partial<System> => ({
  answers: async () => true,
  ancestors: async () => ancestors,
});

function look({ home }: LockRoom, env: Environment = {}, ancestors: readonly number[] = []): Promise<Discovery> {
  return discover({ home, cwd: home, env, system: machine(ancestors) });
}

test("two that fit connect nothing", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home, "a"));
  await here.lock(20002, lockOf(here.home, "b"));
  const { choice } = await look(here);
  expect(choice).toMatchObject({ code: "several-matches", editor: undefined });
  expect(choice.reason).toMatch(/port 20001.*port 20002.*CLAUDE_CODE_SSE_PORT/);
});

test("a second one that fits but does not answer is in the way all the same", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home, "a"));
  await here.lock(20002, lockOf(here.home, "b"));
  const answers = async (_host: string, port: number) => port === 20001;
  const { choice } = await discover({ home: here.home, cwd: here.home, env: {}, system: { answers } });
  expect(choice.code).toBe("several-matches");
});

test("CLAUDE_CODE_SSE_PORT picks one of several", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home, "a"));
  await here.lock(20002, lockOf(here.home, "b"));
  const { choice } = await look(here, { CLAUDE_CODE_SSE_PORT: "20002" });
  expect(choice).toMatchObject({ code: "port-variable", editor: { port: 20002 } });
});

test("CLAUDE_CODE_SSE_PORT picks an editor whatever its folders", async () => {
  const here = await room();
  await here.lock(20001, lockOf("/elsewhere"));
  expect((await look(here)).choice.code).toBe("no-match");
  const { choice, editors } = await look(here, { CLAUDE_CODE_SSE_PORT: "20001" });
  expect(editors[0]?.verdict.message).toContain("CLAUDE_CODE_SSE_PORT");
  expect(choice).toMatchObject({ code: "port-variable", editor: { port: 20001 } });
});

test("CLAUDE_CODE_SSE_PORT without a lock of that port changes nothing", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home));
  const { choice } = await look(here, { CLAUDE_CODE_SSE_PORT: "20009" });
  expect(choice).toMatchObject({ code: "only-match", editor: { port: 20001 } });
});

test.each(["false", "0", "OFF"])("CLAUDE_CODE_AUTO_CONNECT_IDE=%s beats everything", async (value) => {
  const here = await room();
  await here.lock(20001, lockOf(here.home));
  const env = { CLAUDE_CODE_AUTO_CONNECT_IDE: value, CLAUDE_CODE_SSE_PORT: "20001" };
  const { choice, editors } = await look(here, env);
  expect(choice).toMatchObject({ code: "turned-off", editor: undefined });
  expect(editors[0]?.verdict.usable).toBe(true);
});

test("CLAUDE_CODE_IDE_SKIP_VALID_CHECK makes every lock fit, even one without folders", async () => {
  const here = await room();
  await here.lock(20001, lockOf("/elsewhere", "a", { workspaceFolders: [] }));
  const { choice } = await look(here, { CLAUDE_CODE_IDE_SKIP_VALID_CHECK: "true" });
  expect(choice).toMatchObject({ code: "only-match", editor: { port: 20001 } });
  await here.lock(20002, lockOf("/elsewhere", "b"));
  expect((await look(here, { CLAUDE_CODE_IDE_SKIP_VALID_CHECK: "1" })).choice.code).toBe("several-matches");
  expect((await look(here, { CLAUDE_CODE_IDE_SKIP_VALID_CHECK: "false" })).choice.code).toBe("no-match");
});

test("a copy in the XDG directory is listed as one and counts once", async () => {
  const here = await room();
  const original = await here.lock(20001, lockOf(here.home));
  await here.lock(20001, lockOf(here.home), ".config/claude");
  const { choice, editors } = await look(here);
  expect(editors.map(({ mirrorOf, verdict }) => [mirrorOf, verdict.usable, verdict.counts])).toEqual([
    [undefined, true, true],
    [original, true, false],
  ]);
  expect(choice).toMatchObject({ code: "only-match", editor: { lockFile: original } });
});

test("a lock in the XDG directory alone, or with another token, is not found by the client", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home, "new"), ".config/claude");
  const alone = await look(here);
  expect(alone.editors[0]?.verdict).toMatchObject({ code: "unread-directory", usable: false, counts: false });
  expect(alone.editors[0]?.verdict.message).toContain(path.join(here.home, ".claude", "ide"));
  expect(alone.choice.code).toBe("no-match");
  await here.lock(20001, lockOf(here.home, "old"));
  const both = await look(here);
  expect(both.editors.map((editor) => editor.verdict.code)).toEqual(["unread-directory", "ok"]);
});

test("the same lock in two directories that the client reads counts twice", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home));
  await here.lock(20001, lockOf(here.home), "custom");
  const env = { CLAUDE_CONFIG_DIR: path.join(here.home, "custom"), CLAUDE_CODE_SSE_PORT: "20001" };
  const { choice } = await look(here, env);
  expect(choice).toMatchObject({ code: "counted-twice", editor: undefined });
  expect(choice.reason).toContain(path.join("custom", "ide", "20001.lock"));
});

test.each([
  { TERM_PROGRAM: "vscode" },
  { FORCE_CODE_TERMINAL: "1" },
  { CURSOR_TRACE_ID: "x" },
  { TERMINAL_EMULATOR: "JetBrains-JediTerm" },
  { VSCODE_GIT_ASKPASS_MAIN: "/opt/windsurf/askpass-main.js" },
])("in an IDE terminal (%o) only an editor above the client counts", async (env) => {
  const here = await room();
  await here.lock(20001, lockOf(here.home));
  const stranger = await look(here, env, [1000, 2000]);
  expect(stranger.editors[0]?.verdict).toMatchObject({ code: "needs-ancestor", counts: false });
  expect(stranger.choice.code).toBe("no-match");
  const child = await look(here, env, [1000, process.pid]);
  expect(child.choice).toMatchObject({ code: "only-match", editor: { port: 20001 } });
  const waived = await look(here, { ...env, CLAUDE_CODE_SSE_PORT: "20001" }, [1000]);
  expect(waived.choice).toMatchObject({ code: "port-variable", editor: { port: 20001 } });
});

test("in an IDE terminal a lock without a process has no one to be above", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home, "t", { pid: undefined }));
  const { editors } = await look(here, { TERM_PROGRAM: "vscode" }, [1000]);
  expect(editors[0]?.verdict.code).toBe("needs-ancestor");
});

test("any other terminal asks for no ancestor", async () => {
  const here = await room();
  await here.lock(20001, lockOf(here.home));
  expect((await look(here, { TERM_PROGRAM: "WezTerm" })).choice.code).toBe("only-match");
});
