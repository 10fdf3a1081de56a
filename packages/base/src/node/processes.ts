/** Checks whether a process is running, and distinguishes it from a later process with the same id. */
import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { systemErrorCode } from "../errors.js";

/** `foreign` is a live process that belongs to another user. */
export type ProcessState = "alive" | "dead" | "foreign";

export function processState(pid: number): ProcessState {
  try {
    process.kill(pid, 0);
    return "alive";
  } catch (error) {
    return systemErrorCode(error) === "EPERM" ? "foreign" : "dead";
  }
}

/** Returns true if a process with this id exists, including another user's. */
export function isAlive(pid: number): boolean {
  return processState(pid) !== "dead";
}

/** Returns true while this user's process runs. A zombie doesn't count. */
export function isRunning(pid: number): boolean {
  return !linuxFacts(pid)?.isZombie && processState(pid) === "alive";
}

/** Kernel clock ticks per second (USER_HZ), 100 on every Linux that Node supports. */
const ticksPerSecond = 100;

/** Process data from /proc. */
export interface LinuxFacts {
  readonly parent: number;
  /** When it started, in ticks since boot. */
  readonly startTicks: string;
  /** It has exited, but its parent hasn't collected the exit status. */
  readonly isZombie: boolean;
}

/** Returns undefined if there is no such process or no /proc. */
export function linuxFacts(pid: number, proc = "/proc"): LinuxFacts | undefined {
  try {
    const stat = readFileSync(join(proc, String(pid), "stat"), "utf8");
    // Field 2 is the program's name in parentheses and can contain anything, so count from its end (fields 3, 4 and 22 in proc(5)).
    const [state = "", parent, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(parent), startTicks: fields[17] ?? "0", isZombie: state === "Z" || state === "X" };
  } catch {
    return undefined;
  }
}

/** Returns when a process started, in ms since 1970, or undefined if /proc doesn't say. */
export function linuxStart(pid: number, proc = "/proc"): number | undefined {
  try {
    const bootSeconds = Number(/^btime (\d+)$/m.exec(readFileSync(join(proc, "stat"), "utf8"))?.[1]);
    const start = (bootSeconds + Number(linuxFacts(pid, proc)?.startTicks) / ticksPerSecond) * 1000;
    return Number.isFinite(start) ? start : undefined;
  } catch {
    return undefined;
  }
}

function macStart(pid: number): string {
  // Loaded on demand, because loading it at startup would cost every editor a millisecond.
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    timeout: 1000,
    env: { LC_ALL: "C" },
  }).trim();
}

/** Returns when a process started, in ms since 1970, or undefined if that is unknown. */
export function startTime(pid: number): number | undefined {
  try {
    if (process.platform === "linux") return linuxStart(pid);
    if (process.platform === "darwin") {
      const start = Date.parse(macStart(pid));
      return Number.isNaN(start) ? undefined : start;
    }
  } catch {
    // The process has exited, or isn't visible to us.
  }
  return undefined;
}

/** Returns a mark that differs for a later process with the same id, even if the clock was changed. Undefined if unknown. */
export function startMark(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const ticks = linuxFacts(pid)?.startTicks;
      return ticks && `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${ticks}`;
    }
    if (process.platform === "darwin") return macStart(pid);
  } catch {
    // The process has exited, or isn't visible to us.
  }
  return undefined;
}

/** Returns when this machine started, in ms since 1970, by the current clock. */
export function bootTime(): number {
  return Date.now() - uptime() * 1000;
}
