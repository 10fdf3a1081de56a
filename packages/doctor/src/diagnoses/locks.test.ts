/** Faults of locks and of what is behind them. */
import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, utimes } from "node:fs/promises";
import { expect, test } from "vitest";
import { overview } from "../examine.js";
import { claudeScript, deadPid, Stage } from "../testing/stage.js";

test("no-editor: nothing has announced itself", async () => {
  await using stage = await Stage.make();
  expect(await stage.find("no-editor")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "No editor is running that Claude Code could connect to.",
  });
});

test("healthy: an editor for this folder, and nothing is found but notes", async () => {
  await using stage = await Stage.make();
  const ide = await stage.editor();
  const { isHealthy, summary, findings } = await stage.examine();
  expect(findings.map(({ id }) => id)).toEqual(["ide-flag", "mode-unset"]);
  expect(isHealthy).toBe(true);
  expect(summary).toBe(`All is well: claude --ide (2.1.325) connects to Memory on port ${ide.port}.`);
});

test("locks are counted in the directory that they are in, and a copy is not another editor", async () => {
  await using stage = await Stage.make();
  await mkdir(stage.path(".config/claude/ide"), { recursive: true, mode: 0o700 });
  const ports = [await stage.editor(), await stage.editor()].map(({ port }) => port).sort();
  const locks = new Map(overview((await stage.examine()).facts)).get("Locks") ?? "";
  const [counted = "", named = ""] = locks.split(": ");
  expect(counted).toBe("2 in ~/.claude/ide and 2 in ~/.config/claude/ide");
  expect([...named.matchAll(/Memory on port (\d+)/g)].map(([, port]) => Number(port)).sort()).toEqual(ports);
});

test("what workspace requests may do is told of each editor whose lock says so", async () => {
  await using stage = await Stage.make();
  const [first, second] = [await stage.editor([stage.folder], { workspaceRequests: "write" }), await stage.editor()];
  await stage.lock(await stage.closedPort(), {});
  const { facts } = await stage.examine();
  expect(facts.locks.map(({ workspaceRequests }) => workspaceRequests).sort()).toEqual(["ask", "write", undefined]);
  const said = new Map(overview(facts)).get("Requests") ?? "";
  expect(said).toMatch(/^workspace requests: .* and /);
  expect(said).toContain(`write without asking (Memory on port ${first.port})`);
  expect(said).toContain(`ask first (Memory on port ${second.port})`);
});

test("editor-gone: its process has ended, its lock is there", async () => {
  await using stage = await Stage.make();
  const port = await stage.closedPort();
  const file = await stage.lock(port, { pid: await stage.endedPid() });
  expect(await stage.find("editor-gone")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `Ed on port ${port} is gone, but its lock file is still there.`,
    fixes: [{ kind: "remove-lock", path: file, port }],
  });
});

test("editor-gone: several, beside an editor that serves, are a note", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  for (let count = 0; count < 2; count++) await stage.lock(await stage.closedPort(), { pid: deadPid });
  expect(await stage.find("editor-gone")).toMatchObject({
    severity: "note",
    title: expect.stringMatching(/^Two editors are gone/),
  });
  expect((await stage.examine()).isHealthy).toBe(true);
});

test("editor-gone: for this folder it comes before an editor with another one", async () => {
  await using stage = await Stage.make();
  await stage.editor([stage.path("bin")]);
  await stage.lock(await stage.closedPort(), { pid: deadPid });
  const { findings } = await stage.examine();
  expect(findings.map(({ id }) => id).slice(0, 2)).toEqual(["editor-gone", "wrong-folder"]);
});

test("other-namespace: it answers at its port, and nobody here has its process id", async () => {
  await using stage = await Stage.make();
  const { port, authToken } = await stage.editor();
  await stage.lock(port, { pid: deadPid, authToken });
  expect(await stage.find("other-namespace")).toMatchObject({ isFirst: true, severity: "fault" });
  expect(await stage.find("editor-gone")).toBeUndefined();
});

test("pid-reused: the process is younger than the lock, and nothing answers", async () => {
  await using stage = await Stage.make();
  const port = await stage.closedPort();
  const file = await stage.lock(port);
  await utimes(file, 1_700_000_000, 1_700_000_000);
  expect(await stage.find("pid-reused", { root: "/" })).toMatchObject({
    isFirst: true,
    title: `Ed on port ${port} is gone; another program has its process number.`,
    fixes: [{ path: file }],
  });
});

