/** Helpers that several diagnoses of lock files use. */
import { dirname } from "node:path";
import type { Facts } from "../facts/facts.js";
import type { LockFacts } from "../facts/locks.js";
import type { Fix } from "../fixes/fix.js";
import type { Diagnosed, Diagnosis, Severity } from "./finding.js";

/** Returns the locks with one of these codes, those for this folder first. Copies are left out. */
export function locksWith({ locks }: Facts, ...codes: readonly LockFacts["code"][]): LockFacts[] {
  const found = locks.filter(({ code, mirrorOf }) => codes.includes(code) && mirrorOf === undefined);
  return found.sort((a, b) => Number(b.servesHere) - Number(a.servesHere));
}

/** Makes a diagnosis of the first lock with this code, with the severity of an obstacle. */
export function obstacle(
  code: LockFacts["code"],
  describe: (lock: LockFacts, facts: Facts) => Omit<Diagnosed, "severity"> | undefined,
): Diagnosis {
  return (facts) => {
    const [lock] = locksWith(facts, code);
    const found = lock && describe(lock, facts);
    return found && { severity: obstacleSeverity(facts), ...found };
  };
}

/** Checks whether anything accepted a connection on the lock's port. */
export function answers({ connection }: LockFacts): boolean {
  if (connection === undefined) return false;
  return connection.outcome === "connected" || !["unreachable", "timeout", "other"].includes(connection.code);
}

/** Checks whether the process runs elsewhere: its id is unused here, or another user's although the listener is ours. */
export function isElsewhere({ process, listener }: LockFacts, { uid }: Facts): boolean {
  return process === "dead" || (process === "foreign" && uid !== undefined && listener === uid);
}

/** The directory may be shared with the container's host, whose processes and ports are invisible here. */
export function mayBeOutside({ file }: LockFacts, { machine, directories }: Facts): boolean {
  const directory = directories.find(({ path }) => path === dirname(file));
  return machine.container !== undefined && directory?.isMounted === true;
}

/** An unusable lock is only the cause if no other lock is usable and there aren't too many that fit. */
export function obstacleSeverity({ locks, choice }: Facts): Severity {
  if (choice.code === "several-matches" || choice.code === "counted-twice") return "note";
  const isServed = locks.some(({ code, connection }) => code === "ok" && connection?.outcome === "connected");
  return isServed ? "note" : "fault";
}

/** Locks for other folders are less likely to be the cause. */
export function likelihoodOf({ servesHere }: LockFacts, here: number): number {
  return servesHere ? here : here - 30;
}

/** Removes a lock that leads nowhere. */
export function removal({ file, port, modified }: LockFacts): Fix {
  return { kind: "remove-lock", path: file, port, modified };
}

export const startEditor = { words: "Start an editor for this folder:", command: "tandem serve" };
export const restartEditor = { words: "Restart the editor so it writes a new lock file." };
export const updateIntegration = { words: "Update the editor's Claude Code integration." };
