/** The real Claude Code in a separate terminal: presses keys, and reads the screen. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askingModeIn } from "@tandem-ide/workspace/claude";
import { expect } from "vitest";
import { claudeCodeCommand } from "../../scripts/claude-code.mjs";
import { eventually } from "../eventually.js";

/** Not a real key, because the model is a script on loopback. */
const dummyKey = "dummy-key-for-a-scripted-model";

export interface ClaudeOptions {
  readonly version: string;
  /** The test's directory. */
  readonly home: string;
  /** The folder where it is started, and which it trusts. */
  readonly folder: string;
  readonly modelUrl: string;
  readonly args?: readonly string[];
  /** Default: the mode in which it asks before editing. `default` is the mode that it starts in on its own. */
  readonly mode?: "asks" | "default" | "acceptEdits";
  readonly env?: Readonly<Record<string, string>>;
}

/** The complete environment of the client, with nothing from the environment of the tests. */
export function clientEnvironment({ home, modelUrl, env }: ClaudeOptions): Record<string, string> {
  return {
    PATH: `${join(home, "bin")}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    ANTHROPIC_API_KEY: dummyKey,
    ANTHROPIC_BASE_URL: modelUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: "true",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    ...env,
  };
}

/** A home in which Claude Code has been started before, and trusts these folders. */
export function seedHome(home: string, version: string, folders: readonly string[]): void {
  mkdirSync(join(home, ".claude"), { recursive: true });
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const settings = {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: version,
    lastReleaseNotesSeen: version,
    autoUpdates: false,
    theme: "dark",
    hasIdeOnboardingBeenShown: { unknown: true, tmux: true },
    hasIdeAutoConnectDialogBeenShown: true,
    customApiKeyResponses: { approved: [dummyKey.slice(-20)], rejected: [] },
    projects: Object.fromEntries(folders.map((folder) => [folder, project])),
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(settings));
  mkdirSync(join(home, "bin"), { recursive: true });
}

/** Puts a release on the PATH of a home, as `claude`. */
export function putOnPath(home: string, version: string): void {
  const command = claudeCodeCommand(version);
  const [program = ""] = command;
  const claude = join(home, "bin", "claude");
  rmSync(claude, { force: true });
  if (command.length === 1) symlinkSync(program, claude);
  else {
    const words = command.map((word) => `'${word}'`).join(" ");
    writeFileSync(claude, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  }
}

const askingModes = new Map<string, string[]>();

/** The arguments for the mode in which it asks before editing. The mode's name depends on the release. */
function askingMode(options: ClaudeOptions): string[] {
  const { version } = options;
  const [program = "", ...first] = claudeCodeCommand(version);
  const known = askingModes.get(version);
  const ask = () => execFileSync(program, [...first, "--help"], { encoding: "utf8", env: clientEnvironment(options) });
  const mode = known ?? askingModeIn(ask());
  askingModes.set(version, mode);
  return mode;
}

function modeArguments(options: ClaudeOptions): string[] {
  if (options.mode === "default") return [];
  return options.mode === "acceptEdits" ? ["--permission-mode", "acceptEdits"] : askingMode(options);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export class ClaudeCode implements AsyncDisposable {
  readonly options: ClaudeOptions;
  readonly #socket: string;
  #isOver = false;

  private constructor(options: ClaudeOptions) {
    this.options = options;
    // A tmux server with the same name that is about to exit would take the next session with it.
    this.#socket = join(options.home, `tmux-${randomUUID().slice(0, 8)}`);
  }

  /** Starts it, and waits for its prompt. */
  static async start(options: ClaudeOptions): Promise<ClaudeCode> {
    const claude = new ClaudeCode(options);
    const { version, folder, args = [] } = options;
    claude.#run([...claudeCodeCommand(version), ...modeArguments(options), ...args], folder);
    await claude.shows(/^\s*[❯>]/m);
    return claude;
  }

  /**
   * Starts it with another program: `tandem claude`, which also chooses the mode, or one that passes on its arguments
   * (`passesArguments`) and gets the mode.
   */
  static async startAs(
    command: readonly string[],
    options: ClaudeOptions,
    passesArguments = false,
  ): Promise<ClaudeCode> {
    const claude = new ClaudeCode(options);
    claude.#run(passesArguments ? [...command, ...askingMode(options)] : command, options.folder);
    await claude.shows(/^\s*[❯>]/m);
    return claude;
  }

  #run(command: readonly string[], folder: string): void {
    const environment = Object.entries(clientEnvironment(this.options)).map(([name, value]) => `${name}=${value}`);
    // `env -i`, because tmux would pass on the environment of the process that started its server.
    const line = ["/usr/bin/env", "-i", ...environment, ...command].map(quoted).join(" ");
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", "150", "-y", "50", "-c", folder, `exec ${line}`);
    this.#tmux("set-option", "-g", "remain-on-exit", "on");
  }

  #tmux(...args: string[]): string {
    const env = { PATH: process.env.PATH ?? "", HOME: this.options.home, TERM: "xterm-256color", LANG: "C.UTF-8" };
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

  /** Its environment variables, as reported by the system. */
  get environment(): Record<string, string> {
    const entries = readFileSync(`/proc/${this.pid}/environ`, "utf8").split("\0").filter(Boolean);
    return Object.fromEntries(
      entries.map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
    );
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

  /** Selects an entry of a list on the screen. */
  async choose(entry: string): Promise<void> {
    const isChosen = new RegExp(`❯ *(\\d+\\. *)?${entry}`);
    await this.shows(new RegExp(entry));
    const move = () => {
      if (!isChosen.test(this.screen)) this.keys("Up");
      expect(this.screen).toMatch(isChosen);
    };
    await eventually(move, 20_000, 300);
    await this.answer(isChosen, "Enter");
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

  /** Exits as a user would. */
  async exit(): Promise<void> {
    await this.type("/exit");
    this.keys("Enter");
    await eventually(() => expect(this.isOver).toBe(true));
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
