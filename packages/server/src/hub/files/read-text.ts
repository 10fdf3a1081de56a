/** Reads a file as text, or says in words why it is none. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { systemErrorCode } from "@tandem/base";
import { whyUnreadable } from "./why-unreadable.js";

/** The first bytes in which a NUL makes a file binary. */
const sniffedBytes = 8 * 1024;

export type TextFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unfit"; readonly why: string };

/** How a file is opened. */
export interface ReadTextOptions {
  /** False for a path that was resolved before: a link in its place is refused. Default: true. */
  readonly followsLinks?: boolean;
}

/** The text of a regular file, byte-order mark and line ends as they are. */
export async function readTextFile(path: string, maxBytes: number, options: ReadTextOptions = {}): Promise<TextFile> {
  let file: FileHandle;
  const noFollow = options.followsLinks === false ? (constants.O_NOFOLLOW ?? 0) : 0;
  try {
    // O_NONBLOCK: opening a pipe that nobody writes to would wait forever.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow);
  } catch (error) {
    return systemErrorCode(error) === "ENOENT" ? { kind: "missing" } : { kind: "unfit", why: whyUnreadable(error) };
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { kind: "unfit", why: stat.isDirectory() ? "Is a directory" : "Not a regular file" };
    if (stat.size > maxBytes)
      return { kind: "unfit", why: `Too large: ${stat.size} bytes, and the limit is ${maxBytes}` };
    const bytes = await readUpTo(file, stat.size, maxBytes);
    if (!bytes) return { kind: "unfit", why: `Too large: it grew past ${maxBytes} bytes while it was read` };
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

/** All of a file, or undefined when it turns out larger: one that grows, or of the system's, which have no size and may never end. */
async function readUpTo(file: FileHandle, size: number, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(total < size ? size - total : 64 * 1024);
    const { bytesRead } = await file.read(part, 0, part.length, null);
    if (bytesRead === 0) return parts.length === 1 ? parts[0] : Buffer.concat(parts);
    total += bytesRead;
    if (total > maxBytes) return undefined;
    parts.push(part.subarray(0, bytesRead));
  }
}
