/** What only reaping asks of the machine: since when a process runs, since when the machine, and who listens. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { uptime } from "node:os";
import { systemErrorCode } from "../errors.js";

/** Kernel clock ticks a second: USER_HZ, 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Since the boot. */
function linuxStartTicks(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses and may hold anything, so count from its end (proc(5): 22).
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function linuxStart(pid: number): number | undefined {
  const bootSeconds = Number(/^btime (\d+)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1]);
  const start = (bootSeconds + Number(linuxStartTicks(pid)) / ticksPerSecond) * 1000;
  return Number.isFinite(start) ? start : undefined;
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
    if (process.platform === "linux")
      return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${linuxStartTicks(pid)}`;
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

/** Longer than loopback ever takes to refuse. */
const refusedWithinMs = 1000;

/** Whether something answers on a port of this machine. Only a refusal says that there is nothing. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: refusedWithinMs });
    const answer = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => answer(true));
    socket.once("timeout", () => answer(true));
    socket.once("error", (error) => answer(systemErrorCode(error) !== "ECONNREFUSED"));
  });
}
