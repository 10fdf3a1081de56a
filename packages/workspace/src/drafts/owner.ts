/** Which process keeps a draft up to date: its id, and when it started, because ids are used again. */
import { readFileSync } from "node:fs";

/** Its start in the kernel's ticks, and whether it has ended and nobody has asked how. Nothing where there is no /proc. */
function factsOf(pid: number): { readonly start: string; readonly isZombie: boolean } | undefined {
  try {
    // The name in parentheses may hold anything; after it come the state and, 19 fields later, the start.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { start: fields[18] ?? "0", isZombie: state === "Z" || state === "X" };
  } catch {
    return undefined;
  }
}

/** This process, as a part of a file's name. */
export function ownerName(pid: number = process.pid): string {
  return `${pid}-${factsOf(pid)?.start ?? "0"}`;
}

export function isRunning(owner: string): boolean {
  const [, pid, start] = /^([1-9]\d*)-(\d+)$/.exec(owner) ?? [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
  } catch {
    return false; // Gone, or a process of somebody else, which wrote nothing here.
  }
  const facts = factsOf(Number(pid));
  return !facts || (!facts.isZombie && (start === "0" || facts.start === start));
}
