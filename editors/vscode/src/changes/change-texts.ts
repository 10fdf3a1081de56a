/** Reads the texts that VS Code compares with files, and reports when they may have changed. */
import { readFile } from "node:fs/promises";
import type { Changes } from "@tandem-ide/changes";
import type * as vscode from "vscode";
import type { ReadText } from "./change-files.js";
import { type ChangeText, changeUri, parseChangeUri } from "./change-uri.js";

export interface ChangeTextsOptions {
  readonly changes: Changes;
  /** Returns the bytes before a turn, or undefined if it has no such change. VS Code decodes them like the file itself. */
  readonly before: (path: string, turn: string | undefined) => Promise<Uint8Array | undefined>;
  readonly changed: (uris: readonly vscode.Uri[]) => void;
}

export class ChangeTexts implements vscode.Disposable {
  readonly #options: ChangeTextsOptions;
  /** What VS Code has read. It keeps the texts of some files that no tab shows, for the marks beside the text. */
  readonly #read = new Map<string, vscode.Uri>();
  readonly #stop: () => void;
  #changedAt = Date.now();

  constructor(options: ChangeTextsOptions) {
    this.#options = options;
    this.#stop = options.changes.onChanged(() => this.#refresh());
  }

  async read(text: ChangeText): Promise<ReadText> {
    const uri = changeUri(text);
    this.#read.set(uri.toString(), uri);
    const changedAt = this.#changedAt;
    return { bytes: await this.#bytesOf(text), changedAt };
  }

  dispose(): void {
    this.#stop();
    // Diffs that are still open no longer show a change.
    this.#refresh();
  }

  async #bytesOf({ path, side, turn }: ChangeText): Promise<Uint8Array> {
    const before = side === "before" ? await this.#options.before(path, turn) : undefined;
    // A diff of a change that was kept or undone shows no difference. The right side of a deleted file is empty.
    return before ?? (await readFile(path).catch(() => new Uint8Array()));
  }

  #refresh(): void {
    this.#changedAt = Math.max(Date.now(), this.#changedAt + 1);
    const { changes, changed } = this.#options;
    const uris = [...this.#read.values()];
    const listed = new Set(changes.list.turns.map(({ id }) => id));
    for (const [key, uri] of this.#read) {
      const turn = parseChangeUri(uri)?.turn;
      if (turn !== undefined && !listed.has(turn)) this.#read.delete(key);
    }
    changed(uris);
  }
}
