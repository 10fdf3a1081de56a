/** Reads a file as text, or says in words why it is none. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { systemErrorCode } from "../errors.js";
import { whyUnreadable } from "./why-unreadable.js";

/** The first bytes in which a NUL makes a file binary. */
const sniffedBytes = 8 * 1024;

export type TextFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unfit"; readonly why: string };

/** The text of a regular file, byte-order mark and line ends as they are. */
export async function readTextFile(path: string, maxBytes: number): Promise<TextFile> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    // O_NONBLOCK: opening a pipe that nobody writes to would wait forever.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return systemErrorCode(error) === "ENOENT" ? { kind: "missing" } : { kind: "unfit", why: whyUnreadable(error) };
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { kind: "unfit", why: stat.isDirectory() ? "Is a directory" : "Not a regular file" };
    if (stat.size > maxBytes)
      return { kind: "unfit", why: `Too large: ${stat.size} bytes, and the limit is ${maxBytes}` };
    const bytes = await file.readFile();
    if (bytes.subarray(0, sniffedBytes).includes(0)) return { kind: "unfit", why: "Binary file" };
    try {
      return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
    } catch {
      return { kind: "unfit", why: "Binary file (not valid UTF-8)" };
    }
  } catch (error) {
    // A disk that fails, a network drive that has gone.
    return { kind: "unfit", why: whyUnreadable(error) };
  } finally {
    await file.close();
  }
}
