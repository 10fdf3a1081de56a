/** Ends all processes of a pseudoterminal. */
import { spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning } from "@tandem-ide/base/node";
import { systemPath } from "@tandem-ide/workspace/programs";

/** How long a program may take to exit on its own. */
const maxWaitMs = 2000;
const checkMs = 50;

/**
 * Hangs up a session (the first process of a pseudoterminal leads one), as a closed terminal window does, and kills the
 * processes that are left after two seconds. Resolves when all are gone.
 */
export async function endSession(leader: number): Promise<void> {
  // Synchronous up to here, because the caller's process may be about to exit and a session is hard to find without its
  // leader.
  const members = membersOf(leader);
  signal(-leader, "SIGHUP");
  for (const pid of members) signal(pid, "SIGHUP");
  const deadline = performance.now() + maxWaitMs;
  while (members.some(isRunning) && performance.now() < deadline) await delay(checkMs);
  signal(-leader, "SIGKILL");
  for (const pid of members) signal(pid, "SIGKILL");
}

/** Returns the processes of a session. The leader's process group isn't enough: shells start a group for every job. */
export function membersOf(leader: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,sess="], {
    encoding: "utf8",
    timeout: 1000,
    env: { PATH: systemPath },
  });
  // Without ps, only the leader and its group are ended.
  const rows = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/));
  // ps shows a session as its leader's id on Linux and as a memory address on macOS, so it is only compared.
  const session = rows.find(([pid]) => Number(pid) === leader)?.[1];
  const members = rows.filter(([, each]) => each !== undefined && each === session).map(([pid]) => Number(pid));
  return [...new Set([leader, ...members])];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process is gone, or we may not signal it.
  }
}
