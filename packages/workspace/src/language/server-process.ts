/** The process of a language server, with the end of its stderr. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { FoundProgram, SpawnContext } from "./find-server-program.js";

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Set when the process couldn't be started. */
  readonly error?: Error;
}

const maxErrorText = 4096;

/**
 * A server's process. On POSIX it leads its own process group. Some servers are scripts that start the real server, which
 * would survive when only the script is killed. Also, Ctrl-C in the terminal must reach only us, so that we stop it cleanly.
 */
export class ServerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #stderr = "";
  readonly exited: Promise<Exit>;

  constructor(found: FoundProgram, context: SpawnContext, onStderr: (text: string) => void) {
    this.#child = spawn(found.command, [...found.args], {
      ...context,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const { stdin, stderr } = this.#child;
    // Writing to a server that has exited fails. Its exit is reported instead.
    stdin.on("error", () => {});
    stderr.setEncoding("utf8");
    stderr.on("data", (chunk: string) => {
      this.#stderr = (this.#stderr + chunk).slice(-maxErrorText);
      onStderr(chunk);
    });
    this.exited = new Promise((resolve) => {
      this.#child.once("error", (error) => resolve({ code: null, signal: null, error }));
      this.#child.once("exit", (code, signal) => {
        // Ends the remaining processes of its group.
        this.#signal("SIGKILL");
        resolve({ code, signal });
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get input(): Writable {
    return this.#child.stdin;
  }

  get output(): Readable {
    return this.#child.stdout;
  }

  /** The end of its stderr as a sentence to append, which usually explains a crash. Empty if it wrote nothing. */
  get lastOutput(): string {
    const text = this.#stderr.trim();
    return text === "" ? "" : `. Its last output was: ${text}`;
  }

  kill(): void {
    this.#signal("SIGKILL");
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // It has exited already.
    }
  }
}

/** Describes an exit for messages, such as "exited with code 1". */
export function explainExit({ code, signal, error }: Exit): string {
  if (error) return `couldn't be started: ${error.message}`;
  return signal === null ? `exited with code ${code}` : `was killed by ${signal}`;
}
