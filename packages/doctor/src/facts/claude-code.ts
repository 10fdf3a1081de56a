/** Claude Code: where it is, which release, and what that release calls the mode that asks. */
import { join } from "node:path";
import { askingModeIn } from "@tandem/workspace/claude";
import { ask } from "./ask.js";
import { findInFolder, findProgram, findUnstartable } from "./programs.js";
import type { Surroundings } from "./surroundings.js";
import { numbersOf } from "./versions.js";

/**
 * What is known of Claude Code's program.
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
      /** False where a shell does not find it, unless an alias names it. */
      readonly isOnPath: boolean;
      /** The mode in which it asks before it edits; undefined for a release without modes. */
      readonly askingMode?: "manual" | "default";
    };

/** A script for Node may take seconds on a machine that is busy. */
const limitMs = 10_000;

/** Where its installers put it, for a PATH that does not name the place. */
function usualPlaces({ home, root }: Surroundings): string[] {
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
  for (const place of usualPlaces(surroundings)) {
    const found = await findProgram(place, surroundings);
    if (found !== undefined) return { path: found, isOnPath: false };
  }
  return undefined;
}

/** The program's name or path. */
export function wantedClaude({ claudePath, env }: Surroundings): string {
  return claudePath ?? (env.TANDEM_CLAUDE || "claude");
}

/** Looks for the program and asks it for its version and its modes. */
export async function gatherClaude(surroundings: Surroundings, signal?: AbortSignal): Promise<ClaudeFacts> {
  const wanted = wantedClaude(surroundings);
  // What is typed is the user's word; a variable that leads into the folder may be the folder's.
  const isTyped = surroundings.claudePath !== undefined;
  const isRefused = !isTyped && wanted !== "claude" && (await findInFolder(wanted, surroundings)) !== undefined;
  const place = isRefused ? undefined : await locate(wanted, surroundings);
  if (!place) {
    const unstartable = isRefused ? undefined : await findUnstartable(wanted, surroundings);
    return unstartable ? { state: "fails", ...unstartable } : { state: "missing", wanted };
  }
  const [version, help] = await Promise.all([
    ask(place.path, ["--version"], surroundings, { limitMs, signal }),
    ask(place.path, ["--help"], surroundings, { limitMs, signal }),
  ]);
  if ("problem" in version) return { state: "fails", path: place.path, why: version.problem };
  const numbers = numbersOf(version.output);
  if (!numbers) return { state: "fails", path: place.path, why: "it prints no version" };
  const [, mode] = "output" in help ? askingModeIn(help.output) : [];
  return {
    state: "found",
    ...place,
    version: numbers.join("."),
    ...((mode === "manual" || mode === "default") && { askingMode: mode }),
  };
}
