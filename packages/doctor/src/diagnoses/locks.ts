/** What the diagnoses of locks have in common. */
import { dirname } from "node:path";
import type { Facts } from "../facts/facts.js";
import type { LockFacts } from "../facts/locks.js";
import type { Fix } from "../fixes/fix.js";
import type { Severity } from "./finding.js";

/** Locks with one of these verdicts, those for this folder first. A copy speaks for nobody. */
export function locksWith({ locks }: Facts, ...codes: readonly LockFacts["code"][]): LockFacts[] {
  const found = locks.filter(({ code, mirrorOf }) => codes.includes(code) && mirrorOf === undefined);
  return found.sort((a, b) => Number(b.servesHere) - Number(a.servesHere));
}

/** Something took the call at its port, whatever came of it. */
export function answers({ connection }: LockFacts): boolean {
  if (connection === undefined) return false;
  return connection.outcome === "connected" || !["unreachable", "timeout", "other"].includes(connection.code);
}

/** Nobody has that process id here; or somebody else has it, although who listens is oneself. */
export function isElsewhere({ process, listener }: LockFacts, { uid }: Facts): boolean {
  return process === "dead" || (process === "foreign" && uid !== undefined && listener === uid);
}

/** Its directory may be shared with the machine around this container, whose processes and ports cannot be seen. */
export function mayBeOutside({ file }: LockFacts, { machine, directories }: Facts): boolean {
  const directory = directories.find(({ path }) => path === dirname(file));
  return machine.container !== undefined && directory?.isMounted === true;
}

/** A lock that cannot be used is the cause of the trouble only where no other one can be, and none is too many. */
export function severityOfObstacle({ locks, choice }: Facts): Severity {
  if (choice.code === "several-matches" || choice.code === "counted-twice") return "note";
  const isServed = locks.some(({ code, connection }) => code === "ok" && connection?.outcome === "connected");
  return isServed ? "note" : "fault";
}

/** A plugin that cannot start is the likely cause where nobody has announced itself. */
export function severityOfHealth({ locks }: Facts): Severity {
  return locks.length === 0 ? "fault" : "warning";
}

/** A lock for this folder tells more than one for another. */
export function likelihoodOf({ servesHere }: LockFacts, here: number): number {
  return servesHere ? here : here - 30;
}

/** Takes a lock away that leads nowhere. */
export function removal({ file, port, modified }: LockFacts): Fix {
  return { kind: "remove-lock", path: file, port, modified };
}

/** What to do when an editor is not there. */
export const startEditor = { words: "Start an editor for this folder:", command: "tandem serve" };
