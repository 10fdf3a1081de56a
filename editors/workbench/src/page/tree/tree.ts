/** The folders that are open in the tree, and what is in them. A folder is listed when it is opened. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { TreeEntry } from "../../messages.js";
import type { Connection } from "../core/connection.js";
import { foldersAbove } from "../core/paths.js";
import type { Store } from "../core/store.js";
import { flattenTree, type TreeRow } from "./tree-rows.js";

/** What the tree shows, as signals, and how it changes. */
export class Tree {
  readonly #connection: Connection;
  readonly #store: Store;
  readonly #onError: (error: unknown) => void;
  readonly #entries = signal<ReadonlyMap<string, readonly TreeEntry[]>>(new Map());
  readonly #expanded = signal<ReadonlySet<string>>(new Set());
  readonly #seenRoots = new Set<string>();
  /** The row that the keyboard is at. */
  readonly selected: Signal<string | undefined> = signal(undefined);
  /** A row to scroll to. */
  readonly revealed: Signal<string | undefined> = signal(undefined);
  readonly rows: ReadonlySignal<readonly TreeRow[]>;

  constructor(connection: Connection, store: Store, onError: (error: unknown) => void) {
    this.#connection = connection;
    this.#store = store;
    this.#onError = onError;
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
      // A workspace folder is opened when it comes, and stays as the user leaves it.
      for (const { path } of folders) {
        if (this.#seenRoots.has(path)) continue;
        this.#seenRoots.add(path);
        void this.expand(path);
      }
    });
    // A host that has just come back does not watch for this window any more.
    connection.on("welcome", () => {
      for (const path of this.#expanded.peek()) void this.#list(path);
    });
  }

  async expand(path: string): Promise<void> {
    await this.#open(path, this.#onError);
  }

  /** Folders inside stay open, for when this one is opened again. */
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

  /** Opens the folders above a file and scrolls to it. */
  async reveal(path: string): Promise<void> {
    const model = this.#store.model.peek();
    if (!model) return;
    // Nobody asked for these folders: one that is not there yet, as that of a proposed new file, is no news.
    for (const folder of foldersAbove(path, model.folders, model.separator)) await this.#open(folder, () => {});
    this.selected.value = path;
    this.revealed.value = path;
  }

  async #open(path: string, onError: (error: unknown) => void): Promise<void> {
    if (this.#expanded.peek().has(path)) return;
    this.#expanded.value = new Set([...this.#expanded.peek(), path]);
    await this.#list(path, onError);
  }

  async #list(path: string, onError = this.#onError): Promise<void> {
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
