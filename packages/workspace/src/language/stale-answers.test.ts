/** Answers that were about texts, files or servers that are no more; with stand-ins where no real server does it. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toFileUri } from "@tandem/protocol";
import { expect, test } from "vitest";
import { startServers } from "../testing/language/start-servers.js";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";

const script = fileURLToPath(new URL("../testing/language/stand-in-server.mjs", import.meta.url));

function standIn(way: string, extension = ".todo", more: readonly string[] = []) {
  const notes = join(temporaryDirectory(), "notes");
  const lines = () => (existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n") : []);
  const server = { command: process.execPath, args: [script, way, notes, ...more], extensions: [extension] };
  return { server: { ...server, languages: [extension.slice(1)], startsBeforeTrust: true }, lines };
}

const longEnough = () => AbortSignal.timeout(10_000);
const todo = { files: [{ diagnostics: [{ code: "todo" }] }], isCurrent: true };

test("a file changed on disk that is the first of its language is in the answer about all", async () => {
  const folder = temporaryDirectory();
  const settings = { servers: { one: standIn("push").server, two: standIn("push", ".later").server } };
  const { servers } = startServers({ folders: [folder], settings });
  await servers.diagnostics(writeTo(folder, "clean.todo", "nothing\n"), longEnough());
  const path = writeTo(folder, "first.later", "TODO\n");
  expect(await servers.diagnostics(undefined, longEnough())).toMatchObject({ ...todo, files: [{ path }] });
});

test("a file that only the server knew and that is deleted does not keep its diagnostics", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "nothing\n");
  const inFolder = writeTo(folder, "old/maybe.todo", "\n");
  const { server } = standIn("workspace", ".todo", [toFileUri(inFolder)]);
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  await servers.diagnostics(path, longEnough());
  expect((await servers.diagnostics(undefined, longEnough())).files).toMatchObject([{ path: inFolder }]);
  rmSync(join(folder, "old"), { recursive: true });
  expect((await servers.diagnostics(undefined, longEnough())).files).toEqual([]);
});

test("what comes late about a text that was closed is not kept", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "TODO\n");
  const { server, lines } = standIn("after close");
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  expect(await servers.diagnostics(path, longEnough())).toMatchObject(todo);
  rmSync(path);
  expect(await servers.diagnostics(path, longEnough())).toMatchObject({ files: [{ diagnostics: [] }] });
  await expect.poll(lines, { timeout: 10_000 }).toContain("close");
  // Messages come in order, so after the answer about another file the late one is here.
  await servers.diagnostics(writeTo(folder, "other.todo", "nothing\n"), longEnough());
  expect(await servers.diagnostics(undefined, longEnough())).toEqual({ files: [], isCurrent: true });
});

test("a slow answer about the text before does not replace the newer one", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "TODO\n");
  const { server, lines } = standIn("slow");
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  const first = servers.diagnostics(path, longEnough());
  await expect.poll(lines, { timeout: 10_000 }).toContain("pull");
  writeFileSync(path, "done\n");
  const clean = { files: [{ path, diagnostics: [] }] };
  expect(await servers.diagnostics(path, longEnough())).toEqual({ ...clean, isCurrent: true });
  expect(await first).toEqual({ ...clean, isCurrent: false });
  expect(await servers.diagnostics(path, AbortSignal.abort())).toEqual({ ...clean, isCurrent: false });
});

test("what a server said before it crashed about a file that nobody follows is not kept", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "TODO\n");
  const { server, lines } = standIn("once", ".todo", ["file:///somewhere/far.todo"]);
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  await servers.diagnostics(path, longEnough());
  expect((await servers.diagnostics(undefined, longEnough())).files).toHaveLength(2);
  process.kill(Number(/\d+/.exec(lines()[0] ?? "")?.[0]), "SIGKILL");
  await expect.poll(() => servers.status()[0], { timeout: 10_000 }).toMatchObject({ state: "running", restarts: 1 });
  expect(await servers.diagnostics(undefined, longEnough())).toMatchObject({ files: [{ path }], isCurrent: true });
});

test("a question to a server that pushes does not wait for ever when that server is stopped", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "list.todo", "TODO\n");
  const { server, lines } = standIn("silent");
  const { servers } = startServers({ folders: [folder], settings: { servers: { one: server } } });
  expect(await servers.diagnostics(path, longEnough())).toMatchObject(todo);
  writeFileSync(path, "TODO again\n");
  const asking = servers.diagnostics(path, new AbortController().signal);
  await expect.poll(lines, { timeout: 10_000 }).toContain("change 2");
  await servers.close();
  expect(await asking).toMatchObject({ isCurrent: false });
});

test("no timer is left that keeps the process alive when the servers are closed", async () => {
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
  await servers.diagnostics(writeTo(folder, "a.todo", "TODO\n"), longEnough());
  await servers.diagnostics(writeTo(folder, "a.later", "\n"), longEnough());
  await servers.diagnostics(undefined, longEnough());
  await servers.close();
  expect(pending.size).toBe(0);
});

test("a folder that has gone is not said to lack a server any more", async () => {
  const [gone, stays] = [temporaryDirectory(), temporaryDirectory()];
  const missing = { command: "a-program-that-is-not-there", extensions: [".later"], languages: ["later"] };
  const { servers } = startServers({ folders: [gone, stays], settings: { servers: { two: missing } } });
  for (const folder of [gone, stays]) await servers.diagnostics(writeTo(folder, "a.later", ""), longEnough());
  servers.setFolders([stays]);
  expect(servers.status()).toMatchObject([{ state: "missing", root: stays }]);
});
