/**
 * The lock files of a run: the endpoint's own, and decoys that a client must leave alone. Written here and not by the
 * server's code, so that a mistake there cannot hide one of a client.
 */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { lockDirectoryName, lockFileName } from "@tandem/protocol";

/** Above every limit that a system sets for process ids: nothing has it. */
export const deadPid = 2 ** 30;

export interface LockContent {
  readonly pid: number;
  readonly folders: readonly string[];
  readonly ideName: string;
  readonly authToken: string;
}

function cannotWrite(configDir: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  const advice = "Name a config directory that is yours.";
  return new Error(`The lock file cannot be written below ${configDir} (${why}). ${advice}`, { cause });
}

export class Locks implements AsyncDisposable {
  readonly configDir: string;
  /** A folder that nobody works in. */
  readonly elsewhere: string;
  /** Files and directories to remove. */
  readonly made: string[];

  private constructor(configDir: string, temporary: string) {
    this.configDir = configDir;
    this.elsewhere = join(temporary, "elsewhere");
    this.made = [temporary];
  }

  /** Below the directory that is named, or below one of its own. */
  static async in(configDir: string | undefined): Promise<Locks> {
    const temporary = await realpath(await mkdtemp(join(tmpdir(), "tandem-client-")));
    const named = configDir === undefined ? join(temporary, "config") : resolve(configDir);
    const locks = new Locks(named, temporary);
    try {
      await mkdir(locks.elsewhere);
      await mkdir(join(named, lockDirectoryName), { recursive: true, mode: 0o700 });
    } catch (error) {
      await locks[Symbol.asyncDispose]();
      throw cannotWrite(named, error);
    }
    return locks;
  }

  fileOf(port: number): string {
    return join(this.configDir, lockDirectoryName, lockFileName(port));
  }

  /** Writes a lock under another name first, so that nobody reads half of it (LCK-03, LCK-05). */
  async write(port: number, { pid, folders, ideName, authToken }: LockContent): Promise<string> {
    const file = this.fileOf(port);
    const lock = {
      pid,
      workspaceFolders: folders,
      ideName,
      transport: "ws",
      runningInWindows: process.platform === "win32",
      authToken,
      port,
    };
    const unfinished = `${file}.${randomUUID()}.tmp`;
    this.made.push(file);
    try {
      await writeFile(unfinished, JSON.stringify(lock), { mode: 0o600, flag: "wx" });
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw cannotWrite(this.configDir, error);
    }
    return file;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A client that ends at the same time may still write into a directory that it was given.
    for (const path of this.made.toReversed())
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
