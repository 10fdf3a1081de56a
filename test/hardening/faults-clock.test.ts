/**
 * Jumps in time. The system clock can't be set for a single program, so its effect is simulated:
 * locks whose time no longer matches. The clock for timers is passed in, or is that of a time namespace.
 */
import { spawnSync } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { expect, test } from "vitest";
import { startEndpoint, temporaryDirectory } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { locksIn, useFixture } from "./faults/fixture.js";
import { JumpingClock } from "./faults/jumping-clock.js";
import { scaled, tally } from "./tally.js";

const fixture = useFixture();
const hour = 3_600_000;
const day = 24 * hour;

test("changing the system clock: running editors keep their locks, and stale locks are removed", async () => {
  const configDir = join(temporaryDirectory(), "config");
  const steps = [hour, -hour, 3650 * day, day, -day].slice(0, scaled(3, 5));
  const running = await Promise.all(steps.map(() => fixture.start({ configDir })));
  const killed = await Promise.all(steps.map(() => fixture.start({ configDir })));
  const [first] = running;
  if (!first) throw new Error("There are steps");
  const companion = await fixture.companion(first);
  for (const { child } of killed) await child.end("SIGKILL");
  for (const servers of [running, killed])
    for (const [i, { lockFile }] of servers.entries()) {
      // After a step forward by an hour, a lock seems an hour older than its process.
      const time = new Date(statSync(lockFile).mtimeMs - (steps[i] ?? 0));
      utimesSync(lockFile, time, time);
    }
  const next = await fixture.start({ configDir });
  const expected = [...running, next].map(({ port }) => `${port}.lock`);
  const found = locksIn(configDir);
  const seen = await companion.end();
  tally({
    what: "Locks when the system clock was set",
    attempts: 2 * steps.length,
    crashes: 0,
    lost: seen.lost + expected.filter((name) => !found.includes(name)).length,
    leaked: found.filter((name) => !expected.includes(name)).length,
    worstMs: seen.worstMs,
  });
});

test("a jump by hours, as after sleep: the client stays, its review is pending, and selections are sent", async () => {
  const clock = new JumpingClock();
  const { endpoint, editor, write, connect: connectClient } = await startEndpoint({ clock });
  const path = write("a.txt", "word ".repeat(5000));
  const client = await connectClient();
  const received: string[] = [];
  client.on("selection_changed", ({ text }) => received.push(text));
  const proposal = { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" };
  const answer = client.call("openDiff", proposal);
  await eventually(() => expect(endpoint.status.clients[0]).toMatchObject({ isListening: true, openDiffs: ["t"] }));
  editor.open(path);
  const attempts = scaled(50, 5000);
  let [lost, worstMs] = [0, 0];
  for (let i = 0; i < attempts; i++) {
    clock.jump([1000, 29_999, 30_000, hour, 30 * day][i % 5] ?? 0);
    const length = 1 + (i % 20_000);
    editor.select({ start: { line: 0, character: 0 }, end: { line: 0, character: length } });
    const start = performance.now();
    await client.ping();
    worstMs = Math.max(worstMs, performance.now() - start);
    clock.jump(50); // Selections are throttled, so not every move is sent.
    await client.ping();
    if (received.at(-1)?.length !== length) lost++;
  }
  expect(editor.reviews).toHaveLength(1);
  editor.reviews[0]?.accept();
  expect(await answer).toMatchObject({ decision: "saved" });
  await client.close();
  await endpoint.close();
  tally({ what: "Jumps of time with a client connected", attempts, crashes: 0, lost, leaked: clock.pending, worstMs });
});

/** Uptimes: ten years, and zero. */
const offsets = ["--boottime=315360000 --monotonic=315360000", "--boottime=-1 --monotonic=-1"];
const canSetTime = spawnSync("unshare", ["--time", "--fork", ...(offsets[0] ?? "").split(" "), "true"]).status === 0;
if (!canSetTime)
  console.warn("Skipped: no time namespace can be made here (it needs root and a kernel that has them).");

test.skipIf(!canSetTime)(
  "on a machine that has been up for ten years, or has another time, servers see each other as running",
  async () => {
    const configDir = join(temporaryDirectory(), "config");
    const outside = await fixture.start({ configDir });
    const companion = await fixture.companion(outside);
    let lost = 0;
    for (const offset of offsets) {
      const through = ["unshare", "--time", "--fork", "--kill-child", ...offset.split(" ")];
      const inside = await fixture.start({ configDir, through, endpoint: { healthCheckMs: 50 } });
      const client = await connect(inside);
      for (let i = 0; i < scaled(50, 2000); i++) await client.ping();
      if (client.state.status !== "connected") lost++;
      await client.close();
      const locks = [outside, inside].map(({ port }) => `${port}.lock`).sort();
      expect(locksIn(configDir)).toEqual(locks);
      const third = await fixture.start({ configDir });
      if (!locks.every((name) => locksIn(configDir).includes(name))) lost++;
      await third.child.end("SIGTERM");
      await inside.child.ask("stop");
      await inside.child.end();
    }
    const seen = await companion.end();
    await outside.child.end("SIGTERM");
    const leaked = locksIn(configDir).length;
    tally({
      what: "Servers in another time",
      attempts: offsets.length,
      crashes: 0,
      lost: lost + seen.lost,
      leaked,
      worstMs: seen.worstMs,
    });
  },
);
