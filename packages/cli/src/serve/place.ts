/** `src/a.ts:5-7`, as typed at the prompt. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { untilde } from "@tandem/base/node";

export interface Place {
  readonly path: string;
  /** Counted from 0, both included. */
  readonly lines?: { readonly start: number; readonly end: number };
}

/** The first of these directories in which there is such a file or folder. */
function find(name: string, directories: readonly string[]): string | undefined {
  return directories.map((directory) => resolve(directory, untilde(name))).find((path) => existsSync(path));
}

/**
 * Reads a file and its lines, counted from 1: `a.ts`, `a.ts:5`, `a.ts:5-7`, or as Claude Code writes it, `a.ts#L5-7`.
 * Throws words for the user when there is no such file.
 *
 * @example
 * parsePlace("a.ts:5-7", ["/home/ada/engine"]); // { path: "/home/ada/engine/a.ts", lines: { start: 4, end: 6 } }
 */
export function parsePlace(words: string, directories: readonly string[]): Place {
  const text = words.trim().replace(/^(["'])(.*)\1$/, "$2");
  if (text === "") throw new Error("Name a file, such as src/a.ts or src/a.ts:5-7.");
  // A file may well be called a:5, so the whole is tried first.
  const whole = find(text, directories);
  if (whole !== undefined) return { path: whole };
  const [, name = text, first, last = first] = /^(.+?)(?::|#L)(\d+)(?:-L?(\d+))?$/.exec(text) ?? [];
  const path = find(name, directories);
  if (path === undefined) throw new Error(`There is no ${name} in ${directories.join(" or ")}.`);
  const start = Number(first);
  const end = Number(last);
  if (start < 1 || end < start) throw new Error(`Lines count from 1, first to last: ${first}-${last} is not possible.`);
  return { path, lines: { start: start - 1, end: end - 1 } };
}
