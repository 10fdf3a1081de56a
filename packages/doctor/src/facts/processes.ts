/** Facts about the process that a lock names. */
import { join } from "node:path";
import { linuxStart, type ProcessState, processState } from "@tandem/base/node";
import { readText } from "./files.js";
import type { Surroundings } from "./surroundings.js";

/** `unnamed` is a lock without a process id. */
export type ProcessFact = ProcessState | "unnamed";

/** What a process id stands for, here and now. */
export function processFact(pid: number | undefined): ProcessFact {
  return pid === undefined ? "unnamed" : processState(pid);
}

const listening = "0A";

/** Who listens on which port of this machine: the users by number. Empty where the system does not tell. */
export async function listenersByPort({ root, platform }: Surroundings): Promise<ReadonlyMap<number, number>> {
  const users = new Map<number, number>();
  if (platform !== "linux") return users;
  for (const table of ["proc/net/tcp", "proc/net/tcp6"]) {
    const text = (await readText(join(root, table)).catch(() => "")) ?? "";
    for (const line of text.split("\n").slice(1)) {
      // proc(5): number, local address and port in hexadecimal, remote address, state, …, user.
      const [, local = "", , state, , , , user] = line.trim().split(/\s+/);
      const port = Number.parseInt(local.split(":")[1] ?? "", 16);
      if (state === listening && !users.has(port)) users.set(port, Number(user));
    }
  }
  return users;
}

/** Clocks and file systems differ by a little; a lock that is older than its process by more is another process's. */
const slackMs = 10_000;

/** Whether the process is another one than the lock's: it started after the lock was written. */
export function isReused(pid: number, lockWritten: number, { root, platform }: Surroundings): boolean {
  const start = platform === "linux" ? linuxStart(pid, join(root, "proc")) : undefined;
  return start !== undefined && start > lockWritten + slackMs;
}
