/**
 * What the user made of proposals, kept across a reload of the window: the proposal is lost with it, their words must not
 * be. In files beside the extension host: it can still write those when the window is gone, where VS Code's own storage is.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How long typing may rest before it is kept. */
const settleMs = 200;

export interface EditedText {
  readonly path: string;
  readonly text: string;
}

/** By hand: a schema would be loaded by every window, for a file that few ever have. */
function isEditedText(value: unknown): value is EditedText {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "text" in value &&
    typeof value.text === "string"
  );
}

export interface EditedTextsOptions {
  readonly folder: string;
  /** This process: another window of the same workspace keeps its own. */
  readonly server: number;
  readonly isAlive: (pid: number) => boolean;
}

export class EditedTexts {
  readonly #options: EditedTextsOptions;
  /** Those that have changed since they were written. */
  readonly #pending = new Map<string, EditedText>();
  #timer: NodeJS.Timeout | undefined;
  #isFrozen = false;

  constructor(options: EditedTextsOptions) {
    this.#options = options;
  }

  /** What a window had when it was reloaded; it is not there a second time. */
  takeLost(): readonly EditedText[] {
    const { folder, server, isAlive } = this.#options;
    const lost: EditedText[] = [];
    for (const name of this.#names()) {
      const owner = Number.parseInt(name, 10);
      if (owner === server || isAlive(owner)) continue;
      try {
        const kept: unknown = JSON.parse(readFileSync(join(folder, name), "utf8"));
        if (isEditedText(kept)) lost.push(kept);
      } catch {
        // Half a file, of a machine that went down.
      }
      rmSync(join(folder, name), { force: true });
    }
    return lost;
  }

  keep(id: string, text: EditedText): void {
    if (this.#isFrozen) return;
    this.#pending.set(id, text);
    this.#timer ??= setTimeout(() => this.#write(), settleMs);
  }

  forget(id: string): void {
    if (this.#isFrozen) return;
    this.#pending.delete(id);
    rmSync(this.#fileOf(id), { force: true });
  }

  /** The window goes: what is kept now is for the next one. */
  freeze(): void {
    if (!this.#isFrozen) this.#write();
    this.#isFrozen = true;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.size === 0) return;
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
    for (const [id, text] of this.#pending) writeFileSync(this.#fileOf(id), JSON.stringify(text), { mode: 0o600 });
    this.#pending.clear();
  }

  #fileOf(id: string): string {
    return join(this.#options.folder, `${this.#options.server}-${id}.json`);
  }

  #names(): string[] {
    try {
      return readdirSync(this.#options.folder);
    } catch {
      return [];
    }
  }
}
