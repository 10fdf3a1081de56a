/**
 * Removes locks and temporary files of editors that have ended (LCK-09): those whose pid doesn't exist, or belongs to a
 * process that started after the lock was written and doesn't listen on the port, and locks damaged by a power cut.
 */
import { lstatSync, readdirSync, rmSync, type Stats } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import { bootTime, isAlive, startTime } from "@tandem-ide/base/node";
import { portOfLockFile } from "@tandem-ide/protocol/schema-free";
import { readLock, temporaryName } from "./lock-file.js";

/** Start times are in whole seconds, and the clock may have been changed. */
const clockTolerance = 10_000;

export interface ProcessFacts {
  isAlive(pid: number): boolean;
  startTime(pid: number): number | undefined;
  bootTime(): number;
  isListening(port: number): Promise<boolean>;
}

/** Loopback refuses faster than this. */
const connectTimeoutMs = 1000;

/** Returns true unless the connection is refused. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: connectTimeoutMs });
    const finish = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => finish(true));
    socket.once("timeout", () => finish(true));
    socket.once("error", (error) => finish(systemErrorCode(error) !== "ECONNREFUSED"));
  });
}

const thisMachine: ProcessFacts = { isAlive, startTime, bootTime, isListening };

export interface Reaped {
  readonly path: string;
  readonly why: string;
}

async function staleReason(
  name: string,
  path: string,
  writtenAt: number,
  facts: ProcessFacts,
): Promise<string | undefined> {
  const left = temporaryName.exec(name);
  const port = portOfLockFile(name);
  if (!left && port === undefined) return undefined;
  const lock = left ? { pid: Number(left[1]) } : readLock(path);
  if (lock === undefined)
    return writtenAt < facts.bootTime() ? "it is incomplete and older than the last reboot" : undefined;
  const { pid } = lock;
  if (pid === undefined) return undefined;
  if (!facts.isAlive(pid)) return `its process ${pid} has exited`;
  const started = facts.startTime(pid);
  if (started === undefined || started <= writtenAt + clockTolerance) return undefined;
  // If the clock was changed, for example after a virtual machine was paused, older processes seem younger.
  if (port !== undefined && (await facts.isListening(port))) return undefined;
  return `process ${pid} is a different one that started after the lock was written`;
}

const isSame = (a: Stats, b: Stats) => a.ino === b.ino && a.mtimeMs === b.mtimeMs;

/** Removes stale locks from a directory and returns them. Never rejects. */
export async function reapDeadLocks(directory: string, facts: ProcessFacts = thisMachine): Promise<Reaped[]> {
  const reaped: Reaped[] = [];
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return reaped;
  }
  for (const name of names) {
    const path = join(directory, name);
    try {
      const before = lstatSync(path);
      if (!before.isFile()) continue;
      const why = await staleReason(name, path, before.mtimeMs, facts);
      // Check again, because an editor that is starting may have written a new lock with this name.
      if (why === undefined || !isSame(before, lstatSync(path))) continue;
      rmSync(path);
      reaped.push({ path, why });
    } catch {
      // Unreadable or already removed.
    }
  }
  return reaped;
}
