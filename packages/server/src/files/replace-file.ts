/** Writes a file whole or not at all. */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemErrorCode } from "../errors.js";

/** The permissions of the file that is replaced, or undefined for a new one. */
async function modeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error("Not a regular file");
    return found.mode & 0o7777;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Puts `content` where `path` is, by a temporary file that is renamed: whoever reads sees the old file or the new one.
 * Folders are made; permissions stay. `path` must not be a link, which would be replaced: resolve it before.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = join(dirname(path), `.tandem-${randomBytes(8).toString("hex")}.tmp`);
  try {
    const mode = await modeOf(path);
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, "wx", 0o666);
    try {
      await file.writeFile(content);
      await file.sync(); // Else a power cut after the rename may leave an empty file.
    } finally {
      await file.close();
    }
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // It may never have been there.
    throw error;
  }
}
