/** The page's terminal: a program in a pseudoterminal that survives page reloads. */
import { homedir } from "node:os";
import type { IPty } from "@lydell/node-pty";
import { askingMode } from "@tandem-ide/workspace/claude";
import { findCommand, spawnCommand, trustedCommand, workspaceAt } from "@tandem-ide/workspace/programs";
import { endSession, membersOf } from "./end-session.js";
import { Scrollback } from "./scrollback.js";

const terminalKind = "xterm-256color";
/** Variables that describe the terminal that Tandem was started in. */
const outerTerminalVariables =
  /^(COLUMNS|LINES|STY|TERMCAP|TERM_PROGRAM|TERM_PROGRAM_VERSION|TERM_SESSION_ID|TMUX|TMUX_PANE|VTE_VERSION|WINDOW|WINDOWID|WT_SESSION)$/;

/** How often to check whether a slow reader has caught up. */
const checkMs = 20;

export interface TerminalOptions {
  /** The program and its arguments. Default: Claude Code, in the mode that asks before it edits. */
  readonly command?: readonly string[];
  readonly cwd: string;
  /** Returns variables to add to this process's own. Called on each start. */
  readonly env: () => Record<string, string>;
  readonly onOutput: (data: string) => void;
  readonly onEnded: (exitCode: number) => void;
  /** True while the reader is far behind: then only the last 256 KB are kept for it. */
  readonly isBehind?: () => boolean;
}

interface Running {
  readonly pty: IPty;
  readonly scrollback: Scrollback;
}

export interface FollowedTerminal {
  readonly columns: number;
  readonly rows: number;
  /** The output so far. */
  readonly output: string;
  /** Listens until the returned function is called. */
  listen(onOutput: (data: string) => void, onEnded: () => void): () => void;
}

