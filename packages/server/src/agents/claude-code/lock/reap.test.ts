import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bootTime, isAlive, startTime } from "@tandem-ide/base/node";
import { describe, expect, test } from "vitest";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { temporaryDirectory } from "../../../testing/temporary.js";
import { isListening, reapDeadLocks } from "./reap.js";

const facts = { isAlive, startTime, bootTime, isListening };

/** A pid that was used by a process that has exited. */
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

describe("removing stale locks (LCK-09)", () => {
  test("removes the lock of a killed editor", async () => {
    const directory = temporaryDirectory();
    const path = lock(directory, 20001, { pid: await deadPid(), workspaceFolders: [] });
    expect(await reapDeadLocks(directory)).toEqual([{ path, why: expect.stringContaining("has exited") }]);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("removes a lock whose pid was reused by a newer process", async () => {
    const directory = temporaryDirectory();
    const path = lock(directory, 20002, { pid: process.pid });
    const longAgo = (Date.now() - process.uptime() * 1000) / 1000 - 3600;
    utimesSync(path, longAgo, longAgo);
    expect(await reapDeadLocks(directory)).toMatchObject([{ path, why: expect.stringContaining("a different one") }]);
  });

  test("keeps locks of running editors after the clock was set forward", async () => {
    const { endpoint, configDir } = await runEndpoint();
    const hourAgo = (Date.now() - process.uptime() * 1000) / 1000 - 3600;
    utimesSync(endpoint.lockFile, hourAgo, hourAgo); // What the lock of a running editor looks like after that.
    const directory = join(configDir, "ide");
    expect(await reapDeadLocks(directory)).toEqual([]);
    await endpoint.close();
    const path = lock(directory, endpoint.port, { pid: process.pid });
    utimesSync(path, hourAgo, hourAgo);
    expect(await reapDeadLocks(directory)).toMatchObject([{ path }]);
  });

  test("removes an empty lock left by a power cut if it predates the last boot", async () => {
    const directory = temporaryDirectory();
    const [old, fresh] = [lock(directory, 20011, ""), lock(directory, 20012, "")];
    const beforeBoot = bootTime() / 1000 - 1;
    utimesSync(old, beforeBoot, beforeBoot);
    expect(await reapDeadLocks(directory)).toEqual([{ path: old, why: expect.stringContaining("is incomplete") }]);
    expect(readdirSync(directory)).toEqual([basename(fresh)]);
  });

  test("keeps an old lock of a live pid if the start time is unknown", async () => {
    const directory = temporaryDirectory();
    const path = lock(directory, 20003, { pid: process.pid });
    utimesSync(path, 1, 1);
    expect(await reapDeadLocks(directory, { ...facts, startTime: () => undefined })).toEqual([]);
  });

  test("keeps locks of live processes, garbage, links, directories and locks without a pid", async () => {
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

  test("removes the temporary file of a killed writer, and keeps a running writer's", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, `.20009.lock.${await deadPid()}.tmp`), "");
    writeFileSync(join(directory, `.20010.lock.${process.pid}.tmp`), "");
    expect(await reapDeadLocks(directory)).toHaveLength(1);
    expect(readdirSync(directory)).toEqual([`.20010.lock.${process.pid}.tmp`]);
  });

  test("does nothing if the directory is missing", async () => {
    expect(await reapDeadLocks(join(temporaryDirectory(), "no"))).toEqual([]);
  });

  test("this process's own start time is known on Linux to the second", () => {
    const expected = Date.now() - process.uptime() * 1000;
    expect(Math.abs((startTime(process.pid) ?? 0) - expected)).toBeLessThan(3000);
  });
});
