/** Completes what is typed at the prompt: a command, a file of the workspace, the number of a review, of code or of kept text. */
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { untilde } from "@tandem/base/node";
import { visibleName } from "../visible.js";
import { lineCommands } from "./line-commands.js";

function filesBeginningWith(text: string, folder: string): string[] {
  const directory = text.endsWith("/") ? text : dirname(text);
  try {
    const entries = readdirSync(resolve(folder, untilde(directory)), { withFileTypes: true });
    // A name that cannot be shown as it is cannot be completed either: the terminal would obey it.
    const shown = entries.filter(({ name }) => visibleName(name) === name);
    return shown.map((entry) => {
      const path = directory === "." && !text.startsWith("./") ? entry.name : join(directory, entry.name);
      return (text.startsWith("./") && !path.startsWith("./") ? `./${path}` : path) + (entry.isDirectory() ? "/" : "");
    });
  } catch {
    return [];
  }
}

/** The numbers of what waits. */
export interface WaitingNumbers {
  readonly reviews: readonly number[];
  readonly code: readonly number[];
  readonly drafts: readonly number[];
}

/** The candidates, and the part of the line that they replace: what `readline` asks of a completer. */
export function completeLine(line: string, folder: string, waiting: WaitingNumbers): [string[], string] {
  const [, word = "", space = "", rest = ""] = /^\s*(\S*)(\s*)(.*)$/.exec(line) ?? [];
  const matching = (candidates: readonly string[], start: string): [string[], string] => [
    candidates.filter((candidate) => candidate.startsWith(start)),
    start,
  ];
  if (space === "")
    return matching(
      Object.keys(lineCommands).map((name) => `${name} `),
      word,
    );
  const takes = lineCommands[word]?.takes ?? "";
  if (takes.startsWith("<file")) return matching(filesBeginningWith(rest, folder), rest);
  const numbers: Readonly<Record<string, readonly number[]>> = {
    "[n]": waiting.reviews,
    "[number]": waiting.code,
    "[draft]": waiting.drafts,
  };
  return matching((numbers[takes] ?? []).map(String), rest);
}
