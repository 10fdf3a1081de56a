/** Faults of locks and of their processes. */
import { mkdir, symlink, utimes } from "node:fs/promises";
import { expect, test } from "vitest";
import { overview } from "../examine.js";
import { claudeScript, deadPid, Fixture } from "../testing/fixture.js";

test("no-editor: there are no locks", async () => {
  await using fixture = await Fixture.make();
  expect(await fixture.find("no-editor")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: "No editor is running that Claude Code can connect to.",
  });
});

test("healthy: an editor for this folder, and only notes", async () => {
  await using fixture = await Fixture.make();
  const endpoint = await fixture.editor();
  const { isHealthy, summary, findings } = await fixture.examine();
  expect(findings.map(({ id }) => id)).toEqual(["ide-flag", "mode-unset"]);
  expect(isHealthy).toBe(true);
  expect(summary).toBe(`claude --ide (2.1.325) connects to Memory on port ${endpoint.port}, but without reviews.`);
});

test("the overview counts locks by directory, and a copy isn't another editor", async () => {
  await using fixture = await Fixture.make();
  await mkdir(fixture.path(".config/claude/ide"), { recursive: true, mode: 0o700 });
  const ports = [await fixture.editor(), await fixture.editor()].map(({ port }) => port).sort();
  const locks = new Map(overview((await fixture.examine()).facts)).get("Locks") ?? "";
  const [counted = "", named = ""] = locks.split(": ");
  expect(counted).toBe("2 in ~/.claude/ide and 2 in ~/.config/claude/ide");
  expect([...named.matchAll(/Memory on port (\d+)/g)].map(([, port]) => Number(port)).sort()).toEqual(ports);
});

test("the overview shows what workspace requests can do in each editor", async () => {
  await using fixture = await Fixture.make();
  const [first, second] = [
    await fixture.editor([fixture.folder], { workspaceRequests: "write" }),
    await fixture.editor(),
  ];
  await fixture.lock(await fixture.closedPort(), {});
  const { facts } = await fixture.examine();
  expect(facts.locks.map(({ workspaceRequests }) => workspaceRequests).sort()).toEqual(["ask", "write", undefined]);
  const shown = new Map(overview(facts)).get("Requests") ?? "";
  expect(shown).toMatch(/^workspace requests: .* and /);
  expect(shown).toContain(`write without asking (Memory on port ${first.port})`);
  expect(shown).toContain(`ask first (Memory on port ${second.port})`);
});

test("editor-gone: its process has exited, but its lock remains", async () => {
  await using fixture = await Fixture.make();
  const port = await fixture.closedPort();
  const file = await fixture.lock(port, { pid: await fixture.endedPid() });
  expect(await fixture.find("editor-gone")).toMatchObject({
    isFirst: true,
    severity: "fault",
    title: `Ed on port ${port} is gone, but its lock file is still there.`,
    fixes: [{ kind: "remove-lock", path: file, port }],
  });
});

test("editor-gone: several are a note if another editor works", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  for (let count = 0; count < 2; count++) await fixture.lock(await fixture.closedPort(), { pid: deadPid });
  expect(await fixture.find("editor-gone")).toMatchObject({
    severity: "note",
    title: expect.stringMatching(/^Two editors are gone/),
  });
  expect((await fixture.examine()).isHealthy).toBe(true);
});

test("editor-gone: comes before an editor with another folder", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor([fixture.path("bin")]);
  await fixture.lock(await fixture.closedPort(), { pid: deadPid });
  const { findings } = await fixture.examine();
  expect(findings.map(({ id }) => id).slice(0, 2)).toEqual(["editor-gone", "wrong-folder"]);
});

test("other-namespace: it answers, but its process ID is unused here", async () => {
  await using fixture = await Fixture.make();
  const { port, authToken } = await fixture.editor();
  await fixture.lock(port, { pid: deadPid, authToken });
  expect(await fixture.find("other-namespace")).toMatchObject({ isFirst: true, severity: "fault" });
  expect(await fixture.find("editor-gone")).toBeUndefined();
});

test("pid-reused: the process is newer than the lock, and nothing answers", async () => {
  await using fixture = await Fixture.make();
  const port = await fixture.closedPort();
  const file = await fixture.lock(port);
  await utimes(file, 1_700_000_000, 1_700_000_000);
  expect(await fixture.find("pid-reused", { root: "/" })).toMatchObject({
    isFirst: true,
    title: `Ed on port ${port} is gone; another program has its process ID.`,
    fixes: [{ path: file }],
  });
});

test("port-closed: the process is alive, but nothing answers", async () => {
  await using fixture = await Fixture.make();
  const port = await fixture.closedPort();
  await fixture.lock(port);
  expect(await fixture.find("port-closed", { root: "/" })).toMatchObject({
    isFirst: true,
    title: `Ed on port ${port} is running, but nothing answers on that port.`,
    fixes: [],
  });
});

