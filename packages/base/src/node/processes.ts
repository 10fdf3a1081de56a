/** What the system knows of processes: whether one lives, and which one it is, because numbers are used again. */
import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { systemErrorCode } from "../errors.js";

/** What a process id stands for: `foreign` is a process that lives and belongs to another user. */
export type ProcessState = "alive" | "dead" | "foreign";

export function processState(pid: number): ProcessState {
  try {
    process.kill(pid, 0);
    return "alive";
  } catch (error) {
    return systemErrorCode(error) === "EPERM" ? "foreign" : "dead";
  }
}

/** True when a process of this pid exists, whoever's it is. */
export function isAlive(pid: number): boolean {
  return processState(pid) !== "dead";
}

/** True while a process of this user runs. One that has ended does not, though nobody may have asked how: a zombie. */
export function isRunning(pid: number): boolean {
  return !linuxFacts(pid)?.isZombie && processState(pid) === "alive";
}

/** Kernel clock ticks a second: USER_HZ, 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** What Linux says of a process. */
export interface LinuxFacts {
  readonly parent: number;
  /** Its start, in ticks since the boot. */
  readonly startTicks: string;
  /** It has ended, and nobody has asked how. */
  readonly isZombie: boolean;
}

/** Undefined where there is no such process, or no /proc. */
export function linuxFacts(pid: number, proc = "/proc"): LinuxFacts | undefined {
  try {
    const stat = readFileSync(join(proc, String(pid), "stat"), "utf8");
    // The second field is the program's name in parentheses and may hold anything, so count from its end (proc(5): 3, 4, 22).
    const [state = "", parent, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(parent), startTicks: fields[17] ?? "0", isZombie: state === "Z" || state === "X" };
  } catch {
    return undefined;
  }
}

/** When a process started, in ms since 1970; undefined where /proc does not tell. */
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
  // Asked for here, because loading it at the start would cost every editor a millisecond.
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    timeout: 1000,
    env: { LC_ALL: "C" },
  }).trim();
}

/** When a process started, in ms since 1970; undefined where that cannot be known. */
export function startTime(pid: number): number | undefined {
  try {
    if (process.platform === "linux") return linuxStart(pid);
    if (process.platform === "darwin") {
      const start = Date.parse(macStart(pid));
      return Number.isNaN(start) ? undefined : start;
    }
  } catch {
    // Gone in the meantime, or hidden from us.
  }
  return undefined;
}

/** Tells a process from a later one of the same number, also when the clock is set; undefined where that cannot be known. */
export function startMark(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const ticks = linuxFacts(pid)?.startTicks;
      return ticks && `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${ticks}`;
    }
    if (process.platform === "darwin") return macStart(pid);
  } catch {
    // Gone in the meantime, or hidden from us.
  }
  return undefined;
}

/** When this machine was started, in ms since 1970, by the clock as it is set now. */
export function bootTime(): number {
  return Date.now() - uptime() * 1000;
}
