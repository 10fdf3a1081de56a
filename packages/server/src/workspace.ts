/** The workspace folders as real paths (LCK-08), and paths confined to them with symlinks resolved (SEC-01). */
import { realpathSync } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errorCodes, RpcError } from "@tandem/protocol";
import { systemErrorCode } from "./errors.js";
import { whyUnreadable } from "./files/why-unreadable.js";

/** A path that is longer hardly any system has (PATH_MAX), and looking at it part by part would take for ever. */
export const maxPathLength = 4096;

/** True for `child` being `folder` itself or below it. */
export function isInside(folder: string, child: string): boolean {
  const path = relative(folder, child);
  return path === "" || (path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path));
}

function realOrResolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // Not there (yet): its plain absolute form is the best that can be said.
  }
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
    if (path === "" || path.includes("\0"))
      throw new RpcError(errorCodes.invalidParams, `Not a path: ${JSON.stringify(path)}`);
    return resolve(this.folders[0] ?? "/", path);
  }

  /** How workspace requests name a file: relative to the first folder, absolute in the others, undefined outside. */
  nameOf(path: string): string | undefined {
    const [first, ...others] = this.folders;
    const real = realOrResolved(path);
    if (first !== undefined && isInside(first, real)) return relative(first, real).split(sep).join("/");
    return others.some((folder) => isInside(folder, real)) ? real : undefined;
  }

  /**
   * The real path that a workspace request means; the file itself may not exist yet. Refuses with -32602 and the path
   * as given whatever leaves the folders (SEC-01).
   */
  async confine(given: string): Promise<string> {
    const refuse = (why: string) => new RpcError(errorCodes.invalidParams, `${why}: ${given}`);
    const [first] = this.folders;
    if (first === undefined) throw refuse("No folder is open, so no path is inside the workspace");
    if (given.length > maxPathLength) throw new RpcError(errorCodes.invalidParams, "The path is too long");
    if (given === "" || given.includes("\0")) throw refuse("Not a path");
    if (given.split(/[/\\]/).includes("..")) throw refuse("A path may not contain ..");
    if (given.startsWith("~")) throw refuse("A path may not start with ~");
    const taken =
      isAbsolute(given) && this.folders.some((folder) => isInside(folder, given))
        ? resolve(given)
        : join(first, given.replace(/^([A-Za-z]:)?[/\\]+/, ""));
    let real: string;
    try {
      real = await realPathOfNew(taken, () => refuse("A link there points to nothing"));
    } catch (error) {
      if (error instanceof RpcError) throw error;
      throw new RpcError(errorCodes.internalError, `${whyUnreadable(error)}: ${given}`);
    }
    if (!this.folders.some((folder) => isInside(folder, real))) throw refuse("The path leads out of the workspace");
    return real;
  }
}

/** The real path, where the last parts of it may not exist: those are names that nothing redirects. */
async function realPathOfNew(path: string, danglingLink: () => Error): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    // A link to a place that does not exist: writing through it would make that place, wherever it is.
    if (await isLink(path)) throw danglingLink();
    const parent = dirname(path);
    if (parent === path) return path;
    return join(await realPathOfNew(parent, danglingLink), basename(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}
