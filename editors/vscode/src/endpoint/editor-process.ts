/** The process that a window's terminals descend from: what a lock names as the editor's (LCK-06). */
import { linuxFacts } from "@tandem/base/node";

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
  const facts = linuxFacts(pid);
  return facts ? `${pid} of ${facts.startTicks}` : String(pid);
}
