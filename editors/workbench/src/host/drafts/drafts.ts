/**
 * Unsaved text outlives Tandem. While it runs, what is typed into files and reviews goes to the journal; what an earlier
 * run left there is offered, and comes back only when the user says so.
 */

import { toEditorText } from "@tandem/base/text";
import type { ReviewKeeper } from "@tandem/server";
import { readTextFile } from "@tandem/server/files";
import {
  type Draft,
  type DraftJournal,
  type KeepFailure,
  type KeptDraft,
  ReviewDrafts,
} from "@tandem/workspace/drafts";
import type { FileDocument } from "../documents/file-document.js";

/** What the user is offered. The number stays the draft's own when others go. */
export interface OfferedDraft {
  readonly id: string;
  readonly number: number;
  readonly kind: Draft["kind"];
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** Both as an editor has them: LF, no byte-order mark. */
export interface DraftTexts {
  readonly text: string;
  /** Undefined when there is no such file, or when it is no text. */
  readonly onDisk: string | undefined;
}

export interface DraftsOptions {
  /** Without one nothing is kept and nothing offered. */
  readonly journal: DraftJournal | undefined;
  readonly folders: () => readonly string[];
  /** What is offered has changed. */
  readonly changed: () => void;
}

const maxBytes = 64 * 1024 * 1024;

async function readDisk(path: string): Promise<string | undefined> {
  const file = await readTextFile(path, maxBytes);
  return file.kind === "text" ? file.text : undefined;
}

export class Drafts {
  readonly #options: DraftsOptions;
  /** For the hub, which knows what is typed into reviews. One that ends without a decision leaves it to be offered. */
  readonly reviews: ReviewKeeper | undefined;
  readonly #numbers = new Map<string, number>();
  #offered: readonly OfferedDraft[] = [];
  #looking: Promise<void> | undefined;

  constructor(options: DraftsOptions) {
    this.#options = options;
    const reviews = options.journal && new ReviewDrafts(options.journal, options.folders);
    this.reviews = reviews && {
      changed: (review, text) => reviews.changed(review, text),
      closed: async (id, outcome) => {
        await reviews.closed(id, outcome);
        if (outcome === "withdrawn") await this.look();
      },
    };
  }

  /** What earlier runs left in these folders, newest first. */
  get offered(): readonly OfferedDraft[] {
    return this.#offered;
  }

  /** Where drafts are kept, for people. */
  get place(): string {
    return this.#options.journal?.place ?? "";
  }

  documentChanged(document: FileDocument): void {
    const { path } = document;
    const { journal, folders } = this.#options;
    const draft = (): Draft => ({
      kind: "file",
      path,
      folders: folders(),
      base: document.base,
      text: document.content,
    });
    if (document.isDirty) journal?.keep(path, draft);
    else journal?.drop(path);
  }

  /** The user has closed it, and let go of what was unsaved. */
  documentClosed(path: string): void {
    this.#options.journal?.drop(path);
  }

  /** Looks for what was left. What the disk has by now needs no offering. */
  async look(): Promise<void> {
    // One that has not ended may have begun before what is looked for was there.
    const before = this.#looking;
    const looking = (async () => {
      await before;
      await this.#look();
    })();
    this.#looking = looking;
    await looking;
  }

  /** Both texts, to compare or to copy. Throws words for people. */
  async texts(id: string): Promise<DraftTexts> {
    const draft = await this.read(id);
    const onDisk = await readDisk(draft.path);
    return { text: toEditorText(draft.text), onDisk: onDisk === undefined ? undefined : toEditorText(onDisk) };
  }

  /** Throws words for people when it is gone. */
  async read(id: string): Promise<KeptDraft> {
    const isOffered = this.#offered.some((each) => each.id === id);
    const draft = isOffered ? await this.#options.journal?.read(id) : undefined;
    if (draft) return draft;
    await this.look();
    throw new Error("This text is not kept any more: it was restored or discarded elsewhere");
  }

  async discard(id: string): Promise<void> {
    await this.read(id);
    await this.#options.journal?.discard(id);
    await this.look();
  }

  /** Its text is in an editor again: from now on that is what is kept. */
  async restored(id: string): Promise<void> {
    // In this order, so that a kill in between leaves it twice and not never.
    const failures = (await this.flush()).length;
    if (failures === 0) await this.#options.journal?.discard(id);
    await this.look();
  }

  /** Writes at once what waits, and tells what could not be kept. */
  async flush(): Promise<readonly KeepFailure[]> {
    return (await this.#options.journal?.flush()) ?? [];
  }

  async close(): Promise<void> {
    await this.#looking;
    await this.#options.journal?.close();
  }

  async #look(): Promise<void> {
    const { journal, folders, changed } = this.#options;
    if (!journal) return;
    const offered: OfferedDraft[] = [];
    for (const { id, kind, path, keptAt, text } of await journal.left(folders())) {
      const onDisk = await readDisk(path);
      if (onDisk !== undefined && toEditorText(onDisk) === toEditorText(text)) {
        await journal.discard(id);
        continue;
      }
      const number = this.#numbers.get(id) ?? this.#numbers.size + 1;
      this.#numbers.set(id, number);
      offered.push({ id, number, kind, path, keptAt });
    }
    const isSame =
      offered.length === this.#offered.length && offered.every(({ id }, index) => id === this.#offered[index]?.id);
    this.#offered = offered;
    if (!isSame) changed();
  }
}
