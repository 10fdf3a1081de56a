/**
 * Writes, updates and removes this endpoint's lock. It is written atomically with mode 0600 from the first byte
 * (LCK-01, LCK-03 to LCK-07).
 */
import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "@tandem-ide/base";
import { isAlive } from "@tandem-ide/base/node";
import type { LockFile } from "@tandem-ide/protocol";
import { type LenientLockFile, lockFileName, parseLockFile } from "@tandem-ide/protocol/schema-free";
import { readSmallFile } from "../../../hub/files/small-file.js";
import { type LockDirectories, notWritable, prepareLockDirectory } from "./lock-directory.js";

/** `.12345.lock.678.tmp`: clients ignore it, and the writer's pid shows whether it was left behind. */
export const temporaryName = /^\.\d+\.lock\.(\d+)\.tmp$/;

/** Reads any lock. Returns undefined for other content, and throws if it isn't a small regular file. */
export function readLock(path: string): LenientLockFile | undefined {
  return parseLockFile(readSmallFile(path));
}

function writeAtomically(directory: string, port: number, content: string): void {
  const temporary = join(directory, `.${lockFileName(port)}.${process.pid}.tmp`);
  try {
    rmSync(temporary, { force: true });
    // "wx" refuses to follow a planted link.
    const file = openSync(temporary, "wx", 0o600);
    try {
      // With a umask such as 0277 no client could read the lock.
      fchmodSync(file, 0o600);
      writeFileSync(file, content); // writeSync() may write only a part on a full disk.
    } finally {
      closeSync(file);
    }
    renameSync(temporary, join(directory, lockFileName(port)));
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // Fails for the same reason as writing, which is reported below.
    }
    throw notWritable(directory, error);
  }
}

/**
 * Returns true if the lock of this port belongs to another live process. In a container that shares the directory but not
 * the network, the port can be free here although the lock is in use (LCK-09).
 */
export function isHeldByAnotherProcess(directory: string, port: number, ownToken: string): boolean {
  const path = join(directory, lockFileName(port));
  try {
    // Ignore pipes and the like.
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

  /** The path of the lock that clients read. */
  get path(): string {
    return join(this.#primary, lockFileName(this.#port));
  }

  /** Writes the lock. Returns the error if only the copy failed, which no client needs. */
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
   * Removes the lock if it is still ours. Synchronous for exit handlers, and only once, because after a restart the next
   * endpoint has the same port and token.
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
        // Already removed, or no longer ours.
      }
    }
  }
}
