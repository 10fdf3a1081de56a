/** Answers about texts, files or servers that no longer exist, with fake servers where no real one does this. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toFileUri } from "@tandem-ide/protocol";
import { expect, test } from "vitest";
import { startServers, timeLimits } from "../testing/language/start-servers.js";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";

const script = fileURLToPath(new URL("../testing/language/stand-in-server.mjs", import.meta.url));

function standIn(way: string, extension = ".todo", more: readonly string[] = []) {
  const notes = join(temporaryDirectory(), "notes");
  const lines = () => (existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n") : []);
  const server = { command: process.execPath, args: [script, way, notes, ...more], extensions: [extension] };
  return { server: { ...server, languages: [extension.slice(1)], startsBeforeTrust: true }, lines };
}

const todo = { files: [{ diagnostics: [{ code: "todo" }] }], isCurrent: true };

test("includes a file changed on disk that is the first of its language", async () => {
  const folder = temporaryDirectory();
  const settings = { servers: { one: standIn("push").server, two: standIn("push", ".later").server } };
  const { servers } = startServers({ folders: [folder], settings });
  await servers.diagnostics(writeTo(folder, "clean.todo", "nothing\n"), timeLimits.warmUp());
  const path = writeTo(folder, "first.later", "TODO\n");
  expect(await servers.diagnostics(undefined, timeLimits.warmUp())).toMatchObject({ ...todo, files: [{ path }] });
});

test("removes the diagnostics of a deleted file that wasn't open in the server", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "nothing\n");
  const inFolder = writeTo(folder, "old/maybe.todo", "\n");
  const { server } = standIn("workspace", ".todo", [toFileUri(inFolder)]);
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  await servers.diagnostics(path, timeLimits.warmUp());
  expect((await servers.diagnostics(undefined, timeLimits.warmUp())).files).toMatchObject([{ path: inFolder }]);
  rmSync(join(folder, "old"), { recursive: true });
  expect((await servers.diagnostics(undefined, timeLimits.warmUp())).files).toEqual([]);
});

test("ignores late diagnostics of a closed text", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "TODO\n");
  const { server, lines } = standIn("after close");
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toMatchObject(todo);
  rmSync(path);
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toMatchObject({ files: [{ diagnostics: [] }] });
  await expect.poll(lines).toContain("close");
  // Messages arrive in order, so after the response about another file, the late one has arrived too.
  await servers.diagnostics(writeTo(folder, "other.todo", "nothing\n"), timeLimits.warmUp());
  expect(await servers.diagnostics(undefined, timeLimits.warmUp())).toEqual({ files: [], isCurrent: true });
});

test("ignores a slow answer about an older text", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "TODO\n");
  const { server, lines } = standIn("slow");
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  const first = servers.diagnostics(path, timeLimits.warmUp());
  await expect.poll(lines).toContain("pull");
  writeFileSync(path, "done\n");
  const clean = { files: [{ path, diagnostics: [] }] };
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toEqual({ ...clean, isCurrent: true });
  expect(await first).toEqual({ ...clean, isCurrent: false });
  expect(await servers.diagnostics(path, AbortSignal.abort())).toEqual({ ...clean, isCurrent: false });
});

test("removes diagnostics of unfollowed files after a crash", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "TODO\n");
  const { server, lines } = standIn("once", ".todo", ["file:///somewhere/far.todo"]);
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  await servers.diagnostics(path, timeLimits.warmUp());
  expect((await servers.diagnostics(undefined, timeLimits.warmUp())).files).toHaveLength(2);
  process.kill(Number(/\d+/.exec(lines()[0] ?? "")?.[0]), "SIGKILL");
  await expect.poll(() => servers.status()[0]).toMatchObject({ state: "running", restarts: 1 });
  expect(await servers.diagnostics(undefined, timeLimits.warmUp())).toMatchObject({
    files: [{ path }],
    isCurrent: true,
  });
});

test("a request to a pushing server ends when that server is stopped", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "TODO\n");
  const { server, lines } = standIn("silent");
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toMatchObject(todo);
  writeFileSync(path, "TODO again\n");
  const asking = servers.diagnostics(path, new AbortController().signal);
  await expect.poll(lines).toContain("change 2");
  await servers.close();
  expect(await asking).toMatchObject({ isCurrent: false });
});

test("closing the servers leaves no timer that keeps the process alive", async () => {
  const pending = new Set<object>();
  const clock = {
    now: () => performance.now(),
    after(ms: number, task: () => void) {
      const entry = {};
      pending.add(entry);
      const timer = setTimeout(() => {
        pending.delete(entry);
        task();
      }, ms);
      return () => {
        pending.delete(entry);
        clearTimeout(timer);
      };
    },
  };
  const folder = temporaryDirectory();
  const missing = { command: "a-program-that-is-not-there", extensions: [".later"], languages: ["later"] };
  const settings = { servers: { one: standIn("push").server, two: missing } };
  const { servers } = startServers({ folders: [folder], settings, clock });
  await servers.diagnostics(writeTo(folder, "a.todo", "TODO\n"), timeLimits.warmUp());
  await servers.diagnostics(writeTo(folder, "a.later", "\n"), timeLimits.warmUp());
  await servers.diagnostics(undefined, timeLimits.warmUp());
  await servers.close();
  expect(pending.size).toBe(0);
});

test("doesn't report a missing server for a removed folder", async () => {
  const [gone, stays] = [temporaryDirectory(), temporaryDirectory()];
  const missing = { command: "a-program-that-is-not-there", extensions: [".later"], languages: ["later"] };
  const { servers } = startServers({ folders: [gone, stays], settings: { servers: { two: missing } } });
  for (const folder of [gone, stays]) await servers.diagnostics(writeTo(folder, "a.later", ""), timeLimits.warmUp());
  servers.setFolders([stays]);
  expect(servers.status()).toMatchObject([{ state: "missing", root: stays }]);
});
