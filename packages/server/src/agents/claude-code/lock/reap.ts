/**
 * Removes what dead editors left behind (LCK-09). Only what is surely dead goes: a pid that does not exist, one whose
 * process started after the lock was written and does not listen, and what a power cut made of a lock. Everything else is
 * left alone.
 */
import { lstatSync, readdirSync, rmSync, type Stats } from "node:fs";
import { join } from "node:path";
import { bootTime, isAlive, startTime } from "@tandem/base/node";
import { portOfLockFile } from "@tandem/protocol/plain";
import { isListening } from "./is-listening.js";
import { temporaryName } from "./lock-file.js";
import { readLock } from "./read-lock.js";

/** Start times come in whole seconds and the clock may have been set in between. */
const clockTolerance = 10_000;

export interface ProcessFacts {
  isAlive(pid: number): boolean;
  startTime(pid: number): number | undefined;
  bootTime(): number;
  isListening(port: number): Promise<boolean>;
}

const thisMachine: ProcessFacts = { isAlive, startTime, bootTime, isListening };

export interface Reaped {
  readonly path: string;
  readonly why: string;
}

async function whyDead(
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
    return writtenAt < facts.bootTime()
      ? "it is no whole lock, and is from before this machine was started"
      : undefined;
  const { pid } = lock;
  if (pid === undefined) return undefined;
  if (!facts.isAlive(pid)) return `its process ${pid} is gone`;
  const started = facts.startTime(pid);
  if (started === undefined || started <= writtenAt + clockTolerance) return undefined;
  // Or the clock was set in between, as after a pause of a virtual machine: then all that lived before looks younger.
  if (port !== undefined && (await facts.isListening(port))) return undefined;
  return `process ${pid} is another one: it started after the lock was written`;
}

const isSame = (a: Stats, b: Stats) => a.ino === b.ino && a.mtimeMs === b.mtimeMs;

/** Removes the dead locks of a directory and says which. Never rejects: reaping is a courtesy. */
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
      const why = await whyDead(name, path, before.mtimeMs, facts);
      // Looked at again at the last moment: an editor that starts right now may have taken this port and name.
      if (why === undefined || !isSame(before, lstatSync(path))) continue;
      rmSync(path);
      reaped.push({ path, why });
    } catch {
      // Unreadable, or gone in the meantime: not ours to judge.
    }
  }
  return reaped;
}
