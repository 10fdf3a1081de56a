/** The open files. Each is read once and follows the disk. */
import { basename, dirname } from "node:path";
import type { Update } from "@codemirror/collab";
import type { UnfinishedWrites } from "@tandem-ide/server/files";
import type { SharedWatches } from "../files/shared-watches.js";
import { type DocumentEvents, FileDocument } from "./file-document.js";

export interface DocumentsEvents {
  updated(document: FileDocument, version: number, updates: readonly Update[]): void;
  stateChanged(document: FileDocument): void;
}

interface Open {
  readonly document: Promise<FileDocument>;
  ready?: FileDocument;
  stopWatching(): void;
}

export class Documents {
  readonly #open = new Map<string, Open>();
  readonly #watches: SharedWatches;
  readonly #events: DocumentsEvents;
  readonly #unfinished: UnfinishedWrites;

  constructor(watches: SharedWatches, events: DocumentsEvents, unfinished: UnfinishedWrites) {
    this.#watches = watches;
    this.#events = events;
    this.#unfinished = unfinished;
  }

  get(path: string): FileDocument | undefined {
    return this.#open.get(path)?.ready;
  }

  /** Returns an open document, or throws a message for the user. */
  expect(path: string): FileDocument {
    const document = this.get(path);
    if (!document) throw new Error(`${basename(path)} is no longer open`);
    return document;
  }

  get unsaved(): readonly FileDocument[] {
    return [...this.#open.values()].flatMap(({ ready }) => (ready?.isDirty ? ready : []));
  }

  /** Opens a file or returns its open document. Throws a message for the user if it can't be shown. */
  async open(path: string, allowMissing = false): Promise<FileDocument> {
    const known = this.#open.get(path);
    if (known) return await known.document;
    const opening = this.#begin(path, allowMissing);
    this.#open.set(path, opening);
    try {
      opening.ready = await opening.document;
      // It may have changed between reading and watching.
      void opening.ready.checkDisk();
      return opening.ready;
    } catch (error) {
      this.close(path);
      throw error;
    }
  }

  close(path: string): void {
    this.#open.get(path)?.stopWatching();
    this.#open.delete(path);
  }

  /** Resolves when pending reads and writes are done. */
  async closeAll(): Promise<void> {
    const settled = [...this.#open.values()].map(({ ready }) => ready?.settled());
    for (const path of [...this.#open.keys()]) this.close(path);
    await Promise.all(settled);
  }

  #begin(path: string, allowMissing: boolean): Open {
    const events: DocumentEvents = {
      updated: (version, updates) => {
        const open = this.get(path);
        if (open) this.#events.updated(open, version, updates);
      },
      stateChanged: () => {
        const open = this.get(path);
        if (open) this.#events.stateChanged(open);
      },
    };
    const document = FileDocument.open(path, events, this.#unfinished, allowMissing);
    const stopWatching = this.#watches.add(dirname(path), () => void this.get(path)?.checkDisk());
    return { document, stopWatching };
  }
}
