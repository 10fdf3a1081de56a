/** The state that all windows share: documents, tabs, reviews, folders, and what the user does with them. */
import { realpathSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import type { Clock } from "@tandem-ide/base";
import { languageIdOf } from "@tandem-ide/codemirror/languages";
import {
  type EditorEvents,
  type EditorSelection,
  type Mention,
  type MentionOutcome,
  privacyFileName,
} from "@tandem-ide/server";
import type { UnfinishedWrites } from "@tandem-ide/server/files";
import type { DraftJournal } from "@tandem-ide/workspace/drafts";
import type { OpenText } from "@tandem-ide/workspace/language";
import type { Group } from "../messages.js";
import { Documents } from "./documents/documents.js";
import type { FileDocument } from "./documents/file-document.js";
import type { SharedUpdate } from "./documents/shared-text.js";
import { Drafts } from "./drafts/drafts.js";
import { SharedWatches } from "./files/shared-watches.js";
import type { LanguageTools } from "./providers.js";
import { Rejections } from "./rejections.js";
import { type ReviewEvents, Reviews, type SharedReview, watchOutdated } from "./reviews.js";
import { type Cursor, Selections } from "./selections.js";
import { type FileTabState, type ReviewTabState, Tabs } from "./tabs.js";
import { Windows, type WindowsEvents } from "./windows.js";

/** Notified when reviews open and close. */
export interface ReviewListener extends Pick<ReviewEvents, "opened" | "closed"> {
  /** The last window was closed while these were pending. */
  unseen(reviews: readonly SharedReview[]): void;
}

/** Notified of everything that happens in the workbench. */
export interface WorkbenchListener extends Pick<WindowsEvents, "requested" | "connected" | "disconnected"> {
  readonly reviews: Partial<ReviewListener>;
  changed(): void;
  /** The privacy rules of a folder may have changed. */
  rulesChanged(): void;
  /** A `show` event is about to be sent: windows must have its tab in their model. */
  beforeShow(): void;
  /** No window can show a question any more. */
  lastWindowClosed(): void;
  fileClosed(path: string): void;
}

export interface WorkbenchOptions {
  readonly name: string;
  readonly folders: readonly string[];
  readonly clock: Clock;
  readonly languageTools?: LanguageTools | undefined;
  readonly unfinished: UnfinishedWrites;
  /** Stores unsaved text in case Tandem is killed. */
  readonly journal?: DraftJournal | undefined;
}

export class Workbench {
  readonly name: string;

  readonly watches = new SharedWatches();
  readonly documents: Documents;
  readonly tabs: Tabs;
  readonly windows: Windows;
  readonly reviews: Reviews;
  readonly rejections: Rejections;
  readonly drafts: Drafts;
  readonly selections = new Selections();

  readonly #options: WorkbenchOptions;
  #folders: readonly string[];
  #listener: WorkbenchListener | undefined;
  #events: EditorEvents | undefined;
  /** The files that have a tab. */
  #paths: ReadonlySet<string> = new Set();
  readonly #stopWatching = new Map<string, () => void>();
  #stopWatchingRules: readonly (() => void)[] = [];

  constructor(options: WorkbenchOptions) {
    this.name = options.name;
    this.#options = options;
    this.#folders = options.folders;
    this.drafts = new Drafts({ journal: options.journal, folders: () => this.#folders, changed: () => this.changed() });
    this.tabs = new Tabs(() => this.#tabsChanged());
    const documentEvents = {
      updated: (document: FileDocument, version: number, updates: readonly SharedUpdate[]) =>
        this.#textChanged(document, version, updates),
      stateChanged: (document: FileDocument) => this.#stateChanged(document),
    };
    this.documents = new Documents(this.watches, documentEvents, options.unfinished);
    this.reviews = new Reviews({
      opened: (review) => this.#reviewOpened(review),
      closed: (review, outcome) => this.#reviewClosed(review, outcome),
      updated: (review, version, updates) => this.#broadcastUpdates(review.document, version, updates),
    });
    this.rejections = new Rejections(options.clock, () => this.changed());
    this.windows = new Windows(this.tabs, options.clock, {
      connected: (window) => {
        this.#listener?.connected(window);
        // Another Tandem may have ended since then.
        void this.drafts.refresh();
      },
      disconnected: (window) => {
        this.#listener?.disconnected(window);
        this.activeChanged();
      },
      // Closing a window doesn't decide any review: it stays pending for the next window, the prompt or the terminal.
      lastClosed: () => {
        this.#listener?.lastWindowClosed();
        const unseen = this.reviews.all.filter((review) => !this.rejections.all.includes(review));
        if (unseen.length > 0) this.#listener?.reviews.unseen?.(unseen);
      },
      requested: async (...request) => await this.#listener?.requested(...request),
    });
    this.#watchRules();
  }

  listen(listener: WorkbenchListener): void {
    this.#listener = listener;
  }

  changed(): void {
    this.#listener?.changed();
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  get activeSelection(): EditorSelection | undefined {
    const path = this.windows.currentView.activeFile?.path;
    const document = path === undefined ? undefined : this.documents.get(path);
    return document && this.selections.of(document);
  }

  /** Sends events to the endpoint until the returned function is called. */
  subscribe(events: EditorEvents): () => void {
    this.#events = events;
    return () => {
      this.#events = undefined;
    };
  }

  /** Opens a file in a group without bringing it to the front. */
  async open(
    path: string,
    preview: boolean,
    group: Group,
    allowMissing = false,
  ): Promise<{ document: FileDocument; tab: FileTabState }> {
    let document = await this.documents.open(path, allowMissing);
    // Another caller that opened it at the same time may just have closed it.
    while (this.documents.get(path) !== document) document = await this.documents.open(path, allowMissing);
    // Replaces an earlier preview, unless it was edited.
    const earlier = preview ? this.tabs.files.find((tab) => tab.isPreview && tab.group === group) : undefined;
    const tab = this.tabs.openFile(path, group, preview);
    if (earlier && earlier.id !== tab.id && !this.documents.get(earlier.path)?.isDirty) this.tabs.close(earlier.id);
    return { document, tab };
  }

  /** Opens a draft's file with its text as unsaved changes, without changing the file on disk. */
  async restoreDraft(id: string, group: Group): Promise<FileTabState> {
    const draft = await this.drafts.read(id);
    if (draft.kind === "review") throw new Error("Claude is no longer waiting for this text. Copy what you need.");
    const { document, tab } = await this.open(draft.path, false, group, true);
    await document.restore(draft);
    await this.drafts.restored(id);
    return tab;
  }

  /** Brings a tab to the front in the current window, or only moves its cursor. */
  show(tab: FileTabState, inFront: boolean, selection?: Cursor): void {
    const { current, currentView } = this.windows;
    if (inFront) currentView.show(tab);
    this.#listener?.beforeShow();
    for (const window of this.windows.all) {
      const isHere = window === current && inFront;
      if (!isHere && !selection) continue;
      window.send("show", {
        tab: tab.id,
        group: tab.group,
        inFront: isHere,
        focus: isHere,
        ...(selection && { selection }),
      });
    }
    this.activeChanged();
  }

  /** Closes a review's tab. The review is rejected after a moment. */
  closeReview(tab: ReviewTabState): void {
    const review = this.reviews.get(tab.review);
    this.tabs.close(tab.id);
    if (review) this.rejections.start(review);
  }

  /** Reopens the tab of a review that is about to be rejected. */
  keepReview(id: string, group: Group): ReviewTabState {
    const review = this.rejections.cancel(id);
    if (!review) throw new Error("This review has ended.");
    return this.tabs.openReview(id, review.review.path, group);
  }

  async save(path: string, overwrite: boolean): Promise<"saved" | "changed-on-disk"> {
    const status = await this.documents.expect(path).save(overwrite);
    if (status === "saved") {
      this.#options.languageTools?.saved(path);
      await this.reportSaved(path);
    }
    return status;
  }

  /** Reports that the user wrote a file here, so that the change isn't taken for an agent's. */
  async reportSaved(path: string): Promise<void> {
    this.#events?.saved(path);
    // Saving through a link writes the file it points to.
    const target = await realpath(path).catch(() => path);
    if (target !== path) this.#events?.saved(target);
  }

  /** The cursor has moved in the current window. */
  select(document: FileDocument, cursor: Cursor): void {
    this.selections.set(document, cursor);
    if (this.windows.currentView.activeFile?.path === document.path) this.activeChanged();
  }

  activeChanged(): void {
    this.#events?.selectionChanged(this.activeSelection);
  }

  mention(mention: Mention): MentionOutcome {
    return this.#events?.mentioned(mention) ?? { status: "refused", reason: "The endpoint isn't running" };
  }

  /** Sets the workspace folders. Throws if a new one isn't a folder; an old one may be missing from disk. */
  setFolders(folders: readonly string[]): void {
    const known = new Set(this.#folders);
    for (const folder of folders)
      if (!known.has(folder) && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new Error(`${folder} isn't a folder`);
    if (folders.length === 0) throw new Error("A workspace needs at least one folder");
    this.#folders = [...new Set(folders.map((folder) => (known.has(folder) ? folder : realpathSync(folder))))];
    this.#watchRules();
    this.#options.languageTools?.setFolders?.(this.#folders);
    this.#events?.workspaceFoldersChanged();
    void this.drafts.refresh();
    this.changed();
  }

  /** Resolves when pending saves are done. */
  async close(): Promise<void> {
    this.windows.close();
    this.watches.close();
    await this.documents.closeAll();
    await this.drafts.close();
  }

  #watchRules(): void {
    for (const stop of this.#stopWatchingRules) stop();
    this.#stopWatchingRules = this.#folders.map((folder) =>
      this.watches.add(folder, (changes) => {
        if (changes.has(privacyFileName)) this.#listener?.rulesChanged();
      }),
    );
  }

  #openText(document: FileDocument): OpenText {
    const { path, shared } = document;
    return { path, languageId: languageIdOf(path), version: shared.version, text: () => shared.text.toString() };
  }

  #broadcastUpdates(document: string, version: number, updates: readonly SharedUpdate[]): void {
    const changes = updates.map(({ clientID, changes, ...reviewed }) => ({
      clientId: clientID,
      changes: changes.toJSON(),
      ...reviewed,
    }));
    this.windows.broadcast("document.updates", { document, version, updates: changes });
  }

  #textChanged(document: FileDocument, version: number, updates: readonly SharedUpdate[]): void {
    this.selections.follow(document.path, updates);
    this.drafts.documentChanged(document);
    this.#broadcastUpdates(document.path, version, updates);
    this.#options.languageTools?.changed(this.#openText(document));
    if (this.windows.currentView.activeFile?.path === document.path) this.activeChanged();
  }

  #stateChanged(document: FileDocument): void {
    this.drafts.documentChanged(document);
    // An edited preview becomes an ordinary tab, so that the next preview doesn't replace it.
    if (document.isDirty)
      for (const tab of this.tabs.files)
        if (tab.path === document.path && tab.isPreview) this.tabs.keep(tab.id, tab.isPinned);
    this.changed();
  }

  /** A file opens with its first tab and closes with its last. */
  #tabsChanged(): void {
    const paths = new Set(this.tabs.files.map((tab) => tab.path));
    for (const path of paths) {
      const document = this.#paths.has(path) ? undefined : this.documents.get(path);
      if (document) this.#options.languageTools?.opened(this.#openText(document));
    }
    for (const path of this.#paths) {
      if (paths.has(path)) continue;
      this.documents.close(path);
      this.drafts.documentClosed(path);
      this.selections.forget(path);
      this.#options.languageTools?.closed(path);
      this.#listener?.fileClosed(path);
    }
    this.#paths = paths;
    this.activeChanged();
    this.changed();
  }

  #reviewOpened(review: SharedReview): void {
    const { current, currentView } = this.windows;
    const tab = this.tabs.openReview(review.id, review.review.path, currentView.group);
    this.#stopWatching.set(
      review.id,
      watchOutdated(review, this.watches, () => this.changed()),
    );
    // Each window decides whether to bring it to the front: only the window can tell whether the user is typing.
    if (!current) currentView.show(tab);
    this.#listener?.beforeShow();
    this.windows.broadcast("show", { tab: tab.id, group: tab.group, inFront: true, focus: false });
    this.#listener?.reviews.opened?.(review);
  }

  #reviewClosed(review: SharedReview, outcome: Parameters<ReviewEvents["closed"]>[1]): void {
    this.rejections.cancel(review.id);
    this.#stopWatching.get(review.id)?.();
    this.#stopWatching.delete(review.id);
    const tab = this.tabs.reviewTab(review.id);
    if (tab) this.tabs.close(tab.id);
    this.#listener?.reviews.closed?.(review, outcome);
  }
}
