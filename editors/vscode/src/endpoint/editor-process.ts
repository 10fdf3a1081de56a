/** Finds the parent process of a window's terminals, for the lock file (LCK-06). */
import { linuxFacts } from "@tandem-ide/base/node";

export interface ProcessFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly parent: number;
  /** Whether the window belongs to a desktop application on this machine. */
  readonly isDesktop: boolean;
}

/**
 * On the desktop, this is the application, whose id is in `VSCODE_PID`. In a remote extension host (SSH, containers, WSL, a
 * browser) it is the server, which starts both this process and the terminals.
 */
export function editorPid({ env, parent, isDesktop }: ProcessFacts): number {
  const named = Number(env.VSCODE_PID);
  return isDesktop && Number.isInteger(named) && named > 1 ? named : parent;
}

/** Identifies a process, even if its id is reused later. */
export function processName(pid: number): string {
  const facts = linuxFacts(pid);
  return facts ? `${pid} of ${facts.startTicks}` : String(pid);
}
