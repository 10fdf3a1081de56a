/** The process of a language server, and what it wrote to stderr. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { FoundProgram, RunPlace } from "./find-server-program.js";

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It could not even be started. */
  readonly error?: Error;
}

const keptBytes = 4096;

/** Its last lines on stderr, of which a crash usually tells the reason. */
class Tail {
  #text = "";

  add(chunk: string): void {
    this.#text = (this.#text + chunk).slice(-keptBytes);
  }

  get text(): string {
    return this.#text.trim();
  }
}

/**
 * A server that runs. On POSIX it leads a process group of its own: some servers are a script that starts the real one,
 * which would stay when the script is killed; and a Ctrl-C in the terminal is for us, who stop it in good order.
 */
export class ServerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #errors = new Tail();
  readonly exited: Promise<Exit>;

  constructor(found: FoundProgram, runPlace: RunPlace, heard: (stderr: string) => void) {
    this.#child = spawn(found.command, [...found.args], {
      ...runPlace,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const { stdin, stderr } = this.#child;
    // A server that has gone cannot be written to; its exit says so better than this error does.
    stdin.on("error", () => {});
    stderr.setEncoding("utf8");
    stderr.on("data", (chunk: string) => {
      this.#errors.add(chunk);
      heard(chunk);
    });
    this.exited = new Promise((resolve) => {
      this.#child.once("error", (error) => resolve({ code: null, signal: null, error }));
      this.#child.once("exit", (code, signal) => {
        // What is left of its group has nobody to answer to.
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

  /** The end of what it wrote to stderr. */
  get lastErrors(): string {
    return this.#errors.text;
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
      // Already gone.
    }
  }
}

/** "ended with code 1", for people. */
export function explainExit({ code, signal, error }: Exit): string {
  if (error) return `could not be started: ${error.message}`;
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}
