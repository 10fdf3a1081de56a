/** Confines the paths of workspace requests to the workspace folders, with symbolic links resolved (SEC-01). */
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import { errorCodes, RpcError } from "@tandem-ide/protocol";
import { describeFileError } from "../../../hub/files/file-error.js";
import type { Privacy } from "../../../hub/privacy/privacy.js";
import { maxPathLength, type Workspace } from "../../../hub/workspace.js";

/** A path inside the workspace. */
export interface ConfinedPath {
  /** The requested path, made absolute, with links not resolved. */
  readonly requested: string;
  /** The real path. */
  readonly real: string;
}

/** Returns the real path for a requested path. */
export async function confine(workspace: Workspace, given: string): Promise<string> {
  return (await confinePath(workspace, given)).real;
}

/**
 * Resolves the path of a workspace request. The file may not exist yet. Throws -32602 for paths outside the folders (SEC-01).
 */
export async function confinePath(workspace: Workspace, given: string): Promise<ConfinedPath> {
  const refuse = (why: string) => new RpcError(errorCodes.invalidParams, `${why}: ${given}`);
  const [first] = workspace.folders;
  if (first === undefined) throw refuse("No folder is open, so no path is inside the workspace");
  if (given.length > maxPathLength) throw new RpcError(errorCodes.invalidParams, "The path is too long");
  if (given === "" || given.includes("\0")) throw refuse("Invalid path");
  if (given.split(/[/\\]/).includes("..")) throw refuse("The path must not contain ..");
  if (given.startsWith("~")) throw refuse("The path must not start with ~");
  const requested =
    isAbsolute(given) && workspace.folders.some((folder) => isInside(folder, given))
      ? resolve(given)
      : join(first, given.replace(/^([A-Za-z]:)?[/\\]+/, ""));
  let real: string;
  try {
    real = await realPathOfNew(requested, () => refuse("The path contains a broken link"));
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw new RpcError(errorCodes.internalError, `${describeFileError(error)}: ${given}`);
  }
  if (!workspace.folders.some((folder) => isInside(folder, real))) throw refuse("The path is outside the workspace");
  return { requested, real };
}

/** Returns the real path. Its last parts may not exist yet. */
async function realPathOfNew(path: string, danglingLink: () => Error): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    // Writing through a broken link would create its target, which could be anywhere.
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

/** Throws -32602 if privacy rules hide the file. */
export function refuseHidden(path: string, given: string, privacy: Privacy): void {
  const hidden = privacy.checkRules(path);
  if (hidden) throw new RpcError(errorCodes.invalidParams, `${hidden.message}: ${given}`);
}
