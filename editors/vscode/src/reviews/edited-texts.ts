/**
 * What the user made of proposals, kept across a reload of the window: the proposal is lost with it, their words must not
 * be. In files beside the extension host: it can still write those when the window is gone, where VS Code's own storage is.
 * One folder for all workspaces: VS Code's folder for a workspace is another one while a window that has gone holds it.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the name of a text begins with that no process owns any more. */
const released = "released-";

/** How long typing may rest before it is kept. */
const settleMs = 200;

export interface EditedText {
  readonly path: string;
  readonly text: string;
}

interface KeptText extends EditedText {
  /** What names the workspace of its window. */
  readonly workspace: readonly string[];
}

/** By hand: a schema would be loaded by every window, for a file that few ever have. */
function isKeptText(value: unknown): value is KeptText {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "text" in value &&
    typeof value.text === "string" &&
    "workspace" in value &&
    Array.isArray(value.workspace)
  );
}

export interface EditedTextsOptions {
  readonly folder: string;
  /** What names the workspace of this window: its file and its folders. */
  readonly workspace: () => readonly string[];
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

  /** What a window of this workspace had when it was reloaded; it is not there a second time. */
  takeLost(): readonly EditedText[] {
    const { folder, server, isAlive } = this.#options;
    const lost: EditedText[] = [];
    for (const name of this.#names()) {
      const owner = Number.parseInt(name, 10);
      if (!name.startsWith(released) && (owner === server || isAlive(owner))) continue;
      const kept = this.#read(name);
      if (kept && !this.#isOfThisWorkspace(kept)) continue;
      // Else it is half a file, of a machine that went down.
      if (kept) lost.push({ path: kept.path, text: kept.text });
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

  /** The window has gone, and this process has not: what is kept is for whoever comes. */
  release(): void {
    this.#write();
    const mine = `${this.#options.server}-`;
    const { folder } = this.#options;
    for (const name of this.#names())
      if (name.startsWith(mine)) renameSync(join(folder, name), join(folder, `${released}${name}`));
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.size === 0) return;
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
    const workspace = this.#options.workspace();
    for (const [id, text] of this.#pending)
      writeFileSync(this.#fileOf(id), JSON.stringify({ ...text, workspace } satisfies KeptText), { mode: 0o600 });
    this.#pending.clear();
  }

  #read(name: string): KeptText | undefined {
    try {
      const kept: unknown = JSON.parse(readFileSync(join(this.#options.folder, name), "utf8"));
      return isKeptText(kept) ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  #isOfThisWorkspace({ workspace }: KeptText): boolean {
    const own = this.#options.workspace();
    return workspace.some((name) => own.includes(name)) || (workspace.length === 0 && own.length === 0);
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
