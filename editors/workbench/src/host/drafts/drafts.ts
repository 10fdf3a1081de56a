/**
 * Drafts: unsaved text of files and reviews is written to a journal while Tandem runs. Drafts that an earlier run left
 * there are offered to the user.
 */
import { toEditorText } from "@tandem-ide/base/text";
import type { ReviewDraftStore } from "@tandem-ide/server";
import {
  type Draft,
  type DraftJournal,
  ReviewDrafts,
  type SavedDraft,
  type SaveFailure,
} from "@tandem-ide/workspace/drafts";
import { type FileDocument, textOnDisk } from "../documents/file-document.js";

/** A draft that the user is offered. Its number stays the same when others are removed. */
export interface OfferedDraft {
  readonly id: string;
  readonly number: number;
  readonly kind: Draft["kind"];
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** The texts as an editor has them: LF, no byte-order mark. */
export interface DraftTexts {
  readonly text: string;
  /** Undefined if the file is missing or isn't text. */
  readonly onDisk: string | undefined;
}

export interface DraftsOptions {
  /** Without a journal nothing is stored or offered. */
  readonly journal: DraftJournal | undefined;
  readonly folders: () => readonly string[];
  readonly changed: () => void;
}

export class Drafts {
  readonly #options: DraftsOptions;
  /** Passed to the hub, which reports edits of reviews. A withdrawn review leaves its text as a draft to offer. */
  readonly reviews: ReviewDraftStore | undefined;
  readonly #numbers = new Map<string, number>();
  #offered: readonly OfferedDraft[] = [];
  #refreshing: Promise<void> | undefined;

  constructor(options: DraftsOptions) {
    this.#options = options;
    const reviews = options.journal && new ReviewDrafts(options.journal, options.folders);
    this.reviews = reviews && {
      changed: (review, text) => reviews.changed(review, text),
      closed: async (id, outcome) => {
        await reviews.closed(id, outcome);
        if (outcome === "withdrawn") await this.refresh();
      },
    };
  }

  /** The drafts that earlier runs left in these folders, newest first. */
  get offered(): readonly OfferedDraft[] {
    return this.#offered;
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

  /** The user has closed the file and discarded its unsaved changes. */
  documentClosed(path: string): void {
    this.#options.journal?.drop(path);
  }

  /** Looks for drafts of earlier runs and discards those whose text is on disk already. */
  async refresh(): Promise<void> {
    // Always runs again: a refresh under way may have missed the newest drafts.
    this.#refreshing = Promise.resolve(this.#refreshing).then(() => this.#refresh());
    await this.#refreshing;
  }

  async texts(id: string): Promise<DraftTexts> {
    const draft = await this.read(id);
    const onDisk = await textOnDisk(draft.path);
    return { text: toEditorText(draft.text), onDisk: onDisk === undefined ? undefined : toEditorText(onDisk) };
  }

  async read(id: string): Promise<SavedDraft> {
    const isOffered = this.#offered.some((each) => each.id === id);
    const draft = isOffered ? await this.#options.journal?.read(id) : undefined;
    if (draft) return draft;
    await this.refresh();
    throw new Error("This draft no longer exists: it was restored or discarded elsewhere");
  }

  async discard(id: string): Promise<void> {
    await this.read(id);
    await this.#options.journal?.discard(id);
    await this.refresh();
  }

  /** Replaces a draft whose text is in an editor again with that editor's own draft. */
  async restored(id: string): Promise<void> {
    // Written before it is discarded, so that a kill in between leaves two drafts rather than none.
    const failures = (await this.flush()).length;
    if (failures === 0) await this.#options.journal?.discard(id);
    await this.refresh();
  }

  /** Writes pending drafts now and returns those that could not be stored. */
  async flush(): Promise<readonly SaveFailure[]> {
    return (await this.#options.journal?.flush()) ?? [];
  }

  async close(): Promise<void> {
    await this.#refreshing;
    await this.#options.journal?.close();
  }

  async #refresh(): Promise<void> {
    const { journal, folders, changed } = this.#options;
    if (!journal) return;
    const offered: OfferedDraft[] = [];
    for (const { id, kind, path, keptAt, text } of await journal.left(folders())) {
      const onDisk = await textOnDisk(path);
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
