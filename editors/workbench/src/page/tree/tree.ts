/** The state of the file tree. A folder is listed when it is expanded. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { TreeEntry } from "../../messages.js";
import type { Connection } from "../core/connection.js";
import { foldersAbove } from "../core/paths.js";
import type { Store } from "../core/store.js";
import type { Toasts } from "../core/toasts.js";
import { flattenTree, type TreeRow } from "./tree-rows.js";

export class Tree {
  readonly #connection: Connection;
  readonly #store: Store;
  readonly #toasts: Toasts;
  readonly #entries = signal<ReadonlyMap<string, readonly TreeEntry[]>>(new Map());
  readonly #expanded = signal<ReadonlySet<string>>(new Set());
  readonly #seenRoots = new Set<string>();
  readonly selected: Signal<string | undefined> = signal(undefined);
  /** A row to scroll to. */
  readonly revealed: Signal<string | undefined> = signal(undefined);
  readonly rows: ReadonlySignal<readonly TreeRow[]>;

  constructor(connection: Connection, store: Store, toasts: Toasts) {
    this.#connection = connection;
    this.#store = store;
    this.#toasts = toasts;
    this.rows = computed(() =>
      flattenTree({
        folders: store.model.value?.folders ?? [],
        entries: this.#entries.value,
        expanded: this.#expanded.value,
      }),
    );
    connection.on("tree.changed", ({ path, entries }) => {
      if (this.#expanded.peek().has(path)) this.#setEntries(path, entries);
    });
    connection.on("model", ({ folders }) => {
      // A new workspace folder is expanded once.
      for (const { path } of folders) {
        if (this.#seenRoots.has(path)) continue;
        this.#seenRoots.add(path);
        void this.expand(path);
      }
    });
    // After a reconnect the host no longer watches folders for this window.
    connection.on("welcome", () => {
      for (const path of this.#expanded.peek()) void this.#list(path);
    });
  }

  async expand(path: string): Promise<void> {
    await this.#open(path, (error) => this.#toasts.showError(error));
  }

  /** Subfolders stay expanded for the next time. */
  collapse(path: string): void {
    const expanded = new Set(this.#expanded.peek());
    if (!expanded.delete(path)) return;
    this.#expanded.value = expanded;
    void this.#connection.request("tree.forget", { path }).catch(() => {});
  }

  toggle(path: string): void {
    if (this.#expanded.peek().has(path)) this.collapse(path);
    else void this.expand(path);
  }

  /** Expands the folders above a file and scrolls to it. */
  async reveal(path: string): Promise<void> {
    const model = this.#store.model.peek();
    if (!model) return;
    // Ignore errors: the folder of a proposed new file may not exist yet.
    for (const folder of foldersAbove(path, model)) await this.#open(folder, () => {});
    this.selected.value = path;
    this.revealed.value = path;
  }

  async #open(path: string, onError: (error: unknown) => void): Promise<void> {
    if (this.#expanded.peek().has(path)) return;
    this.#expanded.value = new Set([...this.#expanded.peek(), path]);
    await this.#list(path, onError);
  }

  async #list(path: string, onError = (error: unknown) => this.#toasts.showError(error)): Promise<void> {
    try {
      this.#setEntries(path, await this.#connection.request("tree.list", { path }));
    } catch (error) {
      const expanded = new Set(this.#expanded.peek());
      expanded.delete(path);
      this.#expanded.value = expanded;
      onError(error);
    }
  }

  #setEntries(path: string, entries: readonly TreeEntry[]): void {
    this.#entries.value = new Map([...this.#entries.peek(), [path, entries]]);
  }
}
