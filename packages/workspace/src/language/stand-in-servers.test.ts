/** Behaviour that no real server can be made to show, with a fake one. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Clock } from "@tandem-ide/base";
import { expect, test } from "vitest";
import { startServers, timeLimits } from "../testing/language/start-servers.js";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { restartDelays } from "./supervisor.js";
import type { Limits } from "./types.js";

const script = fileURLToPath(new URL("../testing/language/stand-in-server.mjs", import.meta.url));

/** A clock that shortens waits to a thousandth. */
const acceleratedClock: Clock = {
  now: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms / 1000);
    return () => clearTimeout(timer);
  },
};

/** The deadlines without this shortening. */
const originalDeadlines = { initializeMs: 30_000_000, stopMs: 2_000_000 };

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

test("restarts a stand-in that crashes at startup with increasing delays, then gives up and reports its output", async () => {
  const { servers, entries, path, lines } = standIn("crash", { clock: acceleratedClock, limits: originalDeadlines });
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toEqual({
    files: [{ path, diagnostics: [] }],
    isCurrent: false,
  });
  expect(servers.status()).toMatchObject([
    { server: "stand-in", state: "failed", restarts: 5, lastError: expect.stringContaining("no licence found") },
  ]);
  expect(lines().filter((line) => line.startsWith("started"))).toHaveLength(restartDelays.length + 1);
  const logged = entries.filter(({ level }) => level === "warn" || level === "error").map(({ message }) => message);
  expect(logged.map((message) => /(Restarting in [\d.]+ s|Gave up)/.exec(message)?.[0])).toEqual([
    "Restarting in 0.5 s",
    "Restarting in 1 s",
    "Restarting in 2 s",
    "Restarting in 4 s",
    "Restarting in 8 s",
    "Gave up",
  ]);
  servers.restart("stand-in");
  await expect.poll(() => lines().length).toBe(2 * (restartDelays.length + 1));
});

test("ends a stand-in that never answers initialize, without delaying requests", async () => {
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
  await expect.poll(lines).toHaveLength(1);
  timeIsUp?.();
  await expect.poll(() => servers.status()[0]?.lastError).toContain("No response within 12345 ms");
  const pid = Number(lines()[0]?.split(" ")[1]);
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});

test("kills a stand-in that ignores shutdown", async () => {
  const { servers, path, lines } = standIn("stubborn", { limits: { stopMs: 200 } });
  servers.opened({ path, languageId: "todo", version: 0, text: () => "" });
  await expect.poll(() => servers.status()[0]?.state).toBe("running");
  const pid = Number(lines()[0]?.split(" ")[1]);
  await servers.close();
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});

test("doesn't use a stand-in with another position encoding", async () => {
  const { servers, path } = standIn("utf-8", { clock: acceleratedClock, limits: originalDeadlines });
  expect((await servers.diagnostics(path, timeLimits.warmUp())).isCurrent).toBe(false);
  expect(servers.status()[0]?.lastError).toContain("the position encoding utf-8");
});

test("waits for the push of the current text from a stand-in with versions", async () => {
  const { servers, path } = standIn("push");
  const todo = { code: "todo", severity: "Warning", range: { start: { line: 1, character: 0 } } };
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toMatchObject({
    files: [{ diagnostics: [todo] }],
    isCurrent: true,
  });
  for (let round = 0; round < 20; round++) {
    writeFileSync(path, `${round}\n`);
    expect(await servers.diagnostics(path, timeLimits.warmUp())).toEqual({
      files: [{ path, diagnostics: [] }],
      isCurrent: true,
    });
    writeFileSync(path, `${round}\nTODO\n`);
    expect(await servers.diagnostics(path, timeLimits.warmUp())).toMatchObject({
      files: [{ diagnostics: [todo] }],
      isCurrent: true,
    });
  }
});

test("doesn't use the push of an older text from a stand-in", async () => {
  const { servers, path } = standIn("late");
  expect(await servers.diagnostics(path, AbortSignal.timeout(1500))).toEqual({
    files: [{ path, diagnostics: [] }],
    isCurrent: false,
  });
});

test("answers every request of a stand-in, and pulls once it registers for it", async () => {
  const { servers, folder, path, lines } = standIn("asks");
  servers.opened({ path, languageId: "todo", version: 0, text: () => "TODO" });
  await expect.poll(lines).toContain("asked all");
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
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toMatchObject({
    files: [{ path, diagnostics: [{ code: "todo" }] }],
    isCurrent: true,
  });
  expect(lines()).toContain("pull todo");
});

test("uses partial results of a stand-in that keeps workspace/diagnostic open", async () => {
  const far = "file:///somewhere/far.todo";
  const { servers, path } = standIn("workspace", { more: [far] });
  await servers.diagnostics(path, timeLimits.warmUp());
  const all = await servers.diagnostics(undefined, timeLimits.warmUp());
  expect(all).toMatchObject({
    isCurrent: true,
    files: [
      { path: "/somewhere/far.todo", diagnostics: [{ message: "far away", severity: "Error" }] },
      { path, diagnostics: [{ code: "todo" }] },
    ],
  });
});

test("limits the files open in a stand-in that aren't open in the editor", async () => {
  const { servers, folder, path, lines } = standIn("push", { limits: { files: 2 } });
  servers.opened({ path, languageId: "todo", version: 0, text: () => "TODO" });
  for (const name of ["1.todo", "2.todo", "3.todo", "4.todo"])
    await servers.diagnostics(writeTo(folder, name, "TODO"), timeLimits.warmUp());
  await expect.poll(() => lines().filter((line) => line === "close")).toHaveLength(2);
  const { files } = await servers.diagnostics(undefined, timeLimits.warmUp());
  expect(files.map((file) => file.path.slice(folder.length + 1)).sort()).toEqual(["3.todo", "4.todo", "list.todo"]);
});

test("reports the status of a restarted stand-in and sends its texts again", async () => {
  const { servers, path, lines } = standIn("push");
  const states: string[] = [];
  const stop = servers.onStatusChanged(() => states.push(servers.status()[0]?.state ?? "none"));
  await servers.diagnostics(path, timeLimits.warmUp());
  servers.restart();
  await expect.poll(() => servers.status()[0]).toMatchObject({ state: "running", restarts: 1 });
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toMatchObject({
    files: [{ diagnostics: [{ code: "todo" }] }],
    isCurrent: true,
  });
  expect(lines().filter((line) => line.startsWith("open"))).toHaveLength(2);
  stop();
  expect([...new Set(states)]).toEqual(["starting", "running", "waiting"]);
});

test("reports a program that can't be started", async () => {
  const folder = temporaryDirectory();
  const command = writeTo(folder, "not-a-program.js", "process.exit(0)");
  const path = writeTo(folder, "a.todo", "");
  const { servers } = startServers({
    folders: [folder],
    clock: acceleratedClock,
    limits: originalDeadlines,
    settings: { servers: { broken: { command, extensions: [".todo"] } } },
    mayRunFromWorkspace: true,
  });
  expect((await servers.diagnostics(path, timeLimits.warmUp())).isCurrent).toBe(false);
  expect(servers.status()).toMatchObject([{ state: "failed", lastError: expect.stringMatching(/EACCES|ended with/) }]);
});
