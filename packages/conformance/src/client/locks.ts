/**
 * The lock files of a run: the endpoint's, and decoys that a client must ignore. This doesn't use the server's code, so
 * a bug there can't hide a client's bug.
 */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { lockDirectoryName, lockFileName } from "@tandem-ide/protocol";

/** Above every system's limit for process IDs, so no process has it. */
export const deadPid = 2 ** 30;

export interface LockContent {
  readonly pid: number;
  readonly folders: readonly string[];
  readonly ideName: string;
  readonly authToken: string;
}

function cannotWrite(configDir: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  const advice = "Choose a config directory that you can write to.";
  return new Error(`Can't write the lock file in ${configDir} (${why}). ${advice}`, { cause });
}

export class Locks implements AsyncDisposable {
  readonly configDir: string;
  /** A folder that no client runs in. */
  readonly elsewhere: string;
  /** Files and directories to remove. */
  readonly made: string[];

  private constructor(configDir: string, temporary: string) {
    this.configDir = configDir;
    this.elsewhere = join(temporary, "elsewhere");
    this.made = [temporary];
  }

  /** Uses the given config directory, or a temporary one. */
  static async create(configDir: string | undefined): Promise<Locks> {
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

  /** Writes a lock under a temporary name first, so nobody reads half of it (LCK-03, LCK-05). */
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
    // A client that is just ending may still write to its directory.
    for (const path of this.made.toReversed())
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
