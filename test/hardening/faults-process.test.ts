/** Faults of the process: killed, stopped and resumed, interrupted during startup. */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, discover } from "@tandem-ide/client";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { temporaryDirectory, until } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { leakedSince, locksIn, put, useFixture } from "./faults/fixture.js";
import { scaled, tally } from "./tally.js";

const fixture = useFixture();

/** The temporary files of writes in progress in a folder. */
function temporaryIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\.tandem-.*\.tmp$/.test(name));
}

test("SIGKILL at any moment, including startup: the next start leaves one lock, and others aren't affected", async () => {
  const configDir = join(temporaryDirectory(), "config");
  const steady = await fixture.start({ configDir });
  const companion = await fixture.companion(steady);
  const attempts = scaled(12, 300);
  let [crashes, leaked] = [0, 0];
  for (let i = 0; i < attempts; i++) {
    const { child } = fixture.spawnServer({ configDir });
    // From before its first line of code to well after its lock exists.
    if (i % 4 === 0) await child.next();
    else await new Promise((resolve) => setTimeout(resolve, (i * 7) % 120));
    await child.end("SIGKILL");
  }
  const next = await fixture.start({ configDir });
  const expected = [steady, next].map(({ port }) => `${port}.lock`).sort();
  leaked += locksIn(configDir).filter((name) => !expected.includes(name)).length;
  if (steady.child.isGone) crashes++;
  await next.child.end("SIGTERM");
  const { lost, worstMs, why } = await companion.end();
  await steady.child.end("SIGTERM");
  leaked += locksIn(configDir).length;
  expect(why).toBe("");
  tally({ what: "Servers killed at any moment (SIGKILL)", attempts, crashes, lost, leaked, worstMs });
});

test("SIGKILL while writing a file: it has the old or the new content, and the next start cleans up", async () => {
  const configDir = join(temporaryDirectory(), "config");
  const folder = temporaryDirectory();
  // A second server that keeps writing. None of its temporary files may be removed.
  const steady = await fixture.start({ configDir, folders: [folder] });
  const bystander = await connect(steady);
  let [isOver, refused] = [false, 0];
  const backgroundWrites = (async () => {
    for (let i = 0; !isOver; i++)
      await bystander
        .request("writeFile", { path: "sub/b.txt", content: `${i} `.repeat(100_000) })
        .catch(() => refused++);
  })();
  // Long enough to be killed during a write: a short text would be complete even if it was written in place.
  const text = (letter: string) => letter.repeat(4_000_000);
  const path = put(folder, "a.txt", text("a"));
  const attempts = scaled(3, 150);
  let [lost, written, left] = [0, 0, 0];
  for (let i = 0; i < attempts; i++) {
    const server = await fixture.start({ configDir, folders: [folder] });
    const client = await connect(server);
    const writing = [..."bcdefghijklm"].map(async (letter) => {
      for (;;) await client.request("writeFile", { path, content: text(letter) });
    });
    for (const each of writing) each.catch(() => {}); // It ends with the server.
    await until(() => readFileSync(path).at(0) !== 97 /* a */);
    await new Promise((resolve) => setTimeout(resolve, (i * 3) % 20));
    await until(() => temporaryIn(folder).length > 0);
    await server.child.end("SIGKILL");
    await Promise.allSettled(writing);
    left += temporaryIn(folder).length;
    const found = readFileSync(path, "utf8");
    if (found !== text(found.charAt(0))) lost++;
    if (!found.startsWith("a")) written++;
  }
  expect(written, "some were written").toBeGreaterThan(0);
  const last = await fixture.start({ configDir, folders: [folder] });
  isOver = true;
  await backgroundWrites;
  expect(left, "some were killed in the middle of a write").toBeGreaterThan(0);
  expect(refused, "writes of the other server that failed").toBe(0);
  const leaked = locksIn(configDir).length - 2 + temporaryIn(folder).length + temporaryIn(join(folder, "sub")).length;
  await Promise.all([last, steady].map(({ child }) => child.end("SIGTERM")));
  tally({ what: "Servers killed while they write a file", attempts, crashes: 0, lost, leaked });
});

