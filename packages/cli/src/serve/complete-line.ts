/** Completes the line at the prompt: commands, files, and the numbers of reviews, code and drafts. */
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expandTilde } from "@tandem-ide/base/node";
import { visibleName } from "../visible.js";
import { lineCommands } from "./line-commands.js";

function filesStartingWith(text: string, folder: string): string[] {
  const directory = text.endsWith("/") ? text : dirname(text);
  try {
    const entries = readdirSync(resolve(folder, expandTilde(directory)), { withFileTypes: true });
    // Leaves out names with control characters, which the terminal would interpret.
    const shown = entries.filter(({ name }) => visibleName(name) === name);
    return shown.map((entry) => {
      const path = directory === "." && !text.startsWith("./") ? entry.name : join(directory, entry.name);
      return (text.startsWith("./") && !path.startsWith("./") ? `./${path}` : path) + (entry.isDirectory() ? "/" : "");
    });
  } catch {
    return [];
  }
}

export interface PendingNumbers {
  readonly reviews: readonly number[];
  readonly code: readonly number[];
  readonly drafts: readonly number[];
}

/** Returns the candidates and the part of the line that they replace, for `readline`. */
export function completeLine(line: string, folder: string, pending: PendingNumbers): [string[], string] {
  const [, command = "", space = "", rest = ""] = /^\s*(\S*)(\s*)(.*)$/.exec(line) ?? [];
  const matching = (candidates: readonly string[], start: string): [string[], string] => [
    candidates.filter((candidate) => candidate.startsWith(start)),
    start,
  ];
  if (space === "")
    return matching(
      Object.keys(lineCommands).map((name) => `${name} `),
      command,
    );
  const args = lineCommands[command]?.args ?? "";
  if (args.startsWith("<file")) return matching(filesStartingWith(rest, folder), rest);
  const numbers: Readonly<Record<string, readonly number[]>> = {
    "[n]": pending.reviews,
    "[number]": pending.code,
    "[draft]": pending.drafts,
  };
  return matching((numbers[args] ?? []).map(String), rest);
}
