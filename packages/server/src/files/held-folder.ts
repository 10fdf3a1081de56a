/**
 * A folder that is held open while something is done in it. Between a check of a path and its use a part of the path may
 * be exchanged for a link to elsewhere; what is reached through a folder that is held is where it was when it was checked.
 */
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "../errors.js";

export interface HeldFolder {
  /** By this path, for as long as it is held. */
  readonly path: string;
  close(): Promise<void>;
}

/** What was there has been exchanged for a link, or moved, since its path was resolved. */
export class FolderMoved extends Error {
  override readonly name = "FolderMoved";
}

const { O_RDONLY, O_DIRECTORY = 0 } = constants;

function moved(path: string): FolderMoved {
  return new FolderMoved(`${path} was moved, or replaced by a link, in the meantime`);
}

/** Linux names an open folder in /proc, and what is below that name is below that folder, whatever its path is by then. */
function nameOf(folder: FileHandle): string {
  return `/proc/self/fd/${folder.fd}`;
}

async function holdByDescriptor(path: string): Promise<HeldFolder> {
  const folder = await open(path, O_RDONLY | O_DIRECTORY);
  const held = { path: nameOf(folder), close: () => folder.close() };
  try {
    if ((await readlink(held.path)) === path) return held;
    throw moved(path);
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Other systems give an open folder no name: a link that is put there after this is followed. */
async function holdByPath(path: string): Promise<HeldFolder> {
  if ((await realpath(path)) !== path) throw moved(path);
  return { path, close: async () => {} };
}

/**
 * Holds a folder that is there.
 *
 * @param path a real path, in which no part is a link
 *
 * @example
 * const folder = await holdFolder("/home/me/app/src");
 * try {
 *   await open(join(folder.path, "index.ts"), constants.O_RDONLY | constants.O_NOFOLLOW);
 * } finally {
 *   await folder.close();
 * }
 */
export function holdFolder(path: string): Promise<HeldFolder> {
  return process.platform === "linux" ? holdByDescriptor(path) : holdByPath(path);
}

/** Holds a folder, made with the folders above it where they are missing: each in one that is held. */
export async function holdNewFolder(path: string): Promise<HeldFolder> {
  try {
    return await holdFolder(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
  }
  const parent = await holdNewFolder(dirname(path));
  try {
    await mkdir(join(parent.path, basename(path)));
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error; // Somebody was faster; it is looked at like any other.
  } finally {
    await parent.close();
  }
  return await holdFolder(path);
}
