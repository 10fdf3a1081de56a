/** The real Claude Code in a separate terminal: presses keys, and reads the screen. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askingModeIn } from "@tandem-ide/workspace/claude";
import { expect } from "vitest";
import { claudeCodeCommand } from "../../scripts/claude-code.mjs";
import { eventually } from "../eventually.js";
import { ProgramTerminal } from "./program-terminal.js";

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

export class ClaudeCode extends ProgramTerminal {
  readonly options: ClaudeOptions;

  private constructor(options: ClaudeOptions) {
    super(options.home);
    this.options = options;
  }

  /** Starts it, and waits for its prompt. */
  static async start(options: ClaudeOptions): Promise<ClaudeCode> {
    const claude = new ClaudeCode(options);
    const { version, folder, args = [] } = options;
    const command = [...claudeCodeCommand(version), ...modeArguments(options), ...args];
    claude.run(command, folder, clientEnvironment(options));
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
    const whole = passesArguments ? [...command, ...askingMode(options)] : command;
    claude.run(whole, options.folder, clientEnvironment(options));
    await claude.shows(/^\s*[❯>]/m);
    return claude;
  }

  /** Its environment variables, as reported by the system. */
  get environment(): Record<string, string> {
    const entries = readFileSync(`/proc/${this.pid}/environ`, "utf8").split("\0").filter(Boolean);
    return Object.fromEntries(
      entries.map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
    );
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

  /** Exits as a user would. */
  async exit(): Promise<void> {
    await this.type("/exit");
    this.keys("Enter");
    await eventually(() => expect(this.isOver).toBe(true));
  }
}
