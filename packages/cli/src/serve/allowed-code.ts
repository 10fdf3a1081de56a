/** Remembers in which folders the user lets Claude Code run code without a question. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Environment } from "@tandem/protocol";
import type { AllowedFolders } from "@tandem/workbench";
import * as z from "zod/mini";
import { messageOf } from "../exit-codes.js";
import { tilde } from "../paths.js";

const schema = z.object({ folders: z.array(z.string()) });

export class AllowedCode implements AllowedFolders {
  readonly #file: string;

  /** In the state directory, for its user's eyes only. */
  constructor(env: Environment) {
    const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local", "state");
    this.#file = join(state, "tandem", "code-allowed.json");
  }

  /** Read each time: another Tandem may have taken it back. What cannot be read allows nothing. */
  has(folder: string): boolean {
    return this.#read().includes(folder);
  }

  set(folders: readonly string[], isAllowed: boolean): void {
    const others = this.#read().filter((folder) => !folders.includes(folder));
    const all = isAllowed ? [...others, ...folders] : others;
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      const written = `${this.#file}.${process.pid}`;
      writeFileSync(written, `${JSON.stringify({ folders: all }, null, 2)}\n`, { mode: 0o600 });
      renameSync(written, this.#file);
    } catch (error) {
      throw new Error(`${tilde(this.#file)} cannot be written, so it is not remembered: ${messageOf(error)}`);
    }
  }

  #read(): readonly string[] {
    try {
      return schema.parse(JSON.parse(readFileSync(this.#file, "utf8"))).folders;
    } catch {
      return [];
    }
  }
}
