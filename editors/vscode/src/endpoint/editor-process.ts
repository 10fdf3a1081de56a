/** The process that a window's terminals descend from: what a lock names as the editor's (LCK-06). */
import { readFileSync } from "node:fs";

export interface ProcessFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly parent: number;
  /** The window is a desktop application on this machine. */
  readonly isDesktop: boolean;
}

/**
 * On the desktop that is the application, which names itself in `VSCODE_PID`. In a remote extension host (SSH, containers,
 * WSL, a browser) it is the server, which starts this process and the one that holds the terminals.
 */
export function editorPid({ env, parent, isDesktop }: ProcessFacts): number {
  const named = Number(env.VSCODE_PID);
  return isDesktop && Number.isInteger(named) && named > 1 ? named : parent;
}

/** Names a process for as long as it lives: a number alone may be another's later. */
export function processName(pid: number): string {
  try {
    // The name, in parentheses, may hold anything; the time of the start is the 20th field behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return `${pid} of ${fields[19]}`;
  } catch {
    return String(pid);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and is somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
