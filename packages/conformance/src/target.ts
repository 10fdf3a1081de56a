/** What is judged: an endpoint, named by its lock file or by its port. */
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type LenientLockFile, parseLockFile, portOfLockFile } from "@tandem/protocol";

/**
 * An endpoint: the path of its lock file, or what was read already. Without a lock file the checks about it do not
 * apply, and without a token only those pass that need none.
 *
 * @example
 * await runConformance({ lockFile: "/home/me/.claude/ide/41234.lock" });
 * await runConformance({ port: 41234, lock: { authToken } });
 */
export type Target =
  | { readonly lockFile: string }
  | { readonly port: number; readonly lock?: LenientLockFile; readonly lockFile?: string };

/** A target with everything found out that its lock file says. */
export interface ResolvedTarget {
  readonly port: number;
  /** The content as a client reads it; undefined when there is none or when it is no lock. */
  readonly lock: LenientLockFile | undefined;
  readonly lockFile: string | undefined;
  readonly token: string | undefined;
}

/** Reads a target's lock file. Throws only when not even the port can be known. */
export async function resolveTarget(target: Target): Promise<ResolvedTarget> {
  if ("port" in target) {
    const lockFile = target.lockFile === undefined ? undefined : resolve(target.lockFile);
    const lock = target.lock ?? (lockFile === undefined ? undefined : await readLock(lockFile));
    return { port: target.port, lock, lockFile, token: lock?.authToken };
  }
  const lockFile = resolve(target.lockFile);
  const port = portOfLockFile(basename(lockFile));
  if (port === undefined)
    throw new Error(`${lockFile} is not the name of a lock file: it must be <port>.lock, such as 41234.lock`);
  const lock = await readLock(lockFile);
  return { port, lock, lockFile, token: lock?.authToken };
}

async function readLock(lockFile: string): Promise<LenientLockFile | undefined> {
  try {
    return parseLockFile(await readFile(lockFile, "utf8"));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The lock file cannot be read (${why}). Is the editor running?`, { cause });
  }
}
