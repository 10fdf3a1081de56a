/** Small questions about files. None of them waits for ever, and none changes anything. */
import { access, constants, open, readdir, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { systemErrorCode } from "@tandem/base";

/** Whether something is there. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Names in a directory; none for one that is not there or cannot be read. */
export function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch(() => []);
}

/** A settings file of several megabytes is none. */
const largest = 8 * 1024 * 1024;

/** The text of a regular file; undefined for anything else. Opened so that a pipe does not keep us waiting. */
export async function readText(path: string): Promise<string | undefined> {
  if (!(await stat(path)).isFile()) return undefined;
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  return (await buffer(file.createReadStream({ end: largest }))).toString("utf8");
}

/** What came of reading a file as JSON. */
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
    // A part of the path that is a file: then this one is not there either.
    return code === "ENOENT" || code === "ENOTDIR" ? { state: "missing" } : { state: "unreadable", why: code };
  }
  if (text === undefined) return { state: "unreadable", why: "it is not a regular file" };
  try {
    return { state: "read", value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return { state: "broken", why: "it is not JSON" };
  }
}
