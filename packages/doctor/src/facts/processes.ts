/** Examines the process that a lock names. */
import { join } from "node:path";
import { linuxStart, type ProcessState, processState } from "@tandem-ide/base/node";
import { readText } from "./files.js";
import type { Surroundings } from "./surroundings.js";

/** `unnamed` is a lock without a process id. */
export type ProcessFact = ProcessState | "unnamed";

/** Returns the state of a process. */
export function processFact(pid: number | undefined): ProcessFact {
  return pid === undefined ? "unnamed" : processState(pid);
}

const listening = "0A";

/** Returns the ID of the user who listens on each port. Linux only. */
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

/** Clocks and file systems differ a little. A lock that is older than its process by more belongs to another process. */
const slackMs = 10_000;

/** Checks whether the process started after the lock was written, so it can't be the editor. */
export function isReused(pid: number, lockWritten: number, { root, platform }: Surroundings): boolean {
  const start = platform === "linux" ? linuxStart(pid, join(root, "proc")) : undefined;
  return start !== undefined && start > lockWritten + slackMs;
}
