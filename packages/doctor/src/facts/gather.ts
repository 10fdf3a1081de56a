/** Gathers all facts, the sources in parallel. */
import { dirname } from "node:path";
import { discover } from "@tandem-ide/client";
import { gatherAgents } from "./agents.js";
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
 * Options of an examination.
 *
 * @example
 * const options: GatherOptions = { signal: AbortSignal.timeout(20_000), onStep: (busyWith) => console.error(busyWith) };
 */
export interface GatherOptions {
  readonly signal?: AbortSignal;
  /** Called with what is still in progress, whenever that changes. */
  readonly onStep?: (busyWith: readonly string[]) => void;
}

type RunStep = <T>(name: string, step: Promise<T>) => Promise<T>;

/** Returns a function that tracks the steps in progress. */
function stepTracker(onStep: GatherOptions["onStep"]): RunStep {
  const busyWith = new Set<string>();
  return async (name, step) => {
    busyWith.add(name);
    onStep?.([...busyWith]);
    try {
      return await step;
    } finally {
      busyWith.delete(name);
      onStep?.([...busyWith]);
    }
  };
}

async function gatherRunningEditors(surroundings: Surroundings, runStep: RunStep, signal?: AbortSignal) {
  const { env, cwd, home, configDir, platform } = surroundings;
  const settings = await gatherSettings(surroundings);
  // Settings override the terminal's variables, except the config directory that they were read from.
  const effective = { ...effectiveEnvironment(env, settings), CLAUDE_CONFIG_DIR: env.CLAUDE_CONFIG_DIR };
  const options = { cwd, home, platform, env: effective, ...(configDir !== undefined && { configDir }) };
  const discovery = await runStep("lock files", discover(options));
  const [locks, directories, running] = await Promise.all([
    runStep("connections to editors", gatherLocks(discovery, surroundings, signal)),
    gatherDirectories(discovery.directories, surroundings),
    gatherRunning(surroundings, {
      cwd: discovery.cwd,
      known: discovery.directories.map(({ path }) => dirname(path)),
    }),
  ]);
  return { settings, discovery, locks, directories, running };
}

async function gatherProgramsInFolder(surroundings: Surroundings): Promise<string[]> {
  // A typed path is the user's own choice.
  const claude = surroundings.claudePath === undefined ? [wantedClaude(surroundings)] : [];
  const names = [...claude, "nvim", ...vscodeCommands];
  const found = await Promise.all(names.map((name) => findInFolder(name, surroundings)));
  return found.filter((path) => path !== undefined);
}

/** Gathers the facts without changing anything. Editors see a client that connects and disconnects. */
export async function gather(surroundings: Surroundings, { signal, onStep }: GatherOptions = {}): Promise<Facts> {
  const runStep = stepTracker(onStep);
  const { version, nodeVersion, platform, home, uid, env } = surroundings;
  const [claude, programsInFolder, found, machine, neovim, vscode, vaults] = await Promise.all([
    runStep("Claude Code", gatherClaude(surroundings, signal)),
    gatherProgramsInFolder(surroundings),
    gatherRunningEditors(surroundings, runStep, signal),
    gatherMachine(surroundings),
    runStep("Neovim", gatherNeovim(surroundings, signal)),
    runStep("VS Code", gatherVscode(surroundings, signal)),
    gatherObsidian(surroundings),
  ]);
  const { settings, discovery, locks, directories, running } = found;
  const { editor, code, reason } = discovery.choice;
  const agents = await gatherAgents(surroundings, discovery.cwd);
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
    agents,
    neovim,
    vscode,
    ...(vaults && { vaults }),
  };
}
