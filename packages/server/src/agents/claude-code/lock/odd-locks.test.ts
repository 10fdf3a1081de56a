/** Files that have the name of a lock but aren't one must not keep an editor from starting or closing. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { temporaryDirectory } from "../../../testing/temporary.js";
import { isHeldByAnotherProcess } from "./lock-file.js";
import { reapDeadLocks } from "./reap.js";

const lateMs = 5000;

/** A pipe that is written to late, so that a reader that waits for it is detected but doesn't hang forever. */
function plantPipe(path: string): { hasWaited(): boolean } {
  execFileSync("mkfifo", [path]);
  const started = performance.now();
  const writer = spawn("sh", ["-c", `sleep ${lateMs / 1000}; : <> "$1"`, "sh", path], { stdio: "ignore" });
  onTestFinished(() => void writer.kill());
  return { hasWaited: () => performance.now() - started >= lateMs };
}

describe("a pipe named like a lock", () => {
  test("doesn't block the start on that port and doesn't reserve it", () => {
    const directory = temporaryDirectory();
    const pipe = plantPipe(join(directory, "23456.lock"));
    expect(isHeldByAnotherProcess(directory, 23456, "own token")).toBe(false);
    expect(pipe.hasWaited()).toBe(false);
  });

  test("doesn't block closing if it has replaced our lock", async () => {
    const { endpoint } = await runEndpoint();
    rmSync(endpoint.lockFile);
    const pipe = plantPipe(endpoint.lockFile);
    await endpoint.close();
    expect(pipe.hasWaited()).toBe(false);
    expect(lstatSync(endpoint.lockFile).isFIFO()).toBe(true);
  });
});

test("doesn't read a huge file named like a lock", async () => {
  const directory = join(temporaryDirectory(), "ide");
  mkdirSync(directory);
  const path = join(directory, "23456.lock");
  writeFileSync(path, "");
  truncateSync(path, 1_500_000_000); // A sparse file uses no disk space.
  const before = process.memoryUsage().rss;
  expect(await reapDeadLocks(directory)).toEqual([]);
  expect(isHeldByAnotherProcess(directory, 23456, "own token")).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
  expect(existsSync(path)).toBe(true);
});
