import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../testing/temporary.js";
import { isAlive, startTime } from "./process-info.js";
import { reapDeadLocks } from "./reap.js";

/** A pid that existed and exists no more. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.on("exit", resolve));
  return child.pid ?? 0;
}

function lock(directory: string, port: number, content: unknown): string {
  const path = join(directory, `${port}.lock`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

describe("reaping (LCK-09)", () => {
  test("the lock of a killed editor goes", async () => {
    const directory = temporaryDirectory();
    const path = lock(directory, 20001, { pid: await deadPid(), workspaceFolders: [] });
    expect(reapDeadLocks(directory)).toEqual([{ path, why: expect.stringContaining("is gone") }]);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a lock whose pid was given to a younger process goes", () => {
    const directory = temporaryDirectory();
    const path = lock(directory, 20002, { pid: process.pid });
    const longAgo = (Date.now() - process.uptime() * 1000) / 1000 - 3600;
    utimesSync(path, longAgo, longAgo);
    expect(reapDeadLocks(directory)).toMatchObject([{ path, why: expect.stringContaining("another one") }]);
  });

  test("where the start time cannot be known an old lock of a living pid stays", () => {
    const directory = temporaryDirectory();
    const path = lock(directory, 20003, { pid: process.pid });
    utimesSync(path, 1, 1);
    expect(reapDeadLocks(directory, { isAlive, startTime: () => undefined })).toEqual([]);
  });

  test("living strangers, garbage, links, directories and locks without a pid are left alone", async () => {
    const directory = temporaryDirectory();
    lock(directory, 20004, { pid: process.ppid });
    lock(directory, 20005, "{ not json");
    lock(directory, 20006, { workspaceFolders: ["/x"] });
    mkdirSync(join(directory, "20007.lock"));
    const elsewhere = temporaryDirectory();
    const target = lock(elsewhere, 20008, { pid: await deadPid() });
    symlinkSync(target, join(directory, "20008.lock"));
    writeFileSync(join(directory, "notes.txt"), JSON.stringify({ pid: 1 }));
    const before = readdirSync(directory);
    expect(reapDeadLocks(directory)).toEqual([]);
    expect(readdirSync(directory)).toEqual(before);
  });

  test("a temporary file that a killed writer left behind goes, a living writer's stays", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, `.20009.lock.${await deadPid()}.tmp`), "");
    writeFileSync(join(directory, `.20010.lock.${process.pid}.tmp`), "");
    expect(reapDeadLocks(directory)).toHaveLength(1);
    expect(readdirSync(directory)).toEqual([`.20010.lock.${process.pid}.tmp`]);
  });

  test("a directory that is not there is nothing to reap", () => {
    expect(reapDeadLocks(join(temporaryDirectory(), "no"))).toEqual([]);
  });

  test("this process's own start time is known on Linux to the second", () => {
    const expected = Date.now() - process.uptime() * 1000;
    expect(Math.abs((startTime(process.pid) ?? 0) - expected)).toBeLessThan(3000);
  });
});
