/** Reads files and directories without blocking forever. */
import { access, constants, open, readdir, realpath, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { systemErrorCode } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";

/** Checks whether a path exists. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Lists a directory; empty if it can't be read. */
export function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch(() => []);
}

/** No settings file is this large. */
const largest = 8 * 1024 * 1024;

/** Reads a regular file; undefined for anything else. Non-blocking, so a pipe doesn't hang it. */
export async function readText(path: string): Promise<string | undefined> {
  if (!(await stat(path)).isFile()) return undefined;
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  return (await buffer(file.createReadStream({ end: largest }))).toString("utf8");
}

/** The result of reading a JSON file. */
export type JsonFile =
  | { readonly state: "missing" }
  | { readonly state: "unreadable" | "broken"; readonly why: string }
  | { readonly state: "read"; readonly value: unknown };

/** Reads a file as JSON. */
export async function readJson(path: string): Promise<JsonFile> {
  let text: string | undefined;
  try {
    text = await readText(path);
  } catch (error) {
    const code = systemErrorCode(error) ?? "unknown error";
    // ENOTDIR: a parent is a file, so this one doesn't exist either.
    return code === "ENOENT" || code === "ENOTDIR" ? { state: "missing" } : { state: "unreadable", why: code };
  }
  if (text === undefined) return { state: "unreadable", why: "it isn't a regular file" };
  try {
    return { state: "read", value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return { state: "broken", why: "it isn't JSON" };
  }
}

/** Checks whether the working directory is in one of the folders, symbolic links resolved. */
export async function containsCwd(folders: readonly string[], cwd: string): Promise<boolean> {
  for (const folder of folders)
    if (folder !== "" && isInside(await realpath(folder).catch(() => folder), cwd)) return true;
  return false;
}
