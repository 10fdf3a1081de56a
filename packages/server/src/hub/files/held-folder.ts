/**
 * A folder that is held open while something is done in it. Between a check of a path and its use a part of the path may
 * be exchanged for a link to elsewhere; what is reached through a folder that is held is where it was when it was checked.
 */
import { closeSync, constants, mkdirSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@tandem/base";

export interface HeldFolder {
  /** By this path, for as long as it is held. */
  readonly path: string;
  close(): void;
}

/** What was there has been exchanged for a link, or moved, since its path was resolved. */
export class FolderMoved extends Error {
  override readonly name = "FolderMoved";
}

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

function moved(path: string): FolderMoved {
  return new FolderMoved(`${path} was moved, or replaced by a link, in the meantime`);
}

/** Linux names an open folder in /proc, and what is below that name is below that folder, whatever its path is by then. */
function holdByDescriptor(path: string): HeldFolder {
  const folder = openSync(path, O_RDONLY | O_DIRECTORY);
  const held = { path: `/proc/self/fd/${folder}`, close: () => closeSync(folder) };
  try {
    if (readlinkSync(held.path) === path) return held;
    throw moved(path);
  } catch (error) {
    held.close();
    throw error;
  }
}

/** In a folder that is held there is no path that could be exchanged, but for the last name: a link there is refused. */
function holdInside(parent: HeldFolder, name: string): HeldFolder {
  const folder = openSync(join(parent.path, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  return { path: `/proc/self/fd/${folder}`, close: () => closeSync(folder) };
}

/** Other systems give an open folder no name: a link that is put there after this is followed. */
function holdByPath(path: string): HeldFolder {
  if (realpathSync(path) !== path) throw moved(path);
  return { path, close: () => {} };
}

/**
 * Holds a folder that is there. Synchronous, as what decides about paths is: a walk through many folders would else wait
 * for a thread three times in each.
 *
 * @param path a real path, in which no part is a link
 *
 * @example
 * const folder = holdFolder("/home/me/app/src");
 * try {
 *   await open(join(folder.path, "index.ts"), constants.O_RDONLY | constants.O_NOFOLLOW);
 * } finally {
 *   folder.close();
 * }
 */
export function holdFolder(path: string): HeldFolder {
  return process.platform === "linux" ? holdByDescriptor(path) : holdByPath(path);
}

/** Holds a folder of one that is held: no link, and of all that is below the cheapest to hold. */
export function holdFolderIn(parent: HeldFolder, name: string): HeldFolder {
  return process.platform === "linux" ? holdInside(parent, name) : holdByPath(join(parent.path, name));
}

/**
 * Holds a folder inside `root`, made with the folders between the two where they are missing: each in one that is held.
 * `root` itself is never made: whoever deleted it does not want it back.
 */
export function holdNewFolder(path: string, root: string): HeldFolder {
  try {
    return holdFolder(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT" || path === root || dirname(path) === path) throw error;
  }
  const parent = holdNewFolder(dirname(path), root);
  try {
    mkdirSync(join(parent.path, basename(path)));
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error; // Somebody was faster; it is looked at like any other.
  } finally {
    parent.close();
  }
  return holdFolder(path);
}