test("wrong-folder: the editor has another folder open", async () => {
  await using fixture = await Fixture.make();
  const { port } = await fixture.editor([fixture.path("bin")]);
  expect(await fixture.find("wrong-folder")).toMatchObject({
    isFirst: true,
    title: `Memory on port ${port} has a different folder open.`,
    detail: expect.stringContaining("~/bin"),
    advice: [{ command: "cd ~/bin" }, { command: "tandem serve" }],
  });
});

test("folder-below: the editor has a subfolder of this folder open", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  expect(await fixture.find("folder-below", { cwd: fixture.home })).toMatchObject({
    isFirst: true,
    advice: [{ command: "cd ~/project" }, {}],
  });
});

test("no-folders: the editor has no folder open", async () => {
  await using fixture = await Fixture.make();
  const { port } = await fixture.editor([]);
  expect(await fixture.find("no-folders")).toMatchObject({
    isFirst: true,
    title: `Memory on port ${port} has no folder open.`,
  });
});

test("symlink-folder: the lock names a link to the folder", async () => {
  await using fixture = await Fixture.make();
  await symlink(fixture.folder, fixture.path("link"));
  const port = await fixture.listen((socket) => socket.destroy());
  await fixture.lock(port, { workspaceFolders: [fixture.path("link")] });
  expect(await fixture.find("symlink-folder", { cwd: fixture.path("link") })).toMatchObject({
    isFirst: true,
    detail: expect.stringMatching(/~\/link.*~\/project/),
  });
});

test("several-editors: two fit, but nothing answers on one of them", async () => {
  await using fixture = await Fixture.make();
  const first = await fixture.editor();
  const port = await fixture.closedPort();
  const file = await fixture.lock(port);
  await utimes(file, 1_700_000_000, 1_700_000_000);
  expect(await fixture.find("several-editors", { root: "/" })).toMatchObject({
    isFirst: true,
    title: "Two editors match this folder, so Claude Code picks none.",
    detail: expect.stringContaining(`Nothing answers on port ${port}.`),
    advice: [{}, { command: `tandem claude --port ${first.port}` }],
    fixes: [{ path: file }],
  });
});

test("several-editors: two real editors", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  await fixture.editor();
  expect(await fixture.find("several-editors")).toMatchObject({ isFirst: true, severity: "fault", fixes: [] });
});

test("ide-terminal: the terminal belongs to another editor", async () => {
  await using fixture = await Fixture.make();
  const { port, authToken } = await fixture.editor();
  // A live process that isn't an ancestor of this one.
  await fixture.lock(port, { authToken, pid: fixture.livePid() });
  expect(await fixture.find("ide-terminal", { env: { TERM_PROGRAM: "vscode" } })).toMatchObject({
    isFirst: true,
    advice: [{ command: `tandem claude --port ${port}` }, {}],
  });
  // Version 1.0.128 doesn't connect to another editor there, even if it is named.
  await fixture.program("claude", claudeScript("1.0.128", "default"));
  const found = await fixture.find("ide-terminal", { env: { TERM_PROGRAM: "vscode" } });
  expect(found?.advice).toEqual([{ words: "Use a terminal outside that editor." }]);
});

test("not-joined: quotes the client if no diagnosis explains the problem", async () => {
  await using fixture = await Fixture.make();
  await fixture.editor();
  const { facts } = await fixture.examine();
  const { diagnose } = await import("./index.js");
  const choice = { code: "no-match", reason: "Because." } as const;
  expect(diagnose({ ...facts, choice })).toMatchObject([
    { id: "not-joined", detail: "Because." },
    { id: "ide-flag" },
    { id: "mode-unset" },
  ]);
});

test("other-port: the variable picks an editor with another folder although one has this folder", async () => {
  await using fixture = await Fixture.make();
  const other = await fixture.editor([fixture.path("bin")]);
  const env = { CLAUDE_CODE_SSE_PORT: String(other.port) };
  expect(await fixture.find("other-port", { env })).toMatchObject({ severity: "note" });
  const { port } = await fixture.editor();
  expect(await fixture.find("other-port", { env })).toMatchObject({
    isFirst: true,
    severity: "warning",
    title: `CLAUDE_CODE_SSE_PORT picks Memory on port ${other.port}, not Memory on port ${port}.`,
    advice: [{ command: "unset CLAUDE_CODE_SSE_PORT" }],
  });
});

test("port-closed: the lock was renamed, and contains another port", async () => {
  await using fixture = await Fixture.make();
  const port = await fixture.closedPort();
  await fixture.lock(port, { port: 41234 });
  expect(await fixture.find("port-closed")).toMatchObject({
    isFirst: true,
    title: `The lock file of Ed on port ${port} contains port 41234.`,
  });
});
