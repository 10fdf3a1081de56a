import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { systemPath } from "@tandem-ide/workspace/programs";

function groups(): { own: string; foreground: string } | undefined {
  try {
    // After the name in brackets, which may contain anything: state, parent, group, session, terminal, foreground group.
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { own: fields[2] ?? "", foreground: fields[5] ?? "" };
  } catch {
    const { stdout } = spawnSync("ps", ["-o", "pgid=,tpgid=", "-p", String(process.pid)], {
      encoding: "utf8",
      env: { PATH: systemPath },
    });
    const [, own, foreground] = /(\d+)\s+(-?\d+)/.exec(stdout ?? "") ?? [];
    return own !== undefined && foreground !== undefined ? { own, foreground } : undefined;
  }
}

/**
 * Returns false for `tandem serve &`, because reading from the terminal would stop such a process. Node can't ask the
 * terminal, so this asks the process table, and assumes the foreground if that fails.
 */
export function isInForeground(): boolean {
  if (process.platform === "win32") return true;
  const found = groups();
  return found === undefined || found.own === found.foreground;
}
