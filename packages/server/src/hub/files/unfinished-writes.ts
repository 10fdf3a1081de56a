/**
 * Records temporary files in the user's state directory while they exist, so those of a killed process are found without
 * searching a workspace: see remove-leftovers.ts.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@tandem-ide/base";
import { startMark, stateFile } from "@tandem-ide/base/node";

export interface UnfinishedRecord {
  /** The folder of the temporary file, a real path. */
  readonly folder: string;
  /** The writing process. */
  readonly pid: number;
  /** Distinguishes that process from a later one with the same id, if known. */
  readonly started?: string | undefined;
}

/** Locates the user's files. */
export interface UserEnvironment {
  /** Default: this process's environment. */
  readonly env?: Environment | undefined;
  /** Default: the user's home directory. */
  readonly home?: string | undefined;
}

/** Returns the name of the temporary file with this random id. */
export function temporaryNameOf(id: string): string {
  return `.tandem-${id}.tmp`;
}

/**
 * @example
 * await replaceFile("/home/ada/engine/notes.md", "# Notes\n", { unfinished: new UnfinishedWrites() });
 */
export class UnfinishedWrites {
  /** The directory of the records. */
  readonly directory: string;
  #self: Pick<UnfinishedRecord, "pid" | "started"> | undefined;

  constructor({ env = process.env, home }: UserEnvironment = {}) {
    this.directory = stateFile(env, "unfinished-writes", home);
  }

  /**
   * Records a temporary file and returns a function that removes the record. If it can't be recorded, for example on a read-only
   * disk, the write continues anyway.
   */
  begin(folder: string, id: string): () => void {
    this.#self ??= { pid: process.pid, started: startMark(process.pid) };
    const record: UnfinishedRecord = { folder, ...this.#self };
    const path = join(this.directory, `${id}.json`);
    const end = () => {
      try {
        rmSync(path, { force: true });
      } catch {
        // The next start tries again.
      }
    };
    try {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      writeFileSync(path, JSON.stringify(record), { flag: "wx", mode: 0o600 });
    } catch {
      end(); // A full disk may leave an incomplete record.
    }
    return end;
  }
}
