/** Which process keeps a draft up to date: its id, and when it started, because ids are used again. */
import { isRunning, linuxFacts } from "@tandem/base/node";

/** This process, as a part of a file's name. */
export function ownerName(pid: number = process.pid): string {
  return `${pid}-${linuxFacts(pid)?.startTicks ?? "0"}`;
}

export function isOwnerRunning(owner: string): boolean {
  const [, pid, start] = /^([1-9]\d*)-(\d+)$/.exec(owner) ?? [];
  // A process of somebody else has written nothing here.
  if (pid === undefined || !isRunning(Number(pid))) return false;
  const facts = linuxFacts(Number(pid));
  return !facts || start === "0" || facts.startTicks === start;
}
