/** Remembers in which folders the user lets Claude Code run code without a question. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Environment, messageOf } from "@tandem/base";
import { stateFile, tilde } from "@tandem/base/node";
import type { AllowedFolders } from "./code-gate.js";

/** By hand: an editor loads this when it starts. What is no list of folders allows nothing. */
function foldersIn(value: unknown): readonly string[] {
  const folders = typeof value === "object" && value !== null && "folders" in value ? value.folders : undefined;
  return Array.isArray(folders) && folders.every((folder) => typeof folder === "string") ? folders : [];
}

/**
 * Remembers it in a file of the user's, which all editors share: what was allowed in one is allowed in the others.
 */
export class AllowedCode implements AllowedFolders {
  readonly #file: string;

  /** In the state directory, for its user's eyes only. */
  constructor(env: Environment, home?: string) {
    this.#file = stateFile(env, "code-allowed.json", home);
  }

  /** Read each time: another Tandem may have taken it back. What cannot be read allows nothing. */
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
      throw new Error(`${tilde(this.#file)} cannot be written, so it is not remembered: ${messageOf(error)}`);
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

/** A full disk leaves a part of it, or an empty file. */
function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What stopped the writing stops this too, and is told already.
  }
}
