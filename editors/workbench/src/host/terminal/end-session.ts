/** Ends everything that was started in a pseudoterminal. */
import { spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning } from "@tandem/base/node";
import { systemPath } from "@tandem/workspace/programs";

/** How long a program may take to end by itself. */
const patienceMs = 2000;
const lookAgainMs = 50;

/**
 * Hangs up on a session (the first process of a pseudoterminal leads one) as a closed terminal window does, and kills
 * what is still there after two seconds: programs may ignore the hang-up. Resolves when all of it is gone.
 */
export async function endSession(leader: number): Promise<void> {
  // All of this at once: the caller's process may be about to end, and without its leader a session is hard to find.
  const members = membersOf(leader);
  signal(-leader, "SIGHUP");
  for (const pid of members) signal(pid, "SIGHUP");
  const deadline = performance.now() + patienceMs;
  while (members.some(isRunning) && performance.now() < deadline) await delay(lookAgainMs);
  signal(-leader, "SIGKILL");
  for (const pid of members) signal(pid, "SIGKILL");
}

/** Shells give every job a group of its own, so the group of the leader is not all. */
function membersOf(leader: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,sess="], {
    encoding: "utf8",
    timeout: 1000,
    env: { PATH: systemPath },
  });
  // Where there is no ps the leader and its group have to do.
  const rows = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/));
  // What stands for a session is its leader's id on Linux and an address on macOS: so it is compared, not read.
  const session = rows.find(([pid]) => Number(pid) === leader)?.[1];
  const members = rows.filter(([, each]) => each !== undefined && each === session).map(([pid]) => Number(pid));
  return [...new Set([leader, ...members])];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // There is no such process or group, or it is not ours to signal.
  }
}
