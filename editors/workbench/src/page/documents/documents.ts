/** The documents this page edits, and whether all their changes have reached the host. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { DocumentText } from "../../messages.js";
import type { Connection } from "../core/connection.js";
import { DocumentSync } from "./document-sync.js";

export class Documents {
  readonly #connection: Connection;
  readonly #syncs = new Set<DocumentSync>();
  readonly #isSynced = signal(true);
  readonly #waiting = new Set<() => void>();
  readonly #page = crypto.randomUUID().slice(0, 8);
  #count = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.on("document.updates", ({ document, version, updates }) => {
      for (const sync of this.#of(document)) sync.receive(version, updates);
    });
    connection.on("flush", ({ flush }) => {
      void this.whenSynced().then(() => connection.sendFlushed(flush));
    });
    connection.on("welcome", () => {
      for (const sync of this.#syncs) void sync.reopen();
    });
  }

  /** All changes made in this page are confirmed. */
  get isSynced(): ReadonlySignal<boolean> {
    return this.#isSynced;
  }

  /** Binds an editor to a document. The caller must call `release`. */
  bind(
    document: string,
    version: number,
    reopen: () => Promise<Pick<DocumentText, "text" | "version">>,
    onCrossed = async () => true,
  ): DocumentSync {
    const sync = new DocumentSync({
      document,
      version,
      clientId: `${this.#page}-${++this.#count}`,
      push: (params) => this.#connection.request("document.push", params),
      reopen,
      onProgress: () => this.#progress(),
      onCrossed,
    });
    this.#syncs.add(sync);
    return sync;
  }

  release(sync: DocumentSync): void {
    this.#syncs.delete(sync);
    sync.close();
  }

  /** Resolves when all changes to a document, or to all documents, are confirmed. */
  whenSynced(document?: string): Promise<void> {
    const isDone = () => this.#of(document).every((sync) => sync.isSynced);
    if (isDone()) return Promise.resolve();
    return new Promise((resolve) => {
      const check = () => {
        if (!isDone()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
    });
  }

  /** Like `whenSynced`, but rejects with a message for the user when the connection is lost. */
  confirmed(document: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.#connection.isAway.subscribe((isAway) => {
        if (isAway) reject(this.#connection.awayError());
      });
      void this.whenSynced(document)
        .then(resolve)
        .finally(() => stop());
    });
  }

  #of(document: string | undefined): DocumentSync[] {
    return [...this.#syncs].filter((sync) => document === undefined || sync.document === document);
  }

  #progress(): void {
    this.#isSynced.value = this.#of(undefined).every((sync) => sync.isSynced);
    for (const check of [...this.#waiting]) check();
  }
}