test("SIGSTOP and resume: all pending calls are answered, and no client is dropped", async () => {
  const healthCheckMs = 100;
  const stopped = await fixture.start({ endpoint: { healthCheckMs } });
  const other = await fixture.start();
  const before = await stopped.facts();
  const [stoppedCompanion, otherCompanion] = [await fixture.companion(stopped), await fixture.companion(other)];
  // A client whose pong arrives while the server is stopped: the pong is unread while the timer is overdue.
  const socket = new WebSocket(`ws://127.0.0.1:${stopped.port}`, "mcp", {
    headers: { "X-Claude-Code-Ide-Authorization": stopped.authToken },
    autoPong: false,
  });
  let closed = 0;
  socket.on("close", () => closed++);
  let pinged = () => {};
  socket.on("ping", () => {
    pinged();
    socket.pong();
  });
  const attempts = scaled(3, 50);
  for (let i = 0; i < attempts; i++) {
    await new Promise<void>((resolve) => {
      pinged = () => {
        stopped.child.signal("SIGSTOP");
        pinged = () => {};
        resolve();
      };
    });
    await new Promise((resolve) => setTimeout(resolve, 4 * healthCheckMs)); // The server stays stopped for this long.
    stopped.child.signal("SIGCONT");
    await stopped.facts();
    expect(closed, `after stop ${i + 1}`).toBe(0);
  }
  socket.close();
  const [own, others] = [await stoppedCompanion.end(), await otherCompanion.end()];
  await eventually(async () => expect(leakedSince(before, await stopped.facts())).toBe(0));
  const leaked = leakedSince(before, await stopped.facts());
  expect([own.why, others.why]).toEqual(["", ""]);
  expect(own.worstMs, "the stop was noticed").toBeGreaterThan(3 * healthCheckMs);
  const lost = own.lost + others.lost + closed - 1;
  tally({ what: "Servers stopped and resumed (SIGSTOP)", attempts, crashes: 0, lost, leaked, worstMs: others.worstMs });
});

test("both ends suspended and resumed in either order: no client is dropped, and all calls are answered", async () => {
  const healthCheckMs = 100;
  const server = await fixture.start({ endpoint: { healthCheckMs } });
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const both = [server.child, companion.child];
  const attempts = scaled(3, 50);
  for (let i = 0; i < attempts; i++) {
    for (const child of both) child.signal("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, 4 * healthCheckMs)); // How long the machine sleeps.
    for (const child of i % 2 === 0 ? both : [...both].reverse()) {
      child.signal("SIGCONT");
      await new Promise((resolve) => setTimeout(resolve, healthCheckMs)); // One end resumes before the other.
    }
    expect((await server.facts()).clients).toBe(1);
  }
  const { lost, why } = await companion.end();
  expect(why).toBe("");
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  const leaked = leakedSince(before, await server.facts());
  tally({ what: "Both ends suspended and resumed", attempts, crashes: 0, lost, leaked });
});

test("a power cut: empty, partial or zeroed locks hide no editor, and those older than the boot are removed", async () => {
  const configDir = temporaryDirectory();
  const directory = join(configDir, "ide");
  mkdirSync(directory, { mode: 0o700 });
  const whole = JSON.stringify({ pid: process.pid, workspaceFolders: ["/w"], ideName: "X", authToken: "t".repeat(36) });
  const cuts = scaled(20, whole.length);
  const longAgo = new Date(0);
  const broken = [
    ...Array.from({ length: cuts }, (_, i) => whole.slice(0, Math.floor((i * whole.length) / cuts))),
    "\0".repeat(whole.length),
    whole.slice(0, 20) + "\0".repeat(30),
  ];
  for (const [i, content] of broken.entries()) {
    const path = join(directory, `${20_000 + i}.lock`);
    writeFileSync(path, content);
    utimesSync(path, longAgo, longAgo);
  }
  writeFileSync(join(directory, ".30000.lock.4194303.tmp"), whole.slice(0, 9));
  const server = await fixture.start({ configDir });
  const companion = await fixture.companion(server);
  const found = await discover({ env: { CLAUDE_CONFIG_DIR: configDir }, home: configDir, cwd: server.folder });
  const names = found.editors.map(({ port }) => port);
  const leaked = locksIn(configDir).filter((name) => name !== `${server.port}.lock`).length;
  const { lost, worstMs } = await companion.end();
  const attempts = broken.length + 1;
  tally({
    what: "Locks cut off by a power cut",
    attempts,
    crashes: 0,
    lost: lost + (names.includes(server.port) ? 0 : 1),
    leaked,
    worstMs,
  });
});
