/**
 * Tests for test/runner.test.ts: one that never ends, with what tests usually start, such as a child with a bare environment
 * and a detached one; and one that forgets to end its child.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";

const wait = "setInterval(() => {}, 1000)";

test("never ends", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
  const children = [
    spawn(process.execPath, ["-e", wait], { stdio: "ignore", env: {} }),
    spawn(process.execPath, ["-e", wait], { stdio: "ignore", env: {}, cwd: folder, detached: true }),
    // It refuses to end.
    spawn(process.execPath, ["-e", `process.on("SIGTERM", () => {}); ${wait}`], { stdio: "ignore" }),
  ];
  await Promise.all(children.map((child) => once(child, "spawn")));
  const pids = [process.pid, ...children.map(({ pid }) => pid)];
  const file = process.env.TANDEM_ENDLESS ?? "";
  writeFileSync(`${file}.new`, JSON.stringify({ folder, pids }));
  renameSync(`${file}.new`, file);
  await new Promise(() => {});
});

test("forgets its child", async () => {
  const child = spawn(process.execPath, ["-e", wait, "forgotten"], { stdio: "ignore", detached: true });
  child.unref();
  await once(child, "spawn");
});
