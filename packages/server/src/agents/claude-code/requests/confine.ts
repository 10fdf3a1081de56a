/** Paths of workspace requests, confined to the folders with symlinks resolved (SEC-01). */

import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { systemErrorCode } from "@tandem/base";
import { isInside } from "@tandem/base/node";
import { errorCodes, RpcError } from "@tandem/protocol";
import { whyUnreadable } from "../../../hub/files/why-unreadable.js";
import { maxPathLength, type Workspace } from "../../../hub/workspace.js";

/** A path of a request, inside the workspace. */
export interface ConfinedPath {
  /** As it was asked for, made absolute: links in it are not resolved. */
  readonly asked: string;
  /** Where that really is. */
  readonly real: string;
}

/** The real path that a workspace request means. */
export async function confine(workspace: Workspace, given: string): Promise<string> {
  return (await confinePath(workspace, given)).real;
}

/**
 * The path that a workspace request means; the file itself may not exist yet. Refuses with -32602 and the path as given
 * whatever leaves the folders (SEC-01).
 */
export async function confinePath(workspace: Workspace, given: string): Promise<ConfinedPath> {
  const refuse = (why: string) => new RpcError(errorCodes.invalidParams, `${why}: ${given}`);
  const [first] = workspace.folders;
  if (first === undefined) throw refuse("No folder is open, so no path is inside the workspace");
  if (given.length > maxPathLength) throw new RpcError(errorCodes.invalidParams, "The path is too long");
  if (given === "" || given.includes("\0")) throw refuse("Not a path");
  if (given.split(/[/\\]/).includes("..")) throw refuse("A path may not contain ..");
  if (given.startsWith("~")) throw refuse("A path may not start with ~");
  const asked =
    isAbsolute(given) && workspace.folders.some((folder) => isInside(folder, given))
      ? resolve(given)
      : join(first, given.replace(/^([A-Za-z]:)?[/\\]+/, ""));
  let real: string;
  try {
    real = await realPathOfNew(asked, () => refuse("A link there points to nothing"));
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw new RpcError(errorCodes.internalError, `${whyUnreadable(error)}: ${given}`);
  }
  if (!workspace.folders.some((folder) => isInside(folder, real))) throw refuse("The path leads out of the workspace");
  return { asked, real };
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
