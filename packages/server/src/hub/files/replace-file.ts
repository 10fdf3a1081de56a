/** Writes a file whole or not at all. */
import { randomBytes } from "node:crypto";
import { access, chmod, constants, type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemErrorCode } from "@tandem/base";
import { temporaryNameOf, type UnfinishedWrites } from "./unfinished-writes.js";

const anybodyRuns = 0o111;

/** The file is one that the system would run. */
export class ProgramFile extends Error {
  override readonly name = "ProgramFile";
}

export interface ReplaceOptions {
  /** Where the temporary file is on record, so that the next start can remove it if this process is killed. */
  readonly unfinished: UnfinishedWrites;
  /**
   * Writing takes its time, so this is asked at the last moment; where it says no, nothing is replaced, and the answer is
   * false.
   */
  readonly mayReplace?: () => Promise<boolean>;
  /** Throws ProgramFile for a file that is executable or begins with `#!`. */
  readonly refusePrograms?: boolean;
}

/** The permissions of the file that is replaced, or undefined for a new one. One that is read-only stays as it is. */
async function modeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error("Not a regular file");
    // The folder's permissions would be enough to put another file in its place.
    await access(path, constants.W_OK);
    // Without set-user-ID and its like, which every writing takes away: the new text is not what was trusted with them.
    return found.mode & 0o777;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function beginsWithShebang(path: string): Promise<boolean> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead).toString("latin1") === "#!";
  } finally {
    await file.close();
  }
}

/** @param fresh a file that was just made there, executable only where every file is, as on a FAT drive */
async function refuseProgram(path: string, mode: number, fresh: FileHandle): Promise<void> {
  if (await beginsWithShebang(path)) throw new ProgramFile("It begins with #!");
  if (mode & anybodyRuns && !((await fresh.stat()).mode & anybodyRuns)) throw new ProgramFile("It is executable");
}

/**
 * Puts `content` where `path` is, by a temporary file that is renamed: whoever reads sees the old file or the new one.
 * Permissions stay; the folder must be there. `path` must not be a link, which would be replaced: resolve it before.
 *
 * @example
 * await replaceFile("/home/ada/engine/notes.md", "# Notes\n", { unfinished: new UnfinishedWrites() });
 */
export async function replaceFile(
  path: string,
  content: string,
  { unfinished, mayReplace = async () => true, refusePrograms = false }: ReplaceOptions,
): Promise<boolean> {
  const id = randomBytes(8).toString("hex");
  const folder = await realpath(dirname(path));
  const mode = await modeOf(path);
  const temporary = join(dirname(path), temporaryNameOf(id));
  const end = unfinished.begin(folder, id);
  try {
    // One that takes the place of a file that others may not read is never theirs to read, not for a moment either.
    const file = await open(temporary, "wx", mode === undefined ? 0o666 : 0o600);
    try {
      if (refusePrograms && mode !== undefined) await refuseProgram(path, mode, file);
      await file.writeFile(content);
      await file.sync(); // Else a power cut after the rename may leave an empty file.
    } finally {
      await file.close();
    }
    if (mode !== undefined) await chmod(temporary, mode);
    const isWanted = await mayReplace();
    if (isWanted) await rename(temporary, path);
    else await rm(temporary, { force: true });
    end();
    return isWanted;
  } catch (error) {
    // It may never have been there. Where it cannot be removed now, the next start tries again.
    await rm(temporary, { force: true }).then(end, () => {});
    throw error;
  }
}
