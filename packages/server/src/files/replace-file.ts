/** Writes a file whole or not at all. */
import { randomBytes } from "node:crypto";
import { access, chmod, constants, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemErrorCode } from "../errors.js";

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

/**
 * Puts `content` where `path` is, by a temporary file that is renamed: whoever reads sees the old file or the new one.
 * Folders are made; permissions stay. `path` must not be a link, which would be replaced: resolve it before.
 *
 * Writing takes its time, so `mayReplace` is asked at the last moment; where it says no, nothing is replaced, and the
 * answer is false.
 */
export async function replaceFile(
  path: string,
  content: string,
  mayReplace: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const temporary = join(dirname(path), `.tandem-${randomBytes(8).toString("hex")}.tmp`);
  try {
    const mode = await modeOf(path);
    await mkdir(dirname(path), { recursive: true });
    // One that takes the place of a file that others may not read is never theirs to read, not for a moment either.
    const file = await open(temporary, "wx", mode === undefined ? 0o666 : 0o600);
    try {
      await file.writeFile(content);
      await file.sync(); // Else a power cut after the rename may leave an empty file.
    } finally {
      await file.close();
    }
    if (mode !== undefined) await chmod(temporary, mode);
    const isWanted = await mayReplace();
    if (isWanted) await rename(temporary, path);
    else await rm(temporary, { force: true });
    return isWanted;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // It may never have been there.
    throw error;
  }
}
