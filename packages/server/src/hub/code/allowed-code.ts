/** Stores in which folders the user lets Claude Code run code without asking. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Environment, messageOf } from "@tandem-ide/base";
import { stateFile, tilde } from "@tandem-ide/base/node";
import type { AllowedFolders } from "./code-gate.js";

/** Uses no schema, because editors load this at startup. Invalid content allows nothing. */
function foldersIn(value: unknown): readonly string[] {
  const folders = typeof value === "object" && value !== null && "folders" in value ? value.folders : undefined;
  return Array.isArray(folders) && folders.every((folder) => typeof folder === "string") ? folders : [];
}

/** Stores it in a file that all editors share, so a permission applies in all of them. */
export class AllowedCode implements AllowedFolders {
  readonly #file: string;

  constructor(env: Environment, home?: string) {
    this.#file = stateFile(env, "code-allowed.json", home);
  }

  /** Reads the file each time, because another process may have changed it. An unreadable file allows nothing. */
  has(folder: string): boolean {
    return this.#read().includes(folder);
  }

  set(folders: readonly string[], isAllowed: boolean): void {
    const others = this.#read().filter((folder) => !folders.includes(folder));
    const all = isAllowed ? [...others, ...folders] : others;
    const written = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(written, `${JSON.stringify({ folders: all }, null, 2)}\n`, { mode: 0o600 });
      renameSync(written, this.#file);
    } catch (error) {
      removeQuietly(written);
      throw new Error(`${tilde(this.#file)} can't be written, so the permission is not saved: ${messageOf(error)}`);
    }
  }

  #read(): readonly string[] {
    try {
      return foldersIn(JSON.parse(readFileSync(this.#file, "utf8")));
    } catch {
      return [];
    }
  }
}

/** Removes a partly written file, as after a full disk. */
function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Fails for the same reason as writing, which is already reported.
  }
}
