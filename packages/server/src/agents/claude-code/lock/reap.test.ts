import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bootTime, isAlive, startTime } from "@tandem/base/node";
import { describe, expect, test } from "vitest";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { temporaryDirectory } from "../../../testing/temporary.js";
import { isListening } from "./is-listening.js";
import { reapDeadLocks } from "./reap.js";

const facts = { isAlive, startTime, bootTime, isListening };

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
    expect(await reapDeadLocks(directory)).toEqual([{ path, why: expect.stringContaining("is gone") }]);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a lock whose pid was given to a younger process goes", async () => {
    const directory = temporaryDirectory();
    const path = lock(directory, 20002, { pid: process.pid });
    const longAgo = (Date.now() - process.uptime() * 1000) / 1000 - 3600;
    utimesSync(path, longAgo, longAgo);
    expect(await reapDeadLocks(directory)).toMatchObject([{ path, why: expect.stringContaining("another one") }]);
  });

  test("a clock that was set forward made every living editor look younger than its lock, which was reaped", async () => {
    const { ide, configDir } = await runEndpoint();
    const hourAgo = (Date.now() - process.uptime() * 1000) / 1000 - 3600;
    utimesSync(ide.lockFile, hourAgo, hourAgo); // What the lock of a living editor looks like after such a step.
    const directory = join(configDir, "ide");
    expect(await reapDeadLocks(directory)).toEqual([]);
    await ide.close();
    const path = lock(directory, ide.port, { pid: process.pid });
    utimesSync(path, hourAgo, hourAgo);
    expect(await reapDeadLocks(directory)).toMatchObject([{ path }]);
  });

  test("a power cut left an empty lock for ever: one of before the boot goes, one that may just be written stays", async () => {
    const directory = temporaryDirectory();
    const [old, fresh] = [lock(directory, 20011, ""), lock(directory, 20012, "")];
    const beforeBoot = bootTime() / 1000 - 1;
    utimesSync(old, beforeBoot, beforeBoot);
    expect(await reapDeadLocks(directory)).toEqual([{ path: old, why: expect.stringContaining("no whole lock") }]);
    expect(readdirSync(directory)).toEqual([basename(fresh)]);
  });

  test("where the start time cannot be known an old lock of a living pid stays", async () => {
    const directory = temporaryDirectory();
    const path = lock(directory, 20003, { pid: process.pid });
    utimesSync(path, 1, 1);
    expect(await reapDeadLocks(directory, { ...facts, startTime: () => undefined })).toEqual([]);
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
    expect(await reapDeadLocks(directory)).toEqual([]);
    expect(readdirSync(directory)).toEqual(before);
  });

  test("a temporary file that a killed writer left behind goes, a living writer's stays", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, `.20009.lock.${await deadPid()}.tmp`), "");
    writeFileSync(join(directory, `.20010.lock.${process.pid}.tmp`), "");
    expect(await reapDeadLocks(directory)).toHaveLength(1);
    expect(readdirSync(directory)).toEqual([`.20010.lock.${process.pid}.tmp`]);
  });

  test("a directory that is not there is nothing to reap", async () => {
    expect(await reapDeadLocks(join(temporaryDirectory(), "no"))).toEqual([]);
  });

  test("this process's own start time is known on Linux to the second", () => {
    const expected = Date.now() - process.uptime() * 1000;
    expect(Math.abs((startTime(process.pid) ?? 0) - expected)).toBeLessThan(3000);
  });
});