export class Terminal {
  readonly #options: TerminalOptions;
  #command: readonly string[];
  #running: Running | undefined;
  #starting: Promise<Running> | undefined;
  readonly #endings = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  /** Output for a reader that is behind. */
  #pending: Scrollback | undefined;
  #pendingTimer: NodeJS.Timeout | undefined;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#command = options.command ?? ["claude"];
  }

  /** Pseudoterminals need a native module that not every platform has. */
  static async isAvailable(): Promise<boolean> {
    return (await loadPty()) !== undefined;
  }

  /** Starts the program. If it is running, resizes it and returns its last output for a reload or a second window. */
  async start(columns: number, rows: number): Promise<{ readonly command: string; readonly output: string }> {
    if (this.#closing.signal.aborted) throw new Error("Can't start a terminal: Tandem is shutting down.");
    const isFirst = !this.#running && !this.#starting;
    const { scrollback } = this.#running ?? (await this.#startOnce(columns, rows));
    if (!isFirst) this.resize(columns, rows);
    // Sent before the scrollback, which includes it, so that it isn't shown twice.
    this.#flushPending();
    return { command: this.#command.join(" "), output: scrollback.text };
  }

  /** Returns what a second view of the terminal needs, or undefined if no program is running. */
  follow(): FollowedTerminal | undefined {
    const running = this.#running;
    return (
      running && {
        columns: running.pty.cols,
        rows: running.pty.rows,
        output: running.scrollback.text,
        listen(onOutput, onEnded) {
          const listeners = [running.pty.onData(onOutput), running.pty.onExit(onEnded)];
          return () => {
            for (const listener of listeners) listener.dispose();
          };
        },
      }
    );
  }

  /** Returns whether a process runs in the terminal. */
  hasProcess(pid: number): boolean {
    return this.#running !== undefined && membersOf(this.#running.pty.pid).includes(pid);
  }

  write(data: string): void {
    this.#running?.pty.write(data);
  }

  resize(columns: number, rows: number): void {
    try {
      this.#running?.pty.resize(Math.floor(columns), Math.floor(rows));
    } catch {
      // It just ended.
    }
  }

  /** Ends the program and its children. It can be started again. */
  stop(): void {
    const running = this.#running;
    if (!running) return;
    const ending = process.platform === "win32" ? endOnWindows(running.pty) : endSession(running.pty.pid);
    this.#endings.add(ending);
    void ending.finally(() => this.#endings.delete(ending));
  }

  /** Ends the program and resolves when it and its children are gone. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#starting?.catch(() => {});
    this.stop();
    await Promise.all(this.#endings);
  }

  /** Starts the program once, even if two windows ask at the same time. */
  #startOnce(columns: number, rows: number): Promise<Running> {
    this.#starting ??= this.#spawn(columns, rows).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #spawn(columns: number, rows: number): Promise<Running> {
    const node = await loadPty();
    if (!node) throw new Error("The terminal isn't available on this platform. Start Claude Code in another terminal.");
    const { cwd, onEnded } = this.#options;
    const env = terminalEnvironment(process.env, this.#options.env());
    const [name = "", ...given] = this.#command;
    const location = { cwd, env, folders: workspaceAt(cwd, env.HOME || homedir()) };
    const program = await findCommand(name, location);
    if (program === undefined) throw new Error(whyNotFound(name));
    const start = await trustedCommand(program, location);
    if (start === undefined)
      throw new Error(
        `Can't start ${program}: the only interpreter for it on the PATH is inside this folder. Install one elsewhere.`,
      );
    const [first, ...before] = start;
    const withArguments = (each: readonly string[]) => spawnCommand(first, [...before, ...each], location);
    const rest = this.#options.command ? given : await askingMode(withArguments, location, this.#closing.signal);
    this.#command = [name, ...rest];
    const { file, args } = withArguments(rest);
    const size = { cols: Math.floor(columns), rows: Math.floor(rows) };
    const running = {
      pty: node.spawn(file, args, { name: terminalKind, cwd, env, ...size }),
      scrollback: new Scrollback(),
    };
    this.#running = running;
    running.pty.onData((data) => {
      running.scrollback.add(data);
      this.#output(data);
    });
    running.pty.onExit(({ exitCode, signal }) => {
      this.#running = undefined;
      this.#flushPending();
      // The exit code that a shell would report.
      onEnded(signal ? 128 + signal : exitCode);
    });
    return running;
  }

  /**
   * Sends output, or keeps the end of it for a reader that is behind: a flood would delay all other messages and cost the
   * page its connection. Pausing the program instead could lose output, because the pseudoterminal is gone 200 ms after
   * the program ends.
   */
  #output(data: string): void {
    const { isBehind = () => false, onOutput } = this.#options;
    if (!this.#pending && !isBehind()) {
      onOutput(data);
      return;
    }
    this.#pending ??= new Scrollback();
    this.#pending.add(data);
    this.#pendingTimer ??= setInterval(() => {
      if (!isBehind()) this.#flushPending();
    }, checkMs);
  }

  #flushPending(): void {
    clearInterval(this.#pendingTimer);
    this.#pendingTimer = undefined;
    const held = this.#pending;
    this.#pending = undefined;
    if (held) this.#options.onOutput(held.text);
  }
}

function terminalEnvironment(own: NodeJS.ProcessEnv, added: Record<string, string>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && !outerTerminalVariables.test(name)) env[name] = value;
  return { ...env, ...added, TERM: terminalKind, COLORTERM: "truecolor" };
}

async function loadPty(): Promise<typeof import("@lydell/node-pty") | undefined> {
  try {
    return await import("@lydell/node-pty");
  } catch {
    return undefined;
  }
}

function whyNotFound(name: string): string {
  if (name === "claude")
    return "Can't find claude on the PATH. Install Claude Code, or start Tandem from a shell that has it on the PATH. A claude program inside this folder is ignored.";
  return /[/\\]/.test(name)
    ? `${name} isn't an executable file. Check the terminal command.`
    : `Can't find ${name} on the PATH. Install it, or start Tandem from a shell that has it on the PATH.`;
}

/** On Windows, closing a console ends its programs. */
async function endOnWindows(pty: IPty): Promise<void> {
  try {
    pty.kill();
  } catch {
    // It just ended.
  }
}
