/** What no real server can be brought to do, with a stand-in for one. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Clock } from "@tandem/base";
import { expect, test } from "vitest";
import { startServers } from "../testing/language/start-servers.js";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { restartDelays } from "./supervisor.js";
import type { Limits } from "./types.js";

const script = fileURLToPath(new URL("../testing/language/stand-in-server.mjs", import.meta.url));

/** Waits a thousandth of the time, so that pauses are over soon. */
const hurried: Clock = {
  now: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms / 1000);
    return () => clearTimeout(timer);
  },
};

/** The deadlines as they would be without hurry. */
const unhurried = { initializeMs: 30_000_000, stopMs: 2_000_000 };

function standIn(
  way: string,
  { clock, limits, more = [] }: { clock?: Clock; limits?: Partial<Limits>; more?: string[] } = {},
) {
  const folder = temporaryDirectory();
  const notes = join(temporaryDirectory(), "notes");
  const path = writeTo(folder, "list.todo", "one\nTODO two\n");
  const server = {
    command: process.execPath,
    args: [script, way, notes, ...more],
    extensions: [".todo"],
    languages: ["todo"],
    startsBeforeTrust: true,
    settings: { todo: { words: ["TODO"] } },
  };
  const started = startServers({
    folders: [folder],
    settings: { servers: { "stand-in": server } },
    ...(clock && { clock }),
    ...(limits && { limits }),
  });
  const lines = () => (existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n") : []);
  return { ...started, folder, path, lines };
}

const longEnough = () => AbortSignal.timeout(10_000);

test("a stand-in that crashes at its start is started again with growing pauses, then given up, and its last words are told", async () => {
  const { servers, entries, path, lines } = standIn("crash", { clock: hurried, limits: unhurried });
  expect(await servers.diagnostics(path, longEnough())).toEqual({
    files: [{ path, diagnostics: [] }],
    isCurrent: false,
  });
  expect(servers.status()).toMatchObject([
    { server: "stand-in", state: "failed", restarts: 5, lastError: expect.stringContaining("no licence found") },
  ]);
  expect(lines().filter((line) => line.startsWith("started"))).toHaveLength(restartDelays.length + 1);
  const told = entries.filter(({ level }) => level === "warn" || level === "error").map(({ message }) => message);
  expect(told.map((message) => /(started again in [\d.]+ s|given up)/.exec(message)?.[0])).toEqual([
    "started again in 0.5 s",
    "started again in 1 s",
    "started again in 2 s",
    "started again in 4 s",
    "started again in 8 s",
    "given up",
  ]);
  servers.restart("stand-in");
  await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(2 * (restartDelays.length + 1));
});

test("a stand-in that never answers initialize is ended in time, and questions do not wait for it", async () => {
  let timeIsUp: (() => void) | undefined;
  const clock: Clock = {
    now: () => performance.now(),
    after(ms, task) {
      if (ms === 12_345) timeIsUp = task;
      return () => {};
    },
  };
  const { servers, path, lines } = standIn("mute", { clock, limits: { initializeMs: 12_345 } });
  const answer = servers.diagnostics(path, AbortSignal.timeout(400));
  expect(await answer).toEqual({ files: [{ path, diagnostics: [] }], isCurrent: false });
  await expect.poll(lines, { timeout: 10_000 }).toHaveLength(1);
  timeIsUp?.();
  await expect.poll(() => servers.status()[0]?.lastError, { timeout: 5000 }).toContain("No answer within 12345 ms");
  const pid = Number(lines()[0]?.split(" ")[1]);
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});

test("a stand-in that ignores shutdown is killed", async () => {
  const { servers, path, lines } = standIn("stubborn", { limits: { stopMs: 200 } });
  servers.opened({ path, languageId: "todo", version: 0, text: () => "" });
  await expect.poll(() => servers.status()[0]?.state, { timeout: 5000 }).toBe("running");
  const pid = Number(lines()[0]?.split(" ")[1]);
  await servers.close();
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});

test("a stand-in that counts columns in another way is not used", async () => {
  const { servers, path } = standIn("utf-8", { clock: hurried, limits: unhurried });
  expect((await servers.diagnostics(path, longEnough())).isCurrent).toBe(false);
  expect(servers.status()[0]?.lastError).toContain("It counts columns as utf-8");
});

test("a stand-in that is pushed to us with versions: the push of this text is waited for", async () => {
  const { servers, path } = standIn("push");
  const todo = { code: "todo", severity: "Warning", range: { start: { line: 1, character: 0 } } };
  expect(await servers.diagnostics(path, longEnough())).toMatchObject({
    files: [{ diagnostics: [todo] }],
    isCurrent: true,
  });
  for (let round = 0; round < 20; round++) {
    writeFileSync(path, `${round}\n`);
    expect(await servers.diagnostics(path, longEnough())).toEqual({
      files: [{ path, diagnostics: [] }],
      isCurrent: true,
    });
    writeFileSync(path, `${round}\nTODO\n`);
    expect(await servers.diagnostics(path, longEnough())).toMatchObject({
      files: [{ diagnostics: [todo] }],
      isCurrent: true,
    });
  }
});

test("a stand-in that pushes about the text before only: that is not taken for an answer", async () => {
  const { servers, path } = standIn("late");
  expect(await servers.diagnostics(path, AbortSignal.timeout(1500))).toEqual({
    files: [{ path, diagnostics: [] }],
    isCurrent: false,
  });
});

test("a stand-in that asks for everything gets an answer each time, and is pulled from once it registers that", async () => {
  const { servers, folder, path, lines } = standIn("asks");
  servers.opened({ path, languageId: "todo", version: 0, text: () => "TODO" });
  await expect.poll(lines, { timeout: 5000 }).toContain("asked all");
  const answers = Object.fromEntries(
    lines().map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
  );
  expect(answers).toMatchObject({
    "client/registerCapability": "null",
    "workspace/configuration": '[["TODO"],null]',
    "workspace/workspaceFolders": expect.stringContaining(folder),
    "window/workDoneProgress/create": "null",
    "workspace/diagnostic/refresh": "null",
    "workspace/applyEdit": expect.stringContaining('"applied":false'),
    "window/showMessageRequest": "null",
  });
  // The first pull is refused with "ask again".
  expect(await servers.diagnostics(path, longEnough())).toMatchObject({
    files: [{ path, diagnostics: [{ code: "todo" }] }],
    isCurrent: true,
  });
  expect(lines()).toContain("pull todo");
});

test("a stand-in that holds workspace/diagnostic open: what it told so far is answered, without waiting for its end", async () => {
  const far = "file:///somewhere/far.todo";
  const { servers, path } = standIn("workspace", { more: [far] });
  await servers.diagnostics(path, longEnough());
  const all = await servers.diagnostics(undefined, longEnough());
  expect(all).toMatchObject({
    isCurrent: true,
    files: [
      { path: "/somewhere/far.todo", diagnostics: [{ message: "far away", severity: "Error" }] },
      { path, diagnostics: [{ code: "todo" }] },
    ],
  });
});

test("a stand-in has only so many files open that the editor has not: those asked about last", async () => {
  const { servers, folder, path, lines } = standIn("push", { limits: { files: 2 } });
  servers.opened({ path, languageId: "todo", version: 0, text: () => "TODO" });
  for (const name of ["1.todo", "2.todo", "3.todo", "4.todo"])
    await servers.diagnostics(writeTo(folder, name, "TODO"), longEnough());
  await expect.poll(() => lines().filter((line) => line === "close")).toHaveLength(2);
  const { files } = await servers.diagnostics(undefined, longEnough());
  expect(files.map((file) => file.path.slice(folder.length + 1)).sort()).toEqual(["3.todo", "4.todo", "list.todo"]);
});

test("a stand-in that is restarted: the status is told, and its texts are told anew", async () => {
  const { servers, path, lines } = standIn("push");
  const states: string[] = [];
  const stop = servers.onStatusChanged(() => states.push(servers.status()[0]?.state ?? "none"));
  await servers.diagnostics(path, longEnough());
  servers.restart();
  await expect.poll(() => servers.status()[0], { timeout: 10_000 }).toMatchObject({ state: "running", restarts: 1 });
  expect(await servers.diagnostics(path, longEnough())).toMatchObject({
    files: [{ diagnostics: [{ code: "todo" }] }],
    isCurrent: true,
  });
  expect(lines().filter((line) => line.startsWith("open"))).toHaveLength(2);
  stop();
  expect([...new Set(states)]).toEqual(["starting", "running", "waiting"]);
});

test("a program that cannot be started is told in words", async () => {
  const folder = temporaryDirectory();
  const command = writeTo(folder, "not-a-program.js", "process.exit(0)");
  const path = writeTo(folder, "a.todo", "");
  const { servers } = startServers({
    folders: [folder],
    clock: hurried,
    limits: unhurried,
    settings: { servers: { broken: { command, extensions: [".todo"] } } },
    mayRunFromWorkspace: true,
  });
  expect((await servers.diagnostics(path, longEnough())).isCurrent).toBe(false);
  expect(servers.status()).toMatchObject([{ state: "failed", lastError: expect.stringMatching(/EACCES|ended with/) }]);
});
