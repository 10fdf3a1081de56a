/** What is no lock but has the name of one: it must not keep an editor from starting or ending. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { temporaryDirectory } from "../../../testing/temporary.js";
import { belongsToLivingStranger } from "./lock-file.js";
import { reapDeadLocks } from "./reap.js";

const lateMs = 5000;

/** A pipe into which somebody writes late: who waits for that is found out, and not for ever. */
function plantPipe(path: string): { hasWaited(): boolean } {
  execFileSync("mkfifo", [path]);
  const started = performance.now();
  const writer = spawn("sh", ["-c", `sleep ${lateMs / 1000}; : <> "$1"`, "sh", path], { stdio: "ignore" });
  onTestFinished(() => void writer.kill());
  return { hasWaited: () => performance.now() - started >= lateMs };
}

describe("a pipe by the name of a lock", () => {
  test("does not hang the start on that port, and announces nobody who would have it", () => {
    const directory = temporaryDirectory();
    const pipe = plantPipe(join(directory, "23456.lock"));
    expect(belongsToLivingStranger(directory, 23456, "own token")).toBe(false);
    expect(pipe.hasWaited()).toBe(false);
  });

  test("does not hang the end, when it has taken the place of our own", async () => {
    const { ide } = await runEndpoint();
    rmSync(ide.lockFile);
    const pipe = plantPipe(ide.lockFile);
    await ide.close();
    expect(pipe.hasWaited()).toBe(false);
    expect(lstatSync(ide.lockFile).isFIFO()).toBe(true);
  });
});

test("a file by the name of a lock that would fill the memory is not read", async () => {
  const directory = temporaryDirectory();
  const ide = join(directory, "ide");
  mkdirSync(ide);
  const path = join(ide, "23456.lock");
  writeFileSync(path, "");
  truncateSync(path, 1_500_000_000); // No disk is used for it.
  const before = process.memoryUsage().rss;
  expect(await reapDeadLocks(ide)).toEqual([]);
  expect(belongsToLivingStranger(ide, 23456, "own token")).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
  expect(existsSync(path)).toBe(true);
});
