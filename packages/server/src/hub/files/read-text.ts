/** Reads a file as text, or explains why it isn't text. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { systemErrorCode } from "@tandem-ide/base";
import { describeFileError } from "./file-error.js";

/** A NUL in the first bytes makes a file binary. */
const sniffedBytes = 8 * 1024;

/** A file under review isn't sent, so it may be larger than a message. Larger files can't be shown usefully. */
export const maxReviewedBytes = 64 * 1024 * 1024;

export type TextFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unfit"; readonly why: string };

export interface ReadTextOptions {
  /** If false, links are refused, for paths that were already resolved. Default: true. */
  readonly followsLinks?: boolean;
}

/** Reads a regular file, with its byte-order mark and line endings unchanged. */
export async function readTextFile(path: string, maxBytes: number, options: ReadTextOptions = {}): Promise<TextFile> {
  let file: FileHandle;
  const noFollow = options.followsLinks === false ? (constants.O_NOFOLLOW ?? 0) : 0;
  try {
    // O_NONBLOCK, because opening a pipe without a writer would block forever.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow);
  } catch (error) {
    return systemErrorCode(error) === "ENOENT" ? { kind: "missing" } : { kind: "unfit", why: describeFileError(error) };
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { kind: "unfit", why: stat.isDirectory() ? "Is a directory" : "Not a regular file" };
    if (stat.size > maxBytes)
      return { kind: "unfit", why: `Too large: ${stat.size} bytes, and the limit is ${maxBytes}` };
    const bytes = await readUpTo(file, stat.size, maxBytes);
    if (!bytes) return { kind: "unfit", why: `Too large: it grew past ${maxBytes} bytes while reading` };
    if (bytes.subarray(0, sniffedBytes).includes(0)) return { kind: "unfit", why: "Binary file" };
    try {
      return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
    } catch {
      return { kind: "unfit", why: "Binary file (not valid UTF-8)" };
    }
  } catch (error) {
    // For example a failing disk or a disconnected network drive.
    return { kind: "unfit", why: describeFileError(error) };
  } finally {
    await file.close();
  }
}

/** Reads a whole file. Returns undefined if it exceeds the limit, such as a growing file or an endless system file. */
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
