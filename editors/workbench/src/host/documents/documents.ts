/** The files that are open, each once, following the disk. */
import { dirname } from "node:path";
import type { Update } from "@codemirror/collab";
import type { UnfinishedWrites } from "@tandem/server/files";
import type { SharedWatches } from "../files/shared-watches.js";
import { type DocumentEvents, FileDocument } from "./file-document.js";

export interface DocumentsEvents {
  updated(document: FileDocument, version: number, updates: readonly Update[]): void;
  stateChanged(document: FileDocument): void;
}

interface Open {
  readonly document: Promise<FileDocument>;
  /** Once it is read. */
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

  /** The document of an open file. */
  get(path: string): FileDocument | undefined {
    return this.#open.get(path)?.ready;
  }

  /** Those with unsaved changes. */
  get unsaved(): readonly FileDocument[] {
    return [...this.#open.values()].flatMap(({ ready }) => (ready?.isDirty ? ready : []));
  }

  /** Opens a file, once; throws words for people when it cannot be shown. */
  async open(path: string, mayBeGone = false): Promise<FileDocument> {
    const known = this.#open.get(path);
    if (known) return await known.document;
    const opening = this.#begin(path, mayBeGone);
    this.#open.set(path, opening);
    try {
      opening.ready = await opening.document;
      // Changed between reading and watching.
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

  /** Resolves when what is being read or written is done. */
  async closeAll(): Promise<void> {
    const settled = [...this.#open.values()].map(({ ready }) => ready?.settled());
    for (const path of [...this.#open.keys()]) this.close(path);
    await Promise.all(settled);
  }

  #begin(path: string, mayBeGone: boolean): Open {
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
    const document = FileDocument.open(path, events, this.#unfinished, mayBeGone);
    const stopWatching = this.#watches.add(dirname(path), () => void this.get(path)?.checkDisk());
    return { document, stopWatching };
  }
}
