/**
 * Keeps one editor in step with the host's text. Changes made here are pushed one push at a time; what comes back, our
 * own included, is the one order that all windows agree on.
 */
import { collab, getSyncedVersion, receiveUpdates, sendableUpdates, type Update } from "@codemirror/collab";
import {
  ChangeSet,
  type ChangeSpec,
  Compartment,
  type Extension,
  Text,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { type EditorView, ViewPlugin } from "@codemirror/view";
import { changeBetween, reviewEffects, reviewedBy } from "@tandem/codemirror";
import type { DocumentText, Events, Params } from "../../messages.js";
import { missedUpdates } from "./missed-updates.js";

type TextAtVersion = Pick<DocumentText, "text" | "version">;
type Updates = Events["document.updates"]["updates"];

/** Which document, and the ways to the host. */
export interface DocumentSyncOptions {
  readonly document: string;
  readonly version: number;
  readonly clientId: string;
  push(params: Params<"document.push">): Promise<unknown>;
  /** The host's text as it is now, for when a connection was lost in between. */
  reopen(): Promise<TextAtVersion>;
  /** Whether everything is confirmed may have changed. */
  onProgress(): void;
  /**
   * All is confirmed, and others have changed the text meanwhile: what comes of it may depend on who was first. False: too
   * much has changed again, so it is to be told once more.
   */
  onCrossed(): Promise<boolean>;
}

/** A push that was refused, or whose confirmation does not come, is looked into after so long. */
const retryMilliseconds = 500;

/** One for each editor; two editors of one file are two clients of it. */
export class DocumentSync {
  /** For the editor's state. */
  readonly extension: Extension;
  readonly #options: DocumentSyncOptions;
  readonly #collab = new Compartment();
  #view: EditorView | undefined;
  /** The host's text, as far as it was told. */
  #confirmed = Text.empty;
  /** How many of the unconfirmed changes are on their way. */
  #sent = 0;
  #isPushing = false;
  #isReopening = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #afterPush: (() => void) | undefined;
  #restarts = 0;
  #isClosed = false;
  #isTellingOfHost = false;
  #isCrossed = false;

  constructor(options: DocumentSyncOptions) {
    this.#options = options;
    const plugin = ViewPlugin.define((view) => {
      this.#view = view;
      this.#confirmed = view.state.doc;
      return {
        update: ({ docChanged, transactions }) => {
          if (docChanged || transactions.some(({ effects }) => effects.length > 0))
            queueMicrotask(() => this.#changed());
        },
        destroy: () => {
          if (this.#view === view) this.#view = undefined;
        },
      };
    });
    this.extension = [this.#collab.of(this.#collabFrom(options.version)), plugin];
  }

  get document(): string {
    return this.#options.document;
  }

  /** Everything that was typed here is confirmed. */
  get isSynced(): boolean {
    return !this.#view || (!this.#isReopening && sendableUpdates(this.#view.state).length === 0);
  }

  /** While the editor takes what the host itself wrote, outputs of a run say, beside own changes that it has not seen. */
  get isHostInBetween(): boolean {
    return this.#isTellingOfHost && !this.isSynced;
  }

  /** The version of what the editor shows, own changes that are under way included. */
  get version(): number {
    return this.#view ? getSyncedVersion(this.#view.state) + sendableUpdates(this.#view.state).length : 0;
  }

  /** Runs `action` once all changes made so far were sent, so that what it sends comes behind them. The last one wins. */
  afterPush(action: () => void): void {
    this.#afterPush = action;
    queueMicrotask(() => this.#settle());
  }

  /** What the host tells of this document. */
  receive(version: number, updates: Updates): void {
    const view = this.#view;
    if (!view || this.#isReopening) return;
    const known = getSyncedVersion(view.state);
    if (version > known) {
      void this.reopen();
      return;
    }
    const news = updates.slice(known - version);
    if (news.length === 0) return;
    const before = sendableUpdates(view.state).length;
    const changes = news.map((update) => ({
      clientID: update.clientId,
      changes: ChangeSet.fromJSON(update.changes),
      effects: reviewEffects(update),
    }));
    if (before > 0 && news.some(({ clientId }) => clientId !== this.#clientId)) this.#isCrossed = true;
    this.#isTellingOfHost = news.every(({ clientId }) => clientId === "host");
    // One by one, as the host took them: together they could mean something else to a review.
    for (const update of changes) {
      view.dispatch(receiveUpdates(view.state, [update]));
      this.#confirmed = update.changes.apply(this.#confirmed);
    }
    this.#isTellingOfHost = false;
    this.#sent = Math.max(0, this.#sent - (before - sendableUpdates(view.state).length));
    this.#push();
    this.#progress();
  }

  #progress(): void {
    this.#options.onProgress();
    if (!this.#isCrossed || !this.isSynced || this.#isClosed) return;
    this.#isCrossed = false;
    void this.#options.onCrossed().then((isDone) => {
      if (isDone) return;
      this.#isCrossed = true;
      this.#progress();
    });
  }

  /** Takes up where the host is now, after a connection that was lost. Nothing that was typed is lost with it. */
  async reopen(): Promise<void> {
    if (this.#isClosed || this.#isReopening || !this.#view) return;
    this.#isReopening = true;
    try {
      const { text, version } = await this.#options.reopen();
      if (!this.#isClosed && this.#view) this.#catchUp(this.#view, Text.of(text.split("\n")), version);
    } catch {
      // The tab is closed by now, or the connection is lost again: the next one comes back here.
    } finally {
      this.#isReopening = false;
    }
    this.#isCrossed = true;
    this.#push();
    this.#progress();
  }

  close(): void {
    this.#isClosed = true;
    this.#view = undefined;
    clearTimeout(this.#retry);
    this.#options.onProgress();
  }

  /** Another name after each restart, so that late echoes of what was pushed before are not taken for what is pushed now. */
  get #clientId(): string {
    return `${this.#options.clientId}.${this.#restarts}`;
  }

  #collabFrom(version: number): Extension {
    return collab({
      startVersion: version,
      clientID: this.#clientId,
      sharedEffects: ({ effects }) => reviewEffects(reviewedBy(effects)),
    });
  }

  #changed(): void {
    this.#push();
    this.#progress();
  }

  #catchUp(view: EditorView, theirs: Text, version: number): void {
    const own = sendableUpdates(view.state).map(({ changes }) => changes);
    const known = { confirmed: this.#confirmed, version: getSyncedVersion(view.state) };
    const behind = { ...known, own, sent: this.#sent, clientId: this.#clientId };
    const missed = missedUpdates(behind, { text: theirs, version });
    this.#confirmed = theirs;
    this.#sent = 0;
    if (missed) view.dispatch(receiveUpdates(view.state, missed));
    else this.#restart(view, theirs, version, own.length > 0);
  }

  /** The host counts anew. What is not confirmed is kept, as one change to what the host has. */
  #restart(view: EditorView, theirs: Text, version: number, hasOwn: boolean): void {
    const mine = view.state.doc;
    // Taking the extension out and in again is the only way to give it another version.
    view.dispatch({ effects: this.#collab.reconfigure([]) });
    view.dispatch(remote(changeBetween(mine, theirs)));
    this.#restarts++;
    view.dispatch({ effects: this.#collab.reconfigure(this.#collabFrom(version)) });
    if (hasOwn) view.dispatch(remote(changeBetween(theirs, mine)));
  }

  #push(): void {
    const view = this.#view;
    if (!view || this.#isPushing || this.#isReopening) return;
    const updates = sendableUpdates(view.state);
    if (updates.length > 0) this.#send(view, updates);
    this.#settle();
  }

  #send(view: EditorView, updates: readonly Update[]): void {
    this.#isPushing = true;
    this.#sent = updates.length;
    const version = getSyncedVersion(view.state);
    this.#options.push(this.#paramsOf(view, updates)).then(
      () => this.#pushed(version, false),
      () => this.#pushed(version, true),
    );
  }

  #paramsOf(view: EditorView, updates: readonly Update[]): Params<"document.push"> {
    return {
      document: this.document,
      version: getSyncedVersion(view.state),
      clientId: this.#clientId,
      updates: updates.map(({ changes, effects = [] }) => ({ changes: changes.toJSON(), ...reviewedBy(effects) })),
    };
  }

  #pushed(version: number, isRefused: boolean): void {
    this.#isPushing = false;
    if (this.#isClosed || this.#isReopening) return;
    const isConfirmed = this.#view && getSyncedVersion(this.#view.state) > version;
    clearTimeout(this.#retry);
    if (isConfirmed && !isRefused) this.#push();
    else this.#retry = setTimeout(() => void (isRefused ? this.reopen() : this.#push()), retryMilliseconds);
  }

  #settle(): void {
    const view = this.#view;
    if (!view || !this.#afterPush || sendableUpdates(view.state).length > this.#sent) return;
    const action = this.#afterPush;
    this.#afterPush = undefined;
    action();
  }
}

/** A change that is not the user's, so undoing leaves it. */
function remote(changes: ChangeSpec | undefined): TransactionSpec {
  return {
    changes: changes ?? [],
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    filter: false,
  };
}
