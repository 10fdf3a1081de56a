/** Facts about the process that a lock names. */
import { join } from "node:path";
import { errorCode, readText } from "./files.js";
import type { Surroundings } from "./surroundings.js";

/** `foreign` lives and is another user's; `unnamed` is a lock without a process id. */
export type ProcessFact = "alive" | "dead" | "foreign" | "unnamed";

/** What a process id stands for, here and now. */
export function processFact(pid: number | undefined): ProcessFact {
  if (pid === undefined) return "unnamed";
  try {
    process.kill(pid, 0);
    return "alive";
  } catch (error) {
    return errorCode(error) === "EPERM" ? "foreign" : "dead";
  }
}

/** Kernel clock ticks a second: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** When a process started, in ms since 1970; undefined where the system does not tell. */
export async function startOf(pid: number, { root, platform }: Surroundings): Promise<number | undefined> {
  if (platform !== "linux") return undefined;
  try {
    const line = (await readText(join(root, "proc", String(pid), "stat"))) ?? "";
    // The second field is the program's name in brackets and may hold anything, so count from its end.
    const ticks = Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[19]);
    const boot = Number(/^btime (\d+)$/m.exec((await readText(join(root, "proc/stat"))) ?? "")?.[1]);
    const start = (boot + ticks / ticksPerSecond) * 1000;
    return Number.isFinite(start) ? start : undefined;
  } catch {
    return undefined;
  }
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
export async function isReused(pid: number, lockWritten: number, surroundings: Surroundings): Promise<boolean> {
  const start = await startOf(pid, surroundings);
  return start !== undefined && start > lockWritten + slackMs;
}
