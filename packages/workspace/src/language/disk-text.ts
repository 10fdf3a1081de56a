/** Reads a file from disk for a language server. */
import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { systemErrorCode } from "@tandem-ide/base";

/** Identifies a version of a file without reading it. */
export interface Stamp {
  readonly mark: string;
  /** True when the file was read so soon after a write that another write may result in the same mark. */
  readonly isFresh: boolean;
}

export type DiskText =
  | { readonly kind: "text"; readonly text: string; readonly stamp: Stamp }
  | { readonly kind: "missing" }
  | { readonly kind: "too big"; readonly bytes: number };

/** Linux stores times in steps of a few ms, so two writes can have the same time. This is a wide margin. */
const freshMs = 100;

const missingFileCodes = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EISDIR"]);

function stampOf(stats: { mtimeMs: number; ctimeMs: number; size: number; ino: number }): Stamp {
  return {
    mark: `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`,
    isFresh: Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) < freshMs,
  };
}

/** Returns whether the file may have changed since it was read with this stamp. */
export async function mayHaveChanged(path: string, { mark, isFresh }: Stamp): Promise<boolean> {
  if (isFresh) return true;
  try {
    return stampOf(await stat(path)).mark !== mark;
  } catch {
    return true;
  }
}

/** Returns the text without a byte-order mark, which isn't counted in columns. Unreadable files count as missing. */
export async function readDiskText(path: string, maxBytes: number): Promise<DiskText> {
  try {
    // O_NONBLOCK: opening a pipe without a writer would block forever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { kind: "missing" };
      if (stats.size > maxBytes) return { kind: "too big", bytes: stats.size };
      const text = new TextDecoder("utf-8", { ignoreBOM: false }).decode(await file.readFile());
      return { kind: "text", text, stamp: stampOf(stats) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (missingFileCodes.has(systemErrorCode(error) ?? "")) return { kind: "missing" };
    throw error;
  }
}
