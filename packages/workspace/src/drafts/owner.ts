/** Which process keeps a draft up to date: its id, and when it started, because ids are used again. */
import { readFileSync } from "node:fs";

/** In the kernel's ticks; "0" where it cannot be had. */
function startOf(pid: number): string {
  try {
    // The name in parentheses may hold anything; the start is the 20th field after it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
  } catch {
    return "0";
  }
}

/** This process, as a part of a file's name. */
export function ownerName(pid: number = process.pid): string {
  return `${pid}-${startOf(pid)}`;
}

export function isRunning(owner: string): boolean {
  const [, pid, start] = /^([1-9]\d*)-(\d+)$/.exec(owner) ?? [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
  } catch {
    return false; // Gone, or a process of somebody else, which wrote nothing here.
  }
  const now = startOf(Number(pid));
  return start === "0" || now === "0" || now === start;
}
