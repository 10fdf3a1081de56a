/**
 * Time that jumps. The clock on the wall cannot be set for one program alone, so what a step of it leaves behind is staged:
 * locks whose time no longer fits. The clock that timers go by is passed in, or is that of a time namespace.
 */
import { spawnSync } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem/client";
import { expect, test } from "vitest";
import { startEndpoint } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { JumpingClock } from "./faults/jumping-clock.js";
import { locksIn, ownFolder, useStage } from "./faults/stage.js";
import { howMany, tally } from "./tally.js";

const stage = useStage();
const hour = 3_600_000;
const day = 24 * hour;

test("the clock on the wall is set, forward or back: living editors keep their locks, and those of dead ones go", async () => {
  const configDir = join(ownFolder(), "config");
  const steps = [hour, -hour, 3650 * day, day, -day].slice(0, howMany(3, 5));
  const living = await Promise.all(steps.map(() => stage.start({ configDir })));
  const killed = await Promise.all(steps.map(() => stage.start({ configDir })));
  const [first] = living;
  if (!first) throw new Error("There are steps");
  const companion = await stage.companion(first);
  for (const { child } of killed) await child.end("SIGKILL");
  for (const servers of [living, killed])
    for (const [i, { lockFile }] of servers.entries()) {
      // After a step forward by an hour, a lock is an hour older than the kernel says its process is.
      const time = new Date(statSync(lockFile).mtimeMs - (steps[i] ?? 0));
      utimesSync(lockFile, time, time);
    }
  const next = await stage.start({ configDir });
  const expected = [...living, next].map(({ port }) => `${port}.lock`);
  const found = locksIn(configDir);
  const seen = await companion.end();
  tally({
    what: "Locks when the clock on the wall was set",
    attempts: 2 * steps.length,
    crashes: 0,
    lost: seen.lost + expected.filter((name) => !found.includes(name)).length,
    leaked: found.filter((name) => !expected.includes(name)).length,
    worstMs: seen.worstMs,
  });
});

test("time that jumps by hours, as after a sleep: the client stays, its review waits, and what is selected is told", async () => {
  const clock = new JumpingClock();
  const { ide, editor, write } = await startEndpoint({ clock });
  const path = write("a.txt", "word ".repeat(5000));
  const client = await connect(ide);
  const told: string[] = [];
  client.on("selection_changed", ({ text }) => told.push(text));
  const proposal = { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" };
  const answer = client.call("openDiff", proposal);
  await eventually(() => expect(ide.status.clients[0]).toMatchObject({ isListening: true, openDiffs: ["t"] }));
  editor.open(path);
  const attempts = howMany(50, 5000);
  let [lost, worstMs] = [0, 0];
  for (let i = 0; i < attempts; i++) {
    clock.jump([1000, 29_999, 30_000, hour, 30 * day][i % 5] ?? 0);
    const length = 1 + (i % 20_000);
    editor.select({ start: { line: 0, character: 0 }, end: { line: 0, character: length } });
    const began = performance.now();
    await client.ping();
    worstMs = Math.max(worstMs, performance.now() - began);
    clock.jump(50); // What is held back so that not every move is told.
    await client.ping();
    if (told.at(-1)?.length !== length) lost++;
  }
  expect(editor.reviews).toHaveLength(1);
  editor.reviews[0]?.accept();
  expect(await answer).toMatchObject({ decision: "saved" });
  await client.close();
  await ide.close();
  tally({ what: "Jumps of time with a client connected", attempts, crashes: 0, lost, leaked: clock.pending, worstMs });
});

/** Since when a machine that was started there has been up: ten years, and no time at all. */
const offsets = ["--boottime=315360000 --monotonic=315360000", "--boottime=-1 --monotonic=-1"];
const canSetTime = spawnSync("unshare", ["--time", "--fork", ...(offsets[0] ?? "").split(" "), "true"]).status === 0;
if (!canSetTime)
  console.warn("Skipped: no time namespace can be made here (it needs root and a kernel that has them).");

test.skipIf(!canSetTime)(
  "a machine that has been up for ten years, and one whose time is another: servers see each other as living",
  async () => {
    const configDir = join(ownFolder(), "config");
    const outside = await stage.start({ configDir });
    const companion = await stage.companion(outside);
    let lost = 0;
    for (const offset of offsets) {
      const through = ["unshare", "--time", "--fork", "--kill-child", ...offset.split(" ")];
      const inside = await stage.start({ configDir, through, ide: { healthCheckMs: 50 } });
      const client = await connect(inside);
      for (let i = 0; i < howMany(50, 2000); i++) await client.ping();
      if (client.state.status !== "connected") lost++;
      await client.close();
      const locks = [outside, inside].map(({ port }) => `${port}.lock`).sort();
      expect(locksIn(configDir)).toEqual(locks);
      const third = await stage.start({ configDir });
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
