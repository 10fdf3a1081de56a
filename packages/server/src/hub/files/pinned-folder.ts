/**
 * Keeps a folder open while files in it are used. Between checking a path and using it, a part of it could be replaced by a
 * link. Files accessed through a pinned folder stay in the folder that was checked.
 */
import { closeSync, constants, mkdirSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";

export interface PinnedFolder {
  /** The path to use until it is closed. */
  readonly path: string;
  close(): void;
}

/** The folder was moved or replaced by a link since its path was resolved. */
export class FolderMoved extends Error {
  override readonly name = "FolderMoved";
}

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

function moved(path: string): FolderMoved {
  return new FolderMoved(`${path} was moved or replaced by a link`);
}

/** On Linux, paths below /proc/self/fd/<n> stay in the open folder, even if it is moved. */
function pinByDescriptor(path: string): PinnedFolder {
  const folder = openSync(path, O_RDONLY | O_DIRECTORY);
  const pinned = { path: `/proc/self/fd/${folder}`, close: () => closeSync(folder) };
  try {
    if (readlinkSync(pinned.path) === path) return pinned;
    throw moved(path);
  } catch (error) {
    pinned.close();
    throw error;
  }
}

/** In a pinned folder only the last name could be a link, which is refused. */
function pinInside(parent: PinnedFolder, name: string): PinnedFolder {
  const folder = openSync(join(parent.path, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  return { path: `/proc/self/fd/${folder}`, close: () => closeSync(folder) };
}

/** Other systems have no path for an open folder, so a link created later is followed. */
function pinByPath(path: string): PinnedFolder {
  if (realpathSync(path) !== path) throw moved(path);
  return { path, close: () => {} };
}

/**
 * Pins an existing folder. Synchronous, because walking many folders asynchronously would wait for a thread three times each.
 *
 * @param path a real path, without links
 *
 * @example
 * const folder = pinFolder("/home/me/app/src");
 * try {
 *   await open(join(folder.path, "index.ts"), constants.O_RDONLY | constants.O_NOFOLLOW);
 * } finally {
 *   folder.close();
 * }
 */
export function pinFolder(path: string): PinnedFolder {
  return process.platform === "linux" ? pinByDescriptor(path) : pinByPath(path);
}

/** Pins a subfolder of a pinned folder. It must not be a link. */
export function pinFolderIn(parent: PinnedFolder, name: string): PinnedFolder {
  return process.platform === "linux" ? pinInside(parent, name) : pinByPath(join(parent.path, name));
}

/**
 * Pins a folder inside `root`, and creates missing folders in between. `root` itself is not created, because someone deleted it
 * on purpose.
 */
export function pinNewFolder(path: string, root: string): PinnedFolder {
  try {
    return pinFolder(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT" || path === root || dirname(path) === path) throw error;
  }
  const parent = pinNewFolder(dirname(path), root);
  try {
    mkdirSync(join(parent.path, basename(path)));
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error; // Someone else created it, so check it like any other.
  } finally {
    parent.close();
  }
  return pinFolder(path);
}
