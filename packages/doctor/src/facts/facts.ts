/** Everything the diagnoses work with: plain data without tokens, so it can go into a report. */
import type { Discovery } from "@tandem-ide/client";
import type { AgentFacts } from "./agents.js";
import type { ClaudeFacts } from "./claude-code.js";
import type { DirectoryFacts } from "./directories.js";
import type { NeovimFacts } from "./editors/neovim.js";
import type { VaultFacts } from "./editors/obsidian.js";
import type { VscodeFacts } from "./editors/vscode.js";
import type { EnvironmentFacts } from "./environment.js";
import type { LockFacts } from "./locks.js";
import type { MachineFacts } from "./machine.js";
import type { RunningFacts } from "./running.js";
import type { SettingsFacts } from "./settings-files.js";

/**
 * The facts that the doctor gathered.
 *
 * @example
 * const { facts } = await examine(surroundings);
 * console.log(facts.locks.map(({ name, code }) => `${name}: ${code}`));
 */
export interface Facts {
  readonly tandem: { readonly version: string; readonly node: string; readonly platform: string };
  /** The real path of the folder that was examined. */
  readonly cwd: string;
  readonly home: string;
  readonly uid?: number;
  readonly claude: ClaudeFacts;
  /** Programs in the folder that a shell would start; they were not run. */
  readonly programsInFolder: readonly string[];
  readonly directories: readonly DirectoryFacts[];
  readonly locks: readonly LockFacts[];
  /** Directories and files that discovery couldn't use. */
  readonly problems: Discovery["problems"];
  /** The editor Claude Code connects to automatically; `port` is missing if there is none. */
  readonly choice: {
    readonly port?: number;
    readonly file?: string;
    readonly code: Discovery["choice"]["code"];
    readonly reason: string;
  };
  readonly environment: EnvironmentFacts;
  readonly settings: SettingsFacts;
  readonly machine: MachineFacts;
  readonly running: RunningFacts;
  /** The other agents that the user has. */
  readonly agents: readonly AgentFacts[];
  readonly neovim: NeovimFacts;
  readonly vscode: readonly VscodeFacts[];
  /** Undefined if Obsidian has never been started. */
  readonly vaults?: readonly VaultFacts[];
}

/** Returns the lock of the editor that Claude Code picks. */
export function chosenLock({ locks, choice }: Pick<Facts, "locks" | "choice">): LockFacts | undefined {
  return locks.find(({ file }) => file === choice.file);
}

/** Checks whether Claude Code reaches an editor from here. */
export function isJoined(facts: Pick<Facts, "locks" | "choice">): boolean {
  return chosenLock(facts)?.connection?.outcome === "connected";
}
