/** Reads a file as a server should see it. */
import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { systemErrorCode } from "@tandem/base";

/** What tells one state of a file from the next without reading it. */
export interface Stamp {
  readonly mark: string;
  /** Written so shortly before it was read that a later write may leave the same mark. */
  readonly isFresh: boolean;
}

export type DiskText =
  | { readonly kind: "text"; readonly text: string; readonly stamp: Stamp }
  | { readonly kind: "missing" }
  | { readonly kind: "too big"; readonly bytes: number };

/** Linux notes times in steps of a few ms, so two writes may bear the same one; this is plenty. */
const freshMs = 100;

const gone = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EISDIR"]);

/** A file that is not there any more, or may not be read: for a server there is nothing. */
export function isGone(error: unknown): boolean {
  return gone.has(systemErrorCode(error) ?? "");
}

function stampOf(stats: { mtimeMs: number; ctimeMs: number; size: number; ino: number }): Stamp {
  return {
    mark: `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`,
    isFresh: Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) < freshMs,
  };
}

/** True when the file may have changed since it was read with this stamp. */
export async function mayHaveChanged(path: string, { mark, isFresh }: Stamp): Promise<boolean> {
  if (isFresh) return true;
  try {
    return stampOf(await stat(path)).mark !== mark;
  } catch {
    return true;
  }
}

/** The text without a byte-order mark, so that columns are those that everybody else counts. */
export async function readDiskText(path: string, maxBytes: number): Promise<DiskText> {
  try {
    // O_NONBLOCK: opening a pipe that nobody writes to would wait forever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { kind: "missing" };
      if (stats.size > maxBytes) return { kind: "too big", bytes: stats.size };
      // Without the byte-order mark, which is no character of the text.
      const text = new TextDecoder("utf-8", { ignoreBOM: false }).decode(await file.readFile());
      return { kind: "text", text, stamp: stampOf(stats) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isGone(error)) return { kind: "missing" };
    throw error;
  }
}
