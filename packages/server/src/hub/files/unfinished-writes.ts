/**
 * The temporary files that are being written, on record in the user's state directory from before each is made until it is
 * gone. What a killed process leaves is so found without searching a workspace: see remove-leftovers.ts.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@tandem/base";
import { startMark, stateFile } from "@tandem/base/node";

export interface UnfinishedRecord {
  /** Where the temporary file is: a real path. */
  readonly folder: string;
  /** Who writes it. */
  readonly pid: number;
  /** Tells that process from a later one of the same number, where the system says. */
  readonly started?: string | undefined;
}

/** Whose files these are. */
export interface UserPlace {
  /** Default: this process's. */
  readonly env?: Environment | undefined;
  /** Default: the user's home directory. */
  readonly home?: string | undefined;
}

/** The name of the temporary file with this random part, which nothing but its record and its writer knows. */
export function temporaryNameOf(id: string): string {
  return `.tandem-${id}.tmp`;
}

/**
 * @example
 * await replaceFile("/home/ada/engine/notes.md", "# Notes\n", { unfinished: new UnfinishedWrites() });
 */
export class UnfinishedWrites {
  /** Where the records are. */
  readonly directory: string;
  #self: Pick<UnfinishedRecord, "pid" | "started"> | undefined;

  constructor({ env = process.env, home }: UserPlace = {}) {
    this.directory = stateFile(env, "unfinished-writes", home);
  }

  /**
   * Puts a temporary file on record; the function that is returned takes it off again. Where nothing can be recorded, as on
   * a disk that is read-only, the write goes on without: better a file left behind than one not written.
   */
  begin(folder: string, id: string): () => void {
    this.#self ??= { pid: process.pid, started: startMark(process.pid) };
    const record: UnfinishedRecord = { folder, ...this.#self };
    const path = join(this.directory, `${id}.json`);
    const end = () => {
      try {
        rmSync(path, { force: true });
      } catch {
        // The next start finds no temporary file for it, and tries again.
      }
    };
    try {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      writeFileSync(path, JSON.stringify(record), { flag: "wx", mode: 0o600 });
    } catch {
      end(); // On a full disk there may be half of it.
    }
    return end;
  }
}
