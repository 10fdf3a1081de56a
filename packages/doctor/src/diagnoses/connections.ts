/** What the diagnoses of failed connections have in common. */
import type { Facts } from "../facts/facts.js";
import type { LockFacts } from "../facts/locks.js";
import type { Severity } from "./finding.js";

/** A lock whose editor was dialled in vain, and how it failed. */
export interface Failure {
  readonly lock: LockFacts;
  readonly code: string;
  readonly message: string;
}

/** Of the locks that Claude Code would try, those at which something answered and no connection came of it. */
export function failures({ locks, choice }: Facts): Failure[] {
  return locks.flatMap((lock) => {
    if (lock.code !== "ok" || lock.mirrorOf !== undefined || lock.connection?.outcome !== "failed") return [];
    const isAsked = choice.file === undefined || choice.file === lock.file;
    return isAsked ? [{ lock, code: lock.connection.code, message: lock.connection.message }] : [];
  });
}

/** Where several editors fit, none is dialled: then it is the next obstacle, not the first. */
export function severityOfFailure({ choice }: Facts): Severity {
  return choice.code === "several-matches" || choice.code === "counted-twice" ? "warning" : "fault";
}

/** The editor saw no token, or a wrong one. By the protocol that is HTTP 401, or a socket closed with 1008. */
export function isRefusedToken({ code, message }: Failure): boolean {
  return code === "unauthorized" || /\b1008\b/.test(message);
}
