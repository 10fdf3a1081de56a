/** Gathers all facts, each source beside the others. */
import { dirname } from "node:path";
import { discover } from "@tandem/client";
import { gatherClaude, wantedClaude } from "./claude-code.js";
import { gatherDirectories } from "./directories.js";
import { gatherNeovim } from "./editors/neovim.js";
import { gatherObsidian } from "./editors/obsidian.js";
import { gatherVscode, vscodeCommands } from "./editors/vscode.js";
import { effectiveEnvironment, environmentFacts } from "./environment.js";
import type { Facts } from "./facts.js";
import { gatherLocks } from "./locks.js";
import { gatherMachine } from "./machine.js";
import { findInFolder } from "./programs.js";
import { gatherRunning } from "./running.js";
import { gatherSettings } from "./settings-files.js";
import type { Surroundings } from "./surroundings.js";

/**
 * What may be set for an examination.
 *
 * @example
 * const options: GatherOptions = { signal: AbortSignal.timeout(20_000), onStep: (busyWith) => console.error(busyWith) };
 */
export interface GatherOptions {
  readonly signal?: AbortSignal;
  /** Told what is still being looked at, whenever that changes. */
  readonly onStep?: (busyWith: readonly string[]) => void;
}

/** Keeps the list of what is under way. */
class Steps {
  readonly #busyWith = new Set<string>();
  readonly #tell: (busyWith: readonly string[]) => void;

  constructor(tell: (busyWith: readonly string[]) => void = () => {}) {
    this.#tell = tell;
  }

  async run<T>(name: string, step: Promise<T>): Promise<T> {
    this.#busyWith.add(name);
    this.#tell([...this.#busyWith]);
    try {
      return await step;
    } finally {
      this.#busyWith.delete(name);
      this.#tell([...this.#busyWith]);
    }
  }
}

async function gatherEditorsEnd(surroundings: Surroundings, steps: Steps, signal?: AbortSignal) {
  const { env, cwd, home, configDir, platform } = surroundings;
  const settings = await gatherSettings(surroundings);
  // Settings beat the terminal's variables; where the config directory is was decided before they were read.
  const effective = { ...effectiveEnvironment(env, settings), CLAUDE_CONFIG_DIR: env.CLAUDE_CONFIG_DIR };
  const options = { cwd, home, platform, env: effective, ...(configDir !== undefined && { configDir }) };
  const discovery = await steps.run("lock files", discover(options));
  const [locks, directories, running] = await Promise.all([
    steps.run("connections to editors", gatherLocks(discovery, surroundings, signal)),
    gatherDirectories(discovery.directories, surroundings),
    gatherRunning(surroundings, {
      cwd: discovery.cwd,
      known: discovery.directories.map(({ path }) => dirname(path)),
    }),
  ]);
  return { settings, discovery, locks, directories, running };
}

async function gatherProgramsInFolder(surroundings: Surroundings): Promise<string[]> {
  // A path that was typed is the user's word.
  const claude = surroundings.claudePath === undefined ? [wantedClaude(surroundings)] : [];
  const names = [...claude, "nvim", ...vscodeCommands];
  const found = await Promise.all(names.map((name) => findInFolder(name, surroundings)));
  return found.filter((path) => path !== undefined);
}

/** Gathers the facts. Nothing is changed by it; an editor sees a client that comes and goes. */
export async function gather(surroundings: Surroundings, { signal, onStep }: GatherOptions = {}): Promise<Facts> {
  const steps = new Steps(onStep);
  const { version, nodeVersion, platform, home, uid, env } = surroundings;
  const [claude, programsInFolder, near, machine, neovim, vscode, vaults] = await Promise.all([
    steps.run("Claude Code", gatherClaude(surroundings, signal)),
    gatherProgramsInFolder(surroundings),
    gatherEditorsEnd(surroundings, steps, signal),
    gatherMachine(surroundings),
    steps.run("Neovim", gatherNeovim(surroundings, signal)),
    steps.run("VS Code", gatherVscode(surroundings, signal)),
    gatherObsidian(surroundings),
  ]);
  const { settings, discovery, locks, directories, running } = near;
  const { editor, code, reason } = discovery.choice;
  return {
    tandem: { version, node: nodeVersion, platform },
    cwd: discovery.cwd,
    home,
    ...(uid !== undefined && { uid }),
    claude,
    programsInFolder,
    directories,
    locks,
    problems: discovery.problems,
    choice: { ...(editor && { port: editor.port, file: editor.lockFile }), code, reason },
    environment: environmentFacts(env, settings),
    settings,
    machine,
    running,
    neovim,
    vscode,
    ...(vaults && { vaults }),
  };
}
