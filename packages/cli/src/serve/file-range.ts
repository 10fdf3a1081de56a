import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expandTilde } from "@tandem-ide/base/node";

export interface FileRange {
  readonly path: string;
  /** Zero-based, inclusive. */
  readonly lines?: { readonly start: number; readonly end: number };
}

/** Returns the path in the first of these directories that contains it. */
function find(name: string, directories: readonly string[]): string | undefined {
  return directories.map((directory) => resolve(directory, expandTilde(name))).find((path) => existsSync(path));
}

/**
 * Parses a file with optional one-based lines: `a.ts`, `a.ts:5`, `a.ts:5-7`, or `a.ts#L5-7` as Claude Code writes it.
 * Throws if there is no such file.
 *
 * @example
 * parseFileRange("a.ts:5-7", ["/home/ada/engine"]); // { path: "/home/ada/engine/a.ts", lines: { start: 4, end: 6 } }
 */
export function parseFileRange(input: string, directories: readonly string[]): FileRange {
  const text = input.trim().replace(/^(["'])(.*)\1$/, "$2");
  if (text === "") throw new Error("Add a file, such as src/a.ts or src/a.ts:5-7.");
  // A file may be called a:5, so try the whole text first.
  const whole = find(text, directories);
  if (whole !== undefined) return { path: whole };
  const [, name = text, first, last = first] = /^(.+?)(?::|#L)(\d+)(?:-L?(\d+))?$/.exec(text) ?? [];
  const path = find(name, directories);
  if (path === undefined) throw new Error(`Can't find ${name} in ${directories.join(" or ")}.`);
  const start = Number(first);
  const end = Number(last);
  if (start < 1 || end < start) throw new Error(`Invalid lines: ${first}-${last}. Lines are counted from 1.`);
  return { path, lines: { start: start - 1, end: end - 1 } };
}
