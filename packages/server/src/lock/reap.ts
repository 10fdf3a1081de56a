/**
 * Removes what dead editors left behind (LCK-09). Only what is surely dead goes: a pid that does not exist, or one whose
 * process started after the lock was written. Everything else is left alone.
 */
import { lstatSync, readdirSync, rmSync, type Stats } from "node:fs";
import { join } from "node:path";
import { parseLockFile, portOfLockFile } from "@tandem/protocol";
import { readSmallFile } from "../files/small-file.js";
import { temporaryName } from "./lock-file.js";
import { isAlive, startTime } from "./process-info.js";

/** Start times come in whole seconds and the clock may have been set in between. */
const clockTolerance = 10_000;

export interface ProcessFacts {
  isAlive(pid: number): boolean;
  startTime(pid: number): number | undefined;
}

export interface Reaped {
  readonly path: string;
  readonly why: string;
}

function whyDead(pid: number, writtenAt: number, facts: ProcessFacts): string | undefined {
  if (!facts.isAlive(pid)) return `its process ${pid} is gone`;
  const started = facts.startTime(pid);
  if (started !== undefined && started > writtenAt + clockTolerance)
    return `process ${pid} is another one: it started after the lock was written`;
  return undefined;
}

function ownerOf(name: string, path: string): number | undefined {
  const left = temporaryName.exec(name);
  if (left) return Number(left[1]);
  if (portOfLockFile(name) === undefined) return undefined;
  return parseLockFile(readSmallFile(path))?.pid;
}

const isSame = (a: Stats, b: Stats) => a.ino === b.ino && a.mtimeMs === b.mtimeMs;

/** Removes the dead locks of a directory and says which. Never throws: reaping is a courtesy. */
export function reapDeadLocks(directory: string, facts: ProcessFacts = { isAlive, startTime }): Reaped[] {
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
      const pid = ownerOf(name, path);
      const why = pid === undefined ? undefined : whyDead(pid, before.mtimeMs, facts);
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
