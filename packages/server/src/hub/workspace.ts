/** The workspace folders as real paths (LCK-08). requests/confine.ts confines paths to them. */
import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import { InvalidInput } from "./errors.js";

/** Hardly any system supports longer paths (PATH_MAX), and checking each part of one would take forever. */
export const maxPathLength = 4096;

function realOrResolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // Doesn't exist (yet), so use the absolute path.
  }
}

/** Returns true if both paths are the same file. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || realOrResolved(one) === realOrResolved(other);
}

export class Workspace {
  readonly #getFolders: () => readonly string[];
  /** The editor's last folders, joined. */
  #key: string | undefined;
  #folders: readonly string[] = [];

  /** `getFolders` returns the editor's folders. */
  constructor(getFolders: () => readonly string[]) {
    this.#getFolders = getFolders;
  }

  /** The folders as absolute real paths, in order and without duplicates. */
  get folders(): readonly string[] {
    let now: readonly string[];
    try {
      now = this.#getFolders();
    } catch {
      return this.#folders; // The editor failed, so use the last known folders.
    }
    const key = now.join("\0");
    if (key !== this.#key) {
      this.#folders = [...new Set(now.map(realOrResolved))];
      this.#key = key;
    }
    return this.#folders;
  }

  /** Resolves the folders again, because the target of a link may have changed. */
  refresh(): void {
    this.#key = undefined;
  }

  /** Makes a tool's path absolute. Relative paths start at the first folder. */
  absolute(path: string): string {
    if (path === "" || path.includes("\0")) throw new InvalidInput(`Invalid path: ${JSON.stringify(path)}`);
    return resolve(this.folders[0] ?? "/", path);
  }

  /** Returns a file's path for workspace requests: relative in the first folder, absolute in others, undefined outside. */
  nameOf(path: string): string | undefined {
    const [first, ...others] = this.folders;
    const real = realOrResolved(path);
    if (first !== undefined && isInside(first, real)) return relative(first, real).split(sep).join("/");
    return others.some((folder) => isInside(folder, real)) ? real : undefined;
  }
}
