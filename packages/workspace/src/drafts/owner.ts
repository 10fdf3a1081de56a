/** Identifies the process that owns a draft by its id and start time, because ids are reused. */
import { isRunning, linuxFacts } from "@tandem-ide/base/node";

/** Returns the name of a process for use in a file name. */
export function ownerName(pid: number = process.pid): string {
  return `${pid}-${linuxFacts(pid)?.startTicks ?? "0"}`;
}

export function isOwnerRunning(owner: string): boolean {
  const [, pid, start] = /^([1-9]\d*)-(\d+)$/.exec(owner) ?? [];
  // A process of another user can't own a draft here.
  if (pid === undefined || !isRunning(Number(pid))) return false;
  const facts = linuxFacts(Number(pid));
  return !facts || start === "0" || facts.startTicks === start;
}
