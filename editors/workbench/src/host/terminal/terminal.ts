/** A terminal of the page: a program in a pseudoterminal, which outlives reloads of the page. */

import { homedir } from "node:os";
import type { IPty } from "@lydell/node-pty";
import { askingMode } from "@tandem/workspace/claude";
import { findCommand, ownStart, startable, workspaceAt } from "@tandem/workspace/programs";
import { endSession } from "./end-session.js";
import { Scrollback } from "./scrollback.js";

const terminalKind = "xterm-256color";
/** What the terminal that Tandem was started in says of itself: here it would be untrue. */
const ofOuterTerminal =
  /^(COLUMNS|LINES|STY|TERMCAP|TERM_PROGRAM|TERM_PROGRAM_VERSION|TERM_SESSION_ID|TMUX|TMUX_PANE|VTE_VERSION|WINDOW|WINDOWID|WT_SESSION)$/;

/** How soon a reader that has caught up is told more. */
const lookAgainMs = 20;

export interface TerminalOptions {
  /** The program and its arguments: Claude Code, in the mode that asks before it edits, unless given. */
  readonly command?: readonly string[];
  readonly cwd: string;
  /** What to add to this process's own variables; asked at each start. */
  readonly env: () => Record<string, string>;
  readonly onOutput: (data: string) => void;
  readonly onEnded: (exitCode: number) => void;
  /** True while whoever reads the output has plenty of it left: then only the last 256 KB wait for it. */
  readonly isBehind?: () => boolean;
}

/** What runs now. */
interface Running {
  readonly pty: IPty;
  readonly scrollback: Scrollback;
}

export class Terminal {
  readonly #options: TerminalOptions;
  #command: readonly string[];
  #running: Running | undefined;
  #starting: Promise<Running> | undefined;
  readonly #endings = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  /** What waits for a reader that is behind, and the look whether it has caught up. */
  #held: Scrollback | undefined;
  #look: NodeJS.Timeout | undefined;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#command = options.command ?? ["claude"];
  }

  /** Pseudoterminals need a native module, which not every platform has. */
  static async isAvailable(): Promise<boolean> {
    return (await loadPty()) !== undefined;
  }

  /**
   * Starts the program. One that runs already takes the new size, and its last output is returned, so that a reload or a
   * second window shows it.
   */
  async start(columns: number, rows: number): Promise<{ readonly command: string; readonly output: string }> {
    if (this.#ending.signal.aborted) throw new Error("Tandem is ending, so no terminal can be started.");
    const isFirst = !this.#running && !this.#starting;
    const { scrollback } = this.#running ?? (await this.#startOnce(columns, rows));
    if (!isFirst) this.resize(columns, rows);
    // It is in the scrollback too, and must not come again after it.
    this.#tellHeld();
    return { command: this.#command.join(" "), output: scrollback.text };
  }

  /** Passes keys on. Nothing happens when nothing runs. */
  write(data: string): void {
    this.#running?.pty.write(data);
  }

  resize(columns: number, rows: number): void {
    try {
      this.#running?.pty.resize(Math.floor(columns), Math.floor(rows));
    } catch {
      // It ended a moment ago, which onEnded tells.
    }
  }

  /** Ends the program and what it started; `onEnded` tells when. It can be started again. */
  stop(): void {
    const running = this.#running;
    if (!running) return;
    const ending = process.platform === "win32" ? endOnWindows(running.pty) : endSession(running.pty.pid);
    this.#endings.add(ending);
    void ending.finally(() => this.#endings.delete(ending));
  }

  /** Ends the program for good. Resolves when it is gone with all that it started. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#starting?.catch(() => {});
    this.stop();
    await Promise.all(this.#endings);
  }

  /** Two windows may ask at the same time: both get the same program. */
  #startOnce(columns: number, rows: number): Promise<Running> {
    this.#starting ??= this.#spawn(columns, rows).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #spawn(columns: number, rows: number): Promise<Running> {
    const node = await loadPty();
    if (!node) throw new Error("There is no terminal for this platform. Start Claude Code in a terminal of your own.");
    const { cwd, onEnded } = this.#options;
    const env = terminalEnvironment(process.env, this.#options.env());
    const [name = "", ...given] = this.#command;
    const place = { cwd, env, folders: workspaceAt(cwd, env.HOME || homedir()) };
    const program = await findCommand(name, place);
    if (program === undefined) throw new Error(whyNotFound(name));
    const words = await ownStart(program, place);
    if (words === undefined) throw new Error(`What runs ${program} is on the PATH only as a file of this folder.`);
    const [first, ...before] = words;
    const withArguments = (each: readonly string[]) => startable(first, [...before, ...each], place);
    const rest = this.#options.command ? given : await askingMode(withArguments, place, this.#ending.signal);
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
      this.#tell(data);
    });
    running.pty.onExit(({ exitCode, signal }) => {
      this.#running = undefined;
      this.#tellHeld();
      // As shells count.
      onEnded(signal ? 128 + signal : exitCode);
    });
    return running;
  }

  /**
   * Tells output, or keeps the end of it for a reader that is behind: a flood would stand before everything else that
   * the page is told, and cost it its connection. (Pausing the program would lose its last words: 200 ms after its end
   * the pseudoterminal is gone, read or not.)
   */
  #tell(data: string): void {
    const { isBehind = () => false, onOutput } = this.#options;
    if (!this.#held && !isBehind()) {
      onOutput(data);
      return;
    }
    this.#held ??= new Scrollback();
    this.#held.add(data);
    this.#look ??= setInterval(() => {
      if (!isBehind()) this.#tellHeld();
    }, lookAgainMs);
  }

  #tellHeld(): void {
    clearInterval(this.#look);
    this.#look = undefined;
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#options.onOutput(held.text);
  }
}

function terminalEnvironment(own: NodeJS.ProcessEnv, added: Record<string, string>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && !ofOuterTerminal.test(name)) env[name] = value;
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
    return "claude is not on the PATH. Install Claude Code, or start Tandem from a shell that finds it; one in this folder does not count.";
  return /[/\\]/.test(name)
    ? `${name} is not a program. Check the command that Tandem was told to start.`
    : `${name} is not on the PATH. Install it, or start Tandem from a shell that finds it.`;
}

/** There a console takes its programs with it. */
async function endOnWindows(pty: IPty): Promise<void> {
  try {
    pty.kill();
  } catch {
    // It ended a moment ago.
  }
}
