/** Finds Claude Code, its version, and its name for the permission mode that asks. */
import { join } from "node:path";
import { askingModeIn } from "@tandem-ide/workspace/claude";
import { ask } from "./ask.js";
import { findInFolder, findProgram, findUnusable } from "./programs.js";
import type { Surroundings } from "./surroundings.js";
import { numbersOf } from "./versions.js";

/**
 * The `claude` program.
 *
 * @example
 * if (facts.claude.state === "found") console.log(facts.claude.version);
 */
export type ClaudeFacts =
  | { readonly state: "missing"; readonly wanted: string }
  | { readonly state: "fails"; readonly path: string; readonly why: string }
  | {
      readonly state: "found";
      readonly path: string;
      readonly version: string;
      /** False if a shell only finds it through an alias. */
      readonly isOnPath: boolean;
      /** The mode that asks before editing; undefined for a version without modes. */
      readonly askingMode?: "manual" | "default";
    };

/** A Node script may take seconds on a busy machine. */
const limitMs = 10_000;

/** Where its installers put it, in case PATH lacks that folder. */
function usualPaths({ home, root }: Surroundings): string[] {
  return [
    join(home, ".local", "bin", "claude"),
    join(home, ".claude", "local", "claude"),
    join(home, ".npm-global", "bin", "claude"),
    join(home, ".bun", "bin", "claude"),
    join(root, "usr", "local", "bin", "claude"),
    join(root, "opt", "homebrew", "bin", "claude"),
  ];
}

async function locate(wanted: string, surroundings: Surroundings) {
  const path = await findProgram(wanted, surroundings);
  if (path !== undefined) return { path, isOnPath: true };
  if (wanted !== "claude") return undefined;
  for (const usual of usualPaths(surroundings)) {
    const found = await findProgram(usual, surroundings);
    if (found !== undefined) return { path: found, isOnPath: false };
  }
  return undefined;
}

/** Returns the name or path of the program to look for. */
export function wantedClaude({ claudePath, env }: Surroundings): string {
  return claudePath ?? (env.TANDEM_CLAUDE || "claude");
}

/** Finds the program and runs it for its version and modes. */
export async function gatherClaude(surroundings: Surroundings, signal?: AbortSignal): Promise<ClaudeFacts> {
  const wanted = wantedClaude(surroundings);
  // The user typed --claude-path, but a variable that leads into the folder may come from the folder.
  const isTyped = surroundings.claudePath !== undefined;
  const isRefused = !isTyped && wanted !== "claude" && (await findInFolder(wanted, surroundings)) !== undefined;
  const located = isRefused ? undefined : await locate(wanted, surroundings);
  if (!located) {
    const unusable = isRefused ? undefined : await findUnusable(wanted, surroundings);
    return unusable ? { state: "fails", ...unusable } : { state: "missing", wanted };
  }
  const [version, help] = await Promise.all([
    ask(located.path, ["--version"], surroundings, { limitMs, signal }),
    ask(located.path, ["--help"], surroundings, { limitMs, signal }),
  ]);
  if ("problem" in version) return { state: "fails", path: located.path, why: version.problem };
  const numbers = numbersOf(version.output);
  if (!numbers) return { state: "fails", path: located.path, why: "it doesn't print a version" };
  const [, mode] = "output" in help ? askingModeIn(help.output) : [];
  return {
    state: "found",
    ...located,
    version: numbers.join("."),
    ...((mode === "manual" || mode === "default") && { askingMode: mode }),
  };
}