test("port-closed: the process lives, nothing answers", async () => {
  await using stage = await Stage.make();
  const port = await stage.closedPort();
  await stage.lock(port);
  expect(await stage.find("port-closed", { root: "/" })).toMatchObject({
    isFirst: true,
    title: `Ed on port ${port} is running, but nothing answers at that port.`,
    fixes: [],
  });
});

test("wrong-folder: the editor has another folder open", async () => {
  await using stage = await Stage.make();
  const { port } = await stage.editor([stage.path("bin")]);
  expect(await stage.find("wrong-folder")).toMatchObject({
    isFirst: true,
    title: `Memory on port ${port} has another folder open, not this one.`,
    detail: expect.stringContaining("~/bin"),
    advice: [{ command: "cd ~/bin" }, { command: "tandem serve" }],
  });
});

test("folder-below: the editor has a part of this folder open", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  expect(await stage.find("folder-below", { cwd: stage.home })).toMatchObject({
    isFirst: true,
    advice: [{ command: "cd ~/project" }, {}],
  });
});

test("no-folders: the editor has none open", async () => {
  await using stage = await Stage.make();
  const { port } = await stage.editor([]);
  expect(await stage.find("no-folders")).toMatchObject({
    isFirst: true,
    title: `Memory on port ${port} has no folder open.`,
  });
});

test("symlink-folder: the lock names the folder by a link", async () => {
  await using stage = await Stage.make();
  await symlink(stage.folder, stage.path("link"));
  const port = await stage.listen((socket) => socket.destroy());
  await stage.lock(port, { workspaceFolders: [stage.path("link")] });
  expect(await stage.find("symlink-folder", { cwd: stage.path("link") })).toMatchObject({
    isFirst: true,
    detail: expect.stringMatching(/~\/link.*~\/project/),
  });
});

test("several-editors: two fit, and one of them leads nowhere", async () => {
  await using stage = await Stage.make();
  const first = await stage.editor();
  const port = await stage.closedPort();
  const file = await stage.lock(port);
  await utimes(file, 1_700_000_000, 1_700_000_000);
  expect(await stage.find("several-editors", { root: "/" })).toMatchObject({
    isFirst: true,
    title: "Two editors fit this folder, so Claude Code picks none.",
    detail: expect.stringContaining(`Nothing answers at port ${port}.`),
    advice: [{}, { command: `tandem claude --port ${first.port}` }],
    fixes: [{ path: file }],
  });
});

test("several-editors: two real ones", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  await stage.editor();
  expect(await stage.find("several-editors")).toMatchObject({ isFirst: true, severity: "fault", fixes: [] });
});

test("counted-twice: the same lock in two directories that are read", async () => {
  await using stage = await Stage.make();
  const { port, authToken } = await stage.editor();
  await stage.lock(port, { authToken, ideName: "Memory" }, "other");
  const env = { CLAUDE_CONFIG_DIR: stage.path("other") };
  expect(await stage.find("counted-twice", { env })).toMatchObject({ isFirst: true, severity: "fault" });
});

test("other-config-directory: an older release looks only where the variable says", async () => {
  await using stage = await Stage.make();
  await stage.program("claude", claudeScript("2.1.112", "default"));
  const { port } = await stage.editor();
  const env = { CLAUDE_CONFIG_DIR: stage.path("other") };
  expect(await stage.find("other-config-directory", { env })).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `CLAUDE_CONFIG_DIR hides Memory on port ${port} from Claude Code.`,
  });
  await stage.program("claude", claudeScript("2.1.325"));
  expect((await stage.examine({ env })).isHealthy).toBe(true);
});

test("unread-directory: the lock is where Claude Code never looks", async () => {
  await using stage = await Stage.make();
  const port = await stage.listen((socket) => socket.destroy());
  await stage.lock(port, {}, ".config/claude");
  expect(await stage.find("unread-directory")).toMatchObject({
    isFirst: true,
    detail: expect.stringMatching(/~\/\.config\/claude\/ide.*~\/\.claude\/ide/),
  });
});

