/** Writes files atomically. */
import { randomBytes } from "node:crypto";
import { access, chmod, constants, type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import { temporaryNameOf, type UnfinishedWrites } from "./unfinished-writes.js";

const executableBits = 0o111;

/** The file is executable. */
export class ProgramFile extends Error {
  override readonly name = "ProgramFile";
}

export interface ReplaceOptions {
  /** Records the temporary file, so the next start can remove it if this process is killed. */
  readonly unfinished: UnfinishedWrites;
  /**
   * Called right before replacing, because writing takes time. If it returns false, nothing is replaced.
   */
  readonly mayReplace?: () => Promise<boolean>;
  /** Throws ProgramFile for a file that is executable or begins with `#!`. */
  readonly refusePrograms?: boolean;
}

/** Returns the permissions of the file to replace, or undefined for a new one. Throws for a read-only file. */
async function modeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error("Not a regular file");
    // Renaming only needs the folder's permissions, so check the file's too.
    await access(path, constants.W_OK);
    // Drop set-user-ID and similar bits, as any write does.
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

/** @param fresh a new file, which is only executable if all files are, as on a FAT drive */
async function refuseProgram(path: string, mode: number, fresh: FileHandle): Promise<void> {
  if (await beginsWithShebang(path)) throw new ProgramFile("The file begins with #!");
  if (mode & executableBits && !((await fresh.stat()).mode & executableBits))
    throw new ProgramFile("The file is executable");
}

/**
 * Replaces a file by renaming a temporary file, so readers see either the old or the new content. Permissions are preserved.
 * The folder must exist, and `path` must not be a link, because the link would be replaced.
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
    // The replacement of a private file must be private from the start.
    const file = await open(temporary, "wx", mode === undefined ? 0o666 : 0o600);
    try {
      if (refusePrograms && mode !== undefined) await refuseProgram(path, mode, file);
      await file.writeFile(content);
      await file.sync(); // Otherwise a power cut after the rename may leave an empty file.
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
    // If it can't be removed now, the next start tries again.
    await rm(temporary, { force: true }).then(end, () => {});
    throw error;
  }
}
