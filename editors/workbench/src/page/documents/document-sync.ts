/**
 * Synchronises one editor with the host's text. Local changes are pushed one push at a time. The updates from the host,
 * which include our own, define the order that all windows agree on.
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
import { changeBetween, reviewEffects, reviewedBy } from "@tandem-ide/codemirror";
import type { DocumentText, Events, Params } from "../../messages.js";
import { missedUpdates } from "./missed-updates.js";

type TextAtVersion = Pick<DocumentText, "text" | "version">;
type Updates = Events["document.updates"]["updates"];

interface DocumentSyncOptions {
  readonly document: string;
  readonly version: number;
  readonly clientId: string;
  push(params: Params<"document.push">): Promise<unknown>;
  /** Fetches the host's current text after a reconnect. */
  reopen(): Promise<TextAtVersion>;
  /** `isSynced` may have changed. */
  onProgress(): void;
  /**
   * Everything is confirmed, but others changed the text at the same time, so the result may depend on the order. Resolves
   * to false if the text has changed again and this must be called once more.
   */
  onCrossed(): Promise<boolean>;
}

/** The delay after which a rejected or unconfirmed push is retried. */
const retryMilliseconds = 500;

/** One for each editor: two editors of a file are two clients of its document. */
export class DocumentSync {
  /** For the editor's state. */
  readonly extension: Extension;
  readonly #options: DocumentSyncOptions;
  readonly #collab = new Compartment();
  #view: EditorView | undefined;
  /** The host's text as of the last update. */
  #confirmed = Text.empty;
  /** The number of unconfirmed changes that have been pushed. */
  #sent = 0;
  #isPushing = false;
  #isReopening = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #afterPush: (() => void) | undefined;
  #restarts = 0;
  #isClosed = false;
  #isReceivingFromHost = false;
  #isCrossed = false;

  constructor(options: DocumentSyncOptions) {
    this.#options = options;
    const plugin = ViewPlugin.define((view) => {
      this.#view = view;
      this.#confirmed = view.state.doc;
      return {
        update: ({ docChanged, transactions }) => {
          if (docChanged || transactions.some(({ effects }) => effects.length > 0))
            queueMicrotask(() => {
              this.#push();
              this.#progress();
            });
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

  /** All local changes are confirmed. */
  get isSynced(): boolean {
    return !this.#view || (!this.#isReopening && sendableUpdates(this.#view.state).length === 0);
  }

  /** The editor is receiving changes by the host itself, such as cell outputs, while local changes are unconfirmed. */
  get isHostInBetween(): boolean {
    return this.#isReceivingFromHost && !this.isSynced;
  }

  /** The version of the editor's text, including unconfirmed changes. */
  get version(): number {
    return this.#view ? getSyncedVersion(this.#view.state) + sendableUpdates(this.#view.state).length : 0;
  }

  /** Runs `action` once all changes so far have been sent. A newer action replaces an older one. */
  afterPush(action: () => void): void {
    this.#afterPush = action;
    queueMicrotask(() => this.#settle());
  }

  /** Applies updates from the host. */
  receive(version: number, updates: Updates): void {
    const view = this.#view;
    if (!view || this.#isReopening) return;
    const synced = getSyncedVersion(view.state);
    if (version > synced) {
      void this.reopen();
      return;
    }
    const newUpdates = updates.slice(synced - version);
    if (newUpdates.length === 0) return;
    const before = sendableUpdates(view.state).length;
    const changes = newUpdates.map((update) => ({
      clientID: update.clientId,
      changes: ChangeSet.fromJSON(update.changes),
      effects: reviewEffects(update),
    }));
    if (before > 0 && newUpdates.some(({ clientId }) => clientId !== this.#clientId)) this.#isCrossed = true;
    this.#isReceivingFromHost = newUpdates.every(({ clientId }) => clientId === "host");
    // One by one, as on the host: combined they could affect a review differently.
    for (const update of changes) {
      view.dispatch(receiveUpdates(view.state, [update]));
      this.#confirmed = update.changes.apply(this.#confirmed);
    }
    this.#isReceivingFromHost = false;
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

  /** Catches up with the host after a reconnect, without losing typed text. */
  async reopen(): Promise<void> {
    if (this.#isClosed || this.#isReopening || !this.#view) return;
    this.#isReopening = true;
    try {
      const { text, version } = await this.#options.reopen();
      if (!this.#isClosed && this.#view) this.#catchUp(this.#view, Text.of(text.split("\n")), version);
    } catch {
      // The tab was closed, or the connection was lost again and the next one calls this again.
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

  /** Differs after each restart, so that late updates from earlier pushes aren't mistaken for confirmations. */
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

  #catchUp(view: EditorView, theirs: Text, version: number): void {
    const own = sendableUpdates(view.state).map(({ changes }) => changes);
    const last = { confirmed: this.#confirmed, version: getSyncedVersion(view.state) };
    const local = { ...last, own, sent: this.#sent, clientId: this.#clientId };
    const missed = missedUpdates(local, { text: theirs, version });
    this.#confirmed = theirs;
    this.#sent = 0;
    if (missed) view.dispatch(receiveUpdates(view.state, missed));
    else this.#restart(view, theirs, version, own.length > 0);
  }

  /** The host's versions started over. Unconfirmed changes become one change to the host's text. */
  #restart(view: EditorView, theirs: Text, version: number, hasOwn: boolean): void {
    const mine = view.state.doc;
    // The extension's version can only be changed by removing and adding it.
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
    const params = {
      document: this.document,
      version,
      clientId: this.#clientId,
      updates: updates.map(({ changes, effects = [] }) => ({ changes: changes.toJSON(), ...reviewedBy(effects) })),
    };
    this.#options.push(params).then(
      () => this.#pushed(version, false),
      () => this.#pushed(version, true),
    );
  }

  #pushed(version: number, isRejected: boolean): void {
    this.#isPushing = false;
    if (this.#isClosed || this.#isReopening) return;
    const isConfirmed = this.#view && getSyncedVersion(this.#view.state) > version;
    clearTimeout(this.#retry);
    if (isConfirmed && !isRejected) this.#push();
    else this.#retry = setTimeout(() => void (isRejected ? this.reopen() : this.#push()), retryMilliseconds);
  }

  #settle(): void {
    const view = this.#view;
    if (!view || !this.#afterPush || sendableUpdates(view.state).length > this.#sent) return;
    const action = this.#afterPush;
    this.#afterPush = undefined;
    action();
  }
}

/** A change by others, which undo doesn't revert. */
function remote(changes: ChangeSpec | undefined): TransactionSpec {
  return {
    changes: changes ?? [],
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    filter: false,
  };
}