test("old-transport: the lock does not say ws", async () => {
  await using stage = await Stage.make();
  await stage.lock(await stage.listen(), { transport: undefined });
  expect(await stage.find("old-transport")).toMatchObject({ isFirst: true });
});

test("ide-terminal: the terminal is another editor's", async () => {
  await using stage = await Stage.make();
  const { port, authToken } = await stage.editor();
  // A process that lives and is not above this one, as it would be where the test's own process serves.
  await stage.lock(port, { authToken, pid: stage.livingPid() });
  expect(await stage.find("ide-terminal", { env: { TERM_PROGRAM: "vscode" } })).toMatchObject({
    isFirst: true,
    advice: [{ command: `tandem claude --port ${port}` }, {}],
  });
  // Release 1.0.128 takes no other editor there, even when it is named.
  await stage.program("claude", claudeScript("1.0.128", "default"));
  const found = await stage.find("ide-terminal", { env: { TERM_PROGRAM: "vscode" } });
  expect(found?.advice).toEqual([{ words: "Use a terminal outside of the IDE." }]);
});

test("lock-broken: the file holds something else", async () => {
  await using stage = await Stage.make();
  const file = await stage.lock(41234, "{");
  expect(await stage.find("lock-broken")).toMatchObject({
    isFirst: true,
    title: "~/.claude/ide/41234.lock does not hold a lock.",
    fixes: [{ path: file }],
  });
});

test("odd-file: a name that is no port", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  await stage.write(".claude/ide/neovim.lock", "{}");
  expect(await stage.find("odd-file")).toMatchObject({ severity: "note" });
});

test("not-joined: what no diagnosis names is told in the client's own words", async () => {
  await using stage = await Stage.make();
  await stage.editor();
  const { facts } = await stage.examine();
  const { diagnose } = await import("./index.js");
  const choice = { code: "no-match", reason: "Because." } as const;
  expect(diagnose({ ...facts, choice })).toMatchObject([
    { id: "not-joined", detail: "Because." },
    { id: "ide-flag" },
    { id: "mode-unset" },
  ]);
});

const onLinux = test.skipIf(process.platform !== "linux");

test("other-port: the variable picks an editor with another folder, beside one with this folder", async () => {
  await using stage = await Stage.make();
  const other = await stage.editor([stage.path("bin")]);
  const env = { CLAUDE_CODE_SSE_PORT: String(other.port) };
  expect(await stage.find("other-port", { env })).toMatchObject({ severity: "note" });
  const { port } = await stage.editor();
  expect(await stage.find("other-port", { env })).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: `CLAUDE_CODE_SSE_PORT picks Memory on port ${other.port}, not Memory on port ${port}.`,
    advice: [{ command: "unset CLAUDE_CODE_SSE_PORT" }],
  });
});

test("port-closed: the lock was renamed, and names the right port inside", async () => {
  await using stage = await Stage.make();
  const port = await stage.closedPort();
  await stage.lock(port, { port: 41234 });
  expect(await stage.find("port-closed")).toMatchObject({
    isFirst: true,
    title: `The lock of Ed on port ${port} names port 41234 inside.`,
  });
});

test("lock-unreadable: a pipe and a link to nowhere among the locks keep nobody waiting", async () => {
  await using stage = await Stage.make();
  await mkdir(stage.path(".claude/ide"), { recursive: true, mode: 0o700 });
  await symlink("nowhere", stage.path(".claude/ide/41234.lock"));
  expect(await stage.find("lock-unreadable")).toMatchObject({
    isFirst: true,
    title: "~/.claude/ide/41234.lock is a link that leads nowhere.",
    advice: [{ command: "rm ~/.claude/ide/41234.lock" }, {}],
    fixes: [],
  });
  await rm(stage.path(".claude/ide/41234.lock"));
  execFileSync("mkfifo", [stage.path(".claude/ide/41235.lock")]);
  expect(await stage.find("lock-unreadable")).toMatchObject({
    isFirst: true,
    title: "~/.claude/ide/41235.lock is not a regular file.",
  });
});

onLinux("lock-broken: the lock of an editor that listens is not offered for removal", async () => {
  await using stage = await Stage.make();
  await stage.lock(await stage.listen(), "\uFEFF{}");
  expect(await stage.find("lock-broken", { root: "/" })).toMatchObject({ isFirst: true, fixes: [] });
});
