/** The truth that all windows show: texts, tabs, reviews, folders, and what the user does with them. */
import { realpathSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { Clock } from "@tandem/base";
import { languageIdOf } from "@tandem/codemirror/languages";
import {
  type EditorEvents,
  type EditorSelection,
  type Mention,
  type MentionOutcome,
  privacyFileName,
} from "@tandem/server";
import type { UnfinishedWrites } from "@tandem/server/files";
import type { DraftJournal } from "@tandem/workspace/drafts";
import type { OpenText } from "@tandem/workspace/language";
import type { Group } from "../messages.js";
import { Documents } from "./documents/documents.js";
import type { FileDocument } from "./documents/file-document.js";
import type { SharedUpdate } from "./documents/shared-text.js";
import { Drafts } from "./drafts/drafts.js";
import { SharedWatches } from "./files/shared-watches.js";
import { watchOutdated } from "./outdated.js";
import type { LanguageTools } from "./providers.js";
import { type ReviewEvents, Reviews, type SharedReview } from "./reviews.js";
import { type Cursor, Selections } from "./selections.js";
import { type FileTabState, Tabs } from "./tabs.js";
import { Windows, type WindowsEvents } from "./windows.js";

/** Told of reviews that come and go. */
export interface ReviewListener extends Pick<ReviewEvents, "opened" | "closed"> {
  /** The last window was closed while these wait. */
  unseen(reviews: readonly SharedReview[]): void;
}

/** What is told of it all. One part of the program listens, and passes it on. */
export interface WorkbenchListener extends Pick<WindowsEvents, "asked" | "connected" | "disconnected"> {
  readonly reviews: Partial<ReviewListener>;
  /** Something that windows show has changed. */
  changed(): void;
  /** The privacy rules of a folder may have changed, by whomever. */
  rulesChanged(): void;
  /** Windows are about to be told of a tab: they must know it. */
  beforeShow(): void;
  /** Nobody can see a question in a window any more. */
  lastWindowClosed(): void;
  /** A file has no tab any more. */
  fileClosed(path: string): void;
}

export interface WorkbenchOptions {
  readonly name: string;
  readonly folders: readonly string[];
  readonly clock: Clock;
  readonly languageTools?: LanguageTools | undefined;
  /** Where saves under way are on record. */
  readonly unfinished: UnfinishedWrites;
  /** Where unsaved text is kept, in case that Tandem is killed. */
  readonly journal?: DraftJournal | undefined;
}

export class Workbench {
  readonly name: string;

  readonly watches = new SharedWatches();
  readonly documents: Documents;
  readonly tabs: Tabs;
  readonly windows: Windows;
  readonly reviews: Reviews;
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
      updated: (review, version, updates) => this.#tellUpdates(review.document, version, updates),
    });
    this.windows = new Windows(this.tabs, options.clock, {
      connected: (window) => {
        this.#listener?.connected(window);
        // Another Tandem may have ended since.
        void this.drafts.look();
      },
      disconnected: (window) => {
        this.#listener?.disconnected(window);
        this.activeChanged();
      },
      // Closing a window decides no review: those wait for the next window, the prompt or the agent's own terminal.
      lastClosed: () => {
        this.#listener?.lastWindowClosed();
        if (this.reviews.all.length > 0) this.#listener?.reviews.unseen?.(this.reviews.all);
      },
      asked: async (...asked) => await this.#listener?.asked(...asked),
    });
    this.#watchRules();
  }

  /** Says whom to tell. */
  listen(listener: WorkbenchListener): void {
    this.#listener = listener;
  }

  /** Something that windows show has changed. */
  changed(): void {
    this.#listener?.changed();
  }

  /** Real paths, first one first. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** What is selected in the file that the user is at. */
  get activeSelection(): EditorSelection | undefined {
    const path = this.windows.currentView.activeFile?.path;
    const document = path === undefined ? undefined : this.documents.get(path);
    return document && this.selections.of(document);
  }

  /** Begins to tell the endpoint; the function that is returned ends it. */
  subscribe(events: EditorEvents): () => void {
    this.#events = events;
    return () => {
      this.#events = undefined;
    };
  }

  /** Opens a file in a half; nothing comes to the front yet. Throws words for people. */
  async open(
    path: string,
    preview: boolean,
    group: Group,
    mayBeGone = false,
  ): Promise<{ document: FileDocument; tab: FileTabState }> {
    let document = await this.documents.open(path, mayBeGone);
    // Whoever else opened it had no use for it, and closed it this moment.
    while (this.documents.get(path) !== document) document = await this.documents.open(path, mayBeGone);
    // An earlier preview makes room, unless something was typed into it.
    const earlier = preview ? this.tabs.files.find((tab) => tab.isPreview && tab.group === group) : undefined;
    const tab = this.tabs.openFile(path, group, preview);
    if (earlier && earlier.id !== tab.id && !this.documents.get(earlier.path)?.isDirty) this.tabs.close(earlier.id);
    return { document, tab };
  }

  /** Puts a tab in front in the window that the user is at, or only tells where its cursor is now. */
  show(tab: FileTabState, inFront: boolean, selection?: Cursor): void {
    const { current, currentView } = this.windows;
    if (inFront) currentView.show(tab);
    this.#listener?.beforeShow();
    for (const window of this.windows.all) {
      const isHere = window === current && inFront;
      if (!isHere && !selection) continue;
      window.tell("show", {
        tab: tab.id,
        group: tab.group,
        inFront: isHere,
        focus: isHere,
        ...(selection && { selection }),
      });
    }
    this.activeChanged();
  }

  async save(path: string, overwrite: boolean): Promise<"saved" | "changed-on-disk"> {
    const document = this.documents.get(path);
    if (!document) throw new Error(`${basename(path)} is not open any more`);
    const status = await document.save(overwrite);
    if (status === "saved") this.#options.languageTools?.saved(path);
    return status;
  }

  /** The cursor has moved in the window that the user is at. */
  select(document: FileDocument, cursor: Cursor): void {
    this.selections.set(document, cursor);
    if (this.windows.currentView.activeFile?.path === document.path) this.activeChanged();
  }

  /** Which file is active, or what is selected in it, may have changed. */
  activeChanged(): void {
    this.#events?.selectionChanged(this.activeSelection);
  }

  mention(mention: Mention): MentionOutcome {
    return this.#events?.mentioned(mention) ?? { status: "refused", reason: "The endpoint is not running" };
  }

  /** Makes these the folders; throws words for a new one that is none. One that has gone from the disk may stay. */
  setFolders(folders: readonly string[]): void {
    const known = new Set(this.#folders);
    for (const folder of folders)
      if (!known.has(folder) && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new Error(`There is no folder ${folder}`);
    if (folders.length === 0) throw new Error("A workspace needs a folder");
    this.#folders = [...new Set(folders.map((folder) => (known.has(folder) ? folder : realpathSync(folder))))];
    this.#watchRules();
    this.#options.languageTools?.setFolders?.(this.#folders);
    this.#events?.workspaceFoldersChanged();
    void this.drafts.look();
    this.changed();
  }

  /** Resolves when what is being saved is saved. */
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

  #tellUpdates(document: string, version: number, updates: readonly SharedUpdate[]): void {
    const changes = updates.map(({ clientID, changes, ...reviewed }) => ({
      clientId: clientID,
      changes: changes.toJSON(),
      ...reviewed,
    }));
    this.windows.tellAll("document.updates", { document, version, updates: changes });
  }

  #textChanged(document: FileDocument, version: number, updates: readonly SharedUpdate[]): void {
    this.selections.follow(document.path, updates);
    this.drafts.documentChanged(document);
    this.#tellUpdates(document.path, version, updates);
    this.#options.languageTools?.changed(this.#openText(document));
    if (this.windows.currentView.activeFile?.path === document.path) this.activeChanged();
  }

  #stateChanged(document: FileDocument): void {
    this.drafts.documentChanged(document);
    // What was typed into a preview is not replaced by the next one.
    if (document.isDirty)
      for (const tab of this.tabs.files)
        if (tab.path === document.path && tab.isPreview) this.tabs.keep(tab.id, tab.isPinned);
    this.changed();
  }

  /** A file is open from its first tab on, and closed with its last. */
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
    // Each window judges whether it may come to the front there: it knows whether somebody is typing.
    if (!current) currentView.show(tab);
    this.#listener?.beforeShow();
    this.windows.tellAll("show", { tab: tab.id, group: tab.group, inFront: true, focus: false });
    this.#listener?.reviews.opened?.(review);
  }

  #reviewClosed(review: SharedReview, outcome: Parameters<ReviewEvents["closed"]>[1]): void {
    this.#stopWatching.get(review.id)?.();
    this.#stopWatching.delete(review.id);
    const tab = this.tabs.reviewTab(review.id);
    if (tab) this.tabs.close(tab.id);
    this.#listener?.reviews.closed?.(review, outcome);
  }
}
