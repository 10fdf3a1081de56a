import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAlive, isRunning, linuxFacts, linuxStart, processState, startMark, startTime } from "./processes.js";

const onLinux = test.runIf(process.platform === "linux");

test("a process is alive until it has exited", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  expect([processState(pid), isAlive(pid), isRunning(pid)]).toEqual(["alive", true, true]);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect([processState(pid), isAlive(pid), isRunning(pid)]).toEqual(["dead", false, false]);
  expect([linuxFacts(pid), startMark(pid)]).toEqual([undefined, undefined]);
});

onLinux("reads the parent and the start of a process", () => {
  expect(linuxFacts(process.pid)?.parent).toBe(process.ppid);
  const start = startTime(process.pid) ?? Number.NaN;
  expect(Math.abs(start - performance.timeOrigin)).toBeLessThan(60_000);
});

onLinux("a zombie exists but isn't running", async () => {
  // Its parent becomes `sleep`, which never waits for it.
  const child = "until grep -q sleep /proc/$PPID/comm; do :; done; echo $$";
  const shell = spawn("sh", ["-c", `sh -c '${child}' & exec sleep 60`], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void shell.kill("SIGKILL"));
  const [line] = await once(shell.stdout, "data");
  const pid = Number(line);
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect([isAlive(pid), linuxFacts(pid)?.isZombie]).toEqual([true, true]);
});

test("a program's name may contain field separators", () => {
  const proc = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(proc, { recursive: true }));
  mkdirSync(join(proc, "42"));
  const fields = ["S", "7", ...Array.from({ length: 17 }, () => "0"), "500", "0"];
  writeFileSync(join(proc, "42", "stat"), `42 (a) Z 1 (b) ${fields.join(" ")}\n`);
  writeFileSync(join(proc, "stat"), "cpu 1\nbtime 1000\n");
  expect(linuxFacts(42, proc)).toEqual({ parent: 7, startTicks: "500", isZombie: false });
  expect([linuxStart(42, proc), linuxStart(43, proc)]).toEqual([1_005_000, undefined]);
});
