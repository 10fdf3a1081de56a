/** Everything that is known before anything is judged. Plain data without tokens, so that it can be written down. */
import type { Discovery } from "@tandem/client";
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
 * What the doctor saw.
 *
 * @example
 * const { facts } = await examine(surroundings);
 * console.log(facts.locks.map(({ name, code }) => `${name}: ${code}`));
 */
export interface Facts {
  readonly tandem: { readonly version: string; readonly node: string; readonly platform: string };
  /** The real path for which the locks were judged. */
  readonly cwd: string;
  readonly home: string;
  readonly uid?: number;
  readonly claude: ClaudeFacts;
  /** Programs in the folder itself that a shell there would start: they were not run. */
  readonly programsInFolder: readonly string[];
  readonly directories: readonly DirectoryFacts[];
  readonly locks: readonly LockFacts[];
  /** Directories and files that discovery could not take into account. */
  readonly problems: Discovery["problems"];
  /** What Claude Code connects to by itself; `port` is missing where that is nothing. */
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
  readonly neovim: NeovimFacts;
  readonly vscode: readonly VscodeFacts[];
  /** Undefined where Obsidian was never started. */
  readonly vaults?: readonly VaultFacts[];
}

/** The lock of the editor that Claude Code takes. */
export function chosenLock({ locks, choice }: Pick<Facts, "locks" | "choice">): LockFacts | undefined {
  return locks.find(({ file }) => file === choice.file);
}

/** Whether Claude Code, started here, reaches an editor. */
export function isJoined(facts: Pick<Facts, "locks" | "choice">): boolean {
  return chosenLock(facts)?.connection?.outcome === "connected";
}
