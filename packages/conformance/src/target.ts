/** The endpoint to check, given by its lock file or its port. */
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type LenientLockFile, parseLockFile, portOfLockFile } from "@tandem-ide/protocol";

/**
 * An endpoint: the path of its lock file, or its port. Without a lock file, the checks about it don't
 * apply. Without a token, only checks that need none can pass.
 *
 * @example
 * await runConformance({ lockFile: "/home/me/.claude/ide/41234.lock" });
 * await runConformance({ port: 41234, lock: { authToken } });
 */
export type Target =
  | { readonly lockFile: string }
  | { readonly port: number; readonly lock?: LenientLockFile; readonly lockFile?: string };

/** A target with the content of its lock file. */
export interface ResolvedTarget {
  readonly port: number;
  /** The content as a client reads it; undefined if there is none or it is invalid. */
  readonly lock: LenientLockFile | undefined;
  readonly lockFile: string | undefined;
  readonly token: string | undefined;
}

/** Reads a target's lock file. Only throws if the port is unknown or the file unreadable. */
export async function resolveTarget(target: Target): Promise<ResolvedTarget> {
  if ("port" in target) {
    const lockFile = target.lockFile === undefined ? undefined : resolve(target.lockFile);
    const lock = target.lock ?? (lockFile === undefined ? undefined : await readLock(lockFile));
    return { port: target.port, lock, lockFile, token: lock?.authToken };
  }
  const lockFile = resolve(target.lockFile);
  const port = portOfLockFile(basename(lockFile));
  if (port === undefined)
    throw new Error(`${lockFile} isn't a lock file name: it must be <port>.lock, such as 41234.lock`);
  const lock = await readLock(lockFile);
  return { port, lock, lockFile, token: lock?.authToken };
}

async function readLock(lockFile: string): Promise<LenientLockFile | undefined> {
  try {
    return parseLockFile(await readFile(lockFile, "utf8"));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Can't read the lock file (${why}). Is the editor running?`, { cause });
  }
}
