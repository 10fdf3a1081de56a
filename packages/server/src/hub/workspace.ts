/** The workspace folders as real paths (LCK-08). Paths that are confined to them are in requests/confine.ts. */
import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { isInside } from "@tandem/base/node";
import { InvalidInput } from "./errors.js";

/** A path that is longer hardly any system has (PATH_MAX), and looking at it part by part would take for ever. */
export const maxPathLength = 4096;

function realOrResolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // Not there (yet): its plain absolute form is the best that can be said.
  }
}

/** True for two names of one file. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || realOrResolved(one) === realOrResolved(other);
}

export class Workspace {
  readonly #ask: () => readonly string[];
  /** What the editor told last; undefined until it is asked. */
  #asked: string | undefined;
  #folders: readonly string[] = [];

  /** `ask` gives the editor's folders as it knows them. */
  constructor(ask: () => readonly string[]) {
    this.#ask = ask;
  }

  /** The folders as absolute real paths, first one first, without repeats. */
  get folders(): readonly string[] {
    let now: readonly string[];
    try {
      now = this.#ask();
    } catch {
      return this.#folders; // An editor that cannot tell right now still has the folders that it had.
    }
    const key = now.join("\0");
    if (key !== this.#asked) {
      this.#folders = [...new Set(now.map(realOrResolved))];
      this.#asked = key;
    }
    return this.#folders;
  }

  /** Resolves the folders again: what a link points to may have changed. */
  refresh(): void {
    this.#asked = undefined;
  }

  /** The absolute form of a path that a tool was given: relative ones belong to the first folder. */
  absolute(path: string): string {
    if (path === "" || path.includes("\0")) throw new InvalidInput(`Not a path: ${JSON.stringify(path)}`);
    return resolve(this.folders[0] ?? "/", path);
  }

  /** How workspace requests name a file: relative to the first folder, absolute in the others, undefined outside. */
  nameOf(path: string): string | undefined {
    const [first, ...others] = this.folders;
    const real = realOrResolved(path);
    if (first !== undefined && isInside(first, real)) return relative(first, real).split(sep).join("/");
    return others.some((folder) => isInside(folder, real)) ? real : undefined;
  }
}
