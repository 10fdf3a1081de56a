/**
 * This endpoint's own lock: written to a temporary file that is 0600 from its first byte, renamed into place, rewritten
 * when the folders change, removed at the end (LCK-01, LCK-03 to LCK-07).
 */
import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "@tandem/base";
import { isAlive } from "@tandem/base/node";
import type { LockFile } from "@tandem/protocol";
import { lockFileName } from "@tandem/protocol/plain";
import { type LockDirectories, notWritable, prepareLockDirectory } from "./lock-directory.js";
import { readLock } from "./read-lock.js";

/** `.12345.lock.678.tmp`: hidden from clients, and the writer's pid in it tells whether it was left behind. */
export const temporaryName = /^\.\d+\.lock\.(\d+)\.tmp$/;

function writeAtomically(directory: string, port: number, content: string): void {
  const temporary = join(directory, `.${lockFileName(port)}.${process.pid}.tmp`);
  try {
    rmSync(temporary, { force: true });
    // "wx": a link that somebody planted under this name is refused, not followed.
    const file = openSync(temporary, "wx", 0o600);
    try {
      // A umask can only take away, and one such as 0277 takes from the owner: then no client could read the lock.
      fchmodSync(file, 0o600);
      writeFileSync(file, content); // Not writeSync, which on a disk that is nearly full may write a part and say so.
    } finally {
      closeSync(file);
    }
    renameSync(temporary, join(directory, lockFileName(port)));
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // What stopped the writing stops this too; the error below tells of it.
    }
    throw notWritable(directory, error);
  }
}

/**
 * True when the lock of this port is another living editor's: it may be in a container that shares the directory but
 * not the network, so the port being free here does not make the lock ours to replace (LCK-09).
 */
export function belongsToLivingStranger(directory: string, port: number, ownToken: string): boolean {
  const path = join(directory, lockFileName(port));
  try {
    // A pipe, or whatever else somebody has put there, announces nothing.
    if (!lstatSync(path).isFile()) return false;
    const lock = readLock(path);
    return lock?.pid !== undefined && lock.authToken !== ownToken && lock.pid !== process.pid && isAlive(lock.pid);
  } catch (error) {
    return systemErrorCode(error) !== "ENOENT";
  }
}

export class OwnLock {
  readonly #primary: string;
  readonly #mirror: string | undefined;
  readonly #port: number;
  readonly #token: string;
  #isRemoved = false;

  constructor({ primary, mirror }: LockDirectories, port: number, token: string) {
    this.#primary = primary;
    this.#mirror = mirror;
    this.#port = port;
    this.#token = token;
  }

  /** The lock that clients read. */
  get path(): string {
    return join(this.#primary, lockFileName(this.#port));
  }

  /** Writes the lock; what goes wrong with its copy, which no client needs, is returned and not thrown. */
  write(lock: LockFile): Error | undefined {
    if (this.#isRemoved) return undefined;
    const content = `${JSON.stringify(lock)}\n`;
    writeAtomically(this.#primary, this.#port, content);
    if (this.#mirror === undefined) return undefined;
    try {
      prepareLockDirectory(this.#mirror);
      writeAtomically(this.#mirror, this.#port, content);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /**
   * Removes the lock if it is still ours. Synchronous, because an exit handler can wait for nothing; and once only,
   * because after a restart the same port and token are the successor's.
   */
  remove(): void {
    if (this.#isRemoved) return;
    this.#isRemoved = true;
    for (const directory of [this.#primary, this.#mirror]) {
      if (directory === undefined) continue;
      const path = join(directory, lockFileName(this.#port));
      try {
        if (readLock(path)?.authToken === this.#token) rmSync(path, { force: true });
      } catch {
        // Already gone, or no longer a lock of ours: nothing to remove.
      }
    }
  }
}
