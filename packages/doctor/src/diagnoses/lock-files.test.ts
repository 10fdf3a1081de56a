/** Lock files that are broken, or where Claude Code does not look for them. */
import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink } from "node:fs/promises";
import { expect, test } from "vitest";
import { claudeScript, Fixture } from "../testing/fixture.js";

const onLinux = test.skipIf(process.platform !== "linux");

test("counted-twice: the same lock is in two directories that Claude Code reads", async () => {
  await using fixture = await Fixture.make();
  const { port, authToken } = await fixture.editor();
  await fixture.lock(port, { authToken, ideName: "Memory" }, "other");
  const env = { CLAUDE_CONFIG_DIR: fixture.path("other") };
  expect(await fixture.find("counted-twice", { env })).toMatchObject({ isFirst: true, severity: "fault" });
});

test("other-config-directory: an older version only looks in the variable's directory", async () => {
  await using fixture = await Fixture.make();
  await fixture.program("claude", claudeScript("2.1.112", "default"));
  const { port } = await fixture.editor();
  const env = { CLAUDE_CONFIG_DIR: fixture.path("other") };
  expect(await fixture.find("other-config-directory", { env })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `CLAUDE_CONFIG_DIR hides Memory on port ${port} from Claude Code.`,
  });
  await fixture.program("claude", claudeScript("2.1.325"));
  expect((await fixture.examine({ env })).isHealthy).toBe(true);
});

test("unread-directory: the lock is where Claude Code never looks", async () => {
  await using fixture = await Fixture.make();
  const port = await fixture.listen((socket) => socket.destroy());
  await fixture.lock(port, {}, ".config/claude");
  expect(await fixture.find("unread-directory")).toMatchObject({
    isFirst: true,
    detail: expect.stringMatching(/~\/\.config\/claude\/ide.*~\/\.claude\/ide/),
  });
});

test("old-transport: the lock doesn't say ws", async () => {
  await using fixture = await Fixture.make();
  await fixture.lock(await fixture.listen(), { transport: undefined });
  expect(await fixture.find("old-transport")).toMatchObject({ isFirst: true });
});

test("lock-broken: the file isn't a lock", async () => {
  await using fixture = await Fixture.make();
  const file = await fixture.lock(41234, "{");
  expect(await fixture.find("lock-broken")).toMatchObject({
    isFirst: true,
    title: "~/.claude/ide/41234.lock isn't a valid lock file.",
    fixes: [{ path: file }],
  });
});

test("odd-file: the name isn't a port", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  await fixture.write(".claude/ide/neovim.lock", "{}");
  expect(await fixture.find("odd-file")).toMatchObject({ severity: "note" });
});

test("lock-unreadable: a pipe or a broken link among the locks doesn't hang it", async () => {
  await using fixture = await Fixture.make();
  await mkdir(fixture.path(".claude/ide"), { recursive: true, mode: 0o700 });
  await symlink("nowhere", fixture.path(".claude/ide/41234.lock"));
  expect(await fixture.find("lock-unreadable")).toMatchObject({
    isFirst: true,
    title: "~/.claude/ide/41234.lock is a broken link.",
    advice: [{ command: "rm ~/.claude/ide/41234.lock" }, {}],
    fixes: [],
  });
  await rm(fixture.path(".claude/ide/41234.lock"));
  execFileSync("mkfifo", [fixture.path(".claude/ide/41235.lock")]);
  expect(await fixture.find("lock-unreadable")).toMatchObject({
    isFirst: true,
    title: "~/.claude/ide/41235.lock isn't a regular file.",
  });
});

onLinux("lock-broken: doesn't offer to remove the lock of a running editor", async () => {
  await using fixture = await Fixture.make();
  await fixture.lock(await fixture.listen(), "\uFEFF{}");
  expect(await fixture.find("lock-broken", { root: "/" })).toMatchObject({ isFirst: true, fixes: [] });
});
