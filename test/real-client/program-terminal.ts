/** A program in a separate terminal: presses keys, and reads the screen. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { eventually } from "../eventually.js";

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export class ProgramTerminal implements AsyncDisposable {
  readonly #home: string;
  readonly #socket: string;
  #isOver = false;

  constructor(home: string) {
    this.#home = home;
    // A tmux server with the same name that is about to exit would take the next session with it.
    this.#socket = join(home, `tmux-${randomUUID().slice(0, 8)}`);
  }

  /** Starts the program with exactly this environment. */
  run(command: readonly string[], folder: string, environment: Readonly<Record<string, string>>): void {
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    // `env -i`, because tmux would pass on the environment of the process that started its server.
    const line = ["/usr/bin/env", "-i", ...variables, ...command].map(quoted).join(" ");
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", "150", "-y", "50", "-c", folder, `exec ${line}`);
    this.#tmux("set-option", "-g", "remain-on-exit", "on");
  }

  #tmux(...args: string[]): string {
    const env = { PATH: process.env.PATH ?? "", HOME: this.#home, TERM: "xterm-256color", LANG: "C.UTF-8" };
    return execFileSync("tmux", ["-S", this.#socket, ...args], {
      encoding: "utf8",
      env,
      timeout: 10_000,
      stdio: "pipe",
    });
  }

  get screen(): string {
    return this.#tmux("capture-pane", "-p")
      .replace(/[ \t\u00a0]+$/gm, "")
      .trimEnd();
  }

  /** The process that runs in the terminal. */
  get pid(): number {
    return Number(this.#tmux("display-message", "-p", "#{pane_pid}"));
  }

  async shows(pattern: RegExp, timeout = 20_000): Promise<void> {
    await eventually(() => expect(this.screen).toMatch(pattern), timeout, 100);
  }

  keys(...names: string[]): void {
    this.#tmux("send-keys", ...names);
  }

  /**
   * Answers a question on the screen with a key. A question that has just appeared ignores keys, so it may need two.
   */
  async answer(question: RegExp, key: string): Promise<void> {
    await this.shows(question);
    const answer = () => {
      if (question.test(this.screen)) this.keys(key);
      expect(this.screen).not.toMatch(question);
    };
    await eventually(answer, 20_000, 500);
  }

  /** Types a text, and waits until the prompt shows it. */
  async type(text: string): Promise<void> {
    this.#tmux("send-keys", "-l", text);
    const end = text.slice(-20).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    await this.shows(new RegExp(`${end}`));
  }

  /** Sends a prompt. */
  async prompt(text: string): Promise<void> {
    await this.type(text);
    this.keys("Enter");
  }

  /** Kills it, like a crash. */
  kill(): void {
    process.kill(this.pid, "SIGKILL");
  }

  get isOver(): boolean {
    return this.#isOver || this.#tmux("display-message", "-p", "#{pane_dead}").trim() === "1";
  }

  /** Kills it and waits until it has exited, because until then it may write to its home. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const { pid } = this;
    for (const each of processesOfSession(pid)) kill(each);
    this.#tmux("kill-server");
    await eventually(() => expect(processesOfSession(pid)).toEqual([]));
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

/** The processes in a terminal: the program that was started there, and Claude Code itself if that is its child. */
function processesOfSession(leader: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    let stat = "";
    try {
      stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    } catch {
      return []; // It has just exited.
    }
    // The fields after the name in parentheses, which may contain anything: state, parent, group, session.
    const [state, , , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state !== "Z" && Number(session) === leader ? pid : [];
  });
}
