/**
 * The journal of unsaved texts. A process updates its drafts here while it runs. After it ends, even by a crash, the next
 * process offers those drafts to the user. No process touches the drafts of another running one.
 */

import { type Clock, type Environment, messageOf, systemClock } from "@tandem-ide/base";
import { stateFile, tilde } from "@tandem-ide/base/node";
import { type Draft, readDraft, type SavedDraft, writeDraft } from "./draft.js";
import { type DraftFile, DraftFolder } from "./draft-folder.js";
import { isOwnerRunning } from "./owner.js";

/** Together with the time a write takes, a draft is at most a second behind the text. */
const delayMs = 300;
const dayMs = 24 * 60 * 60 * 1000;
const defaultLimits = { draftBytes: 32 * 1024 * 1024, allBytes: 128 * 1024 * 1024, drafts: 200, days: 14 };

export interface DraftJournalOptions {
  /** Defaults to `process.env`. */
  readonly env?: Environment;
  /** Schedules the writes. */
  readonly clock?: Clock;
  /** Milliseconds since 1970, for the age of drafts. */
  readonly now?: () => number;
  readonly limits?: Partial<typeof defaultLimits>;
  /** Called with a message when drafts can't be saved: once, and again only after a write has succeeded. */
  readonly onFailed?: (message: string) => void;
}

/** A text that couldn't be saved as a draft. */
export interface SaveFailure {
  readonly key: string;
  readonly why: string;
}

interface Entry {
  name: string;
  make: () => Draft | undefined;
  /** The size of the last write. */
  bytes: number;
  cancel: (() => void) | undefined;
  failure: string | undefined;
}

/**
 * Each process with unsaved texts has one.
 *
 * @example
 * const drafts = new DraftJournal({ env: process.env });
 * drafts.keep(path, () => ({ kind: "file", path, folders, base: hashOf(onDisk), text: buffer.text }));
 * drafts.drop(path); // saved, or discarded by the user
 */
export class DraftJournal {
  readonly #folder: DraftFolder;
  readonly #clock: Clock;
  readonly #now: () => number;
  readonly #limits: typeof defaultLimits;
  readonly #onFailed: (message: string) => void;
  readonly #entries = new Map<string, Entry>();
  /** Runs writes and removals one at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #isFailing = false;
  #isClosed = false;

  constructor({
    env = process.env,
    clock = systemClock,
    now = Date.now,
    limits,
    onFailed = () => {},
  }: DraftJournalOptions) {
    this.#folder = new DraftFolder(stateFile(env, "drafts"));
    this.#clock = clock;
    this.#now = now;
    this.#limits = { ...defaultLimits, ...limits };
    this.#onFailed = onFailed;
  }

  /** The folder of the drafts, for messages. */
  get location(): string {
    return tilde(this.#folder.path);
  }

  /** Saves the changed text of `key` within a second. `make` returns undefined when there is nothing to save. */
  keep(key: string, make: () => Draft | undefined): void {
    if (this.#isClosed) return;
    const entry: Entry = this.#entries.get(key) ?? {
      name: this.#folder.newName(),
      make,
      bytes: 0,
      cancel: undefined,
      failure: undefined,
    };
    this.#entries.set(key, entry);
    entry.make = make;
    entry.cancel ??= this.#clock.after(delayMs, () => {
      entry.cancel = undefined;
      void this.#inTurn(() => this.#write(entry));
    });
  }

  /** Removes the draft of `key`: its text was saved, or discarded by the user. */
  drop(key: string): void {
    const entry = this.#take(key);
    if (entry) void this.#inTurn(() => this.#folder.remove(entry.name));
  }

  /**
   * Releases the draft of `key`, whose text is no longer in an editor, so that the user is offered it. Returns its id, or
   * undefined when there is nothing to offer.
   */
  async leave(key: string): Promise<string | undefined> {
    const entry = this.#take(key);
    if (!entry) return undefined;
    return await this.#inTurn(async () => {
      await this.#write(entry);
      return entry.bytes > 0 ? await this.#folder.release(entry.name) : undefined;
    });
  }

  /** Releases all drafts. */
  async leaveAll(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((key) => this.leave(key)));
  }

  /** Writes pending changes now. Returns the texts that couldn't be saved. */
  async flush(): Promise<readonly SaveFailure[]> {
    const waiting = [...this.#entries.values()].filter(({ cancel, failure }) => cancel || failure !== undefined);
    for (const entry of waiting) {
      entry.cancel?.();
      entry.cancel = undefined;
      void this.#inTurn(() => this.#write(entry));
    }
    await this.#turn;
    return [...this.#entries].flatMap(([key, { failure }]) => (failure === undefined ? [] : { key, why: failure }));
  }

  /** Returns the abandoned drafts of these folders, newest first. Removes drafts that are too old. */
  async left(folders: readonly string[]): Promise<SavedDraft[]> {
    const files = await this.#inTurn(() => this.#sweep());
    const drafts: SavedDraft[] = [];
    for (const file of files ?? []) {
      const draft = await this.#read(file);
      if (draft?.folders.some((folder) => folders.includes(folder))) drafts.push(draft);
    }
    return drafts;
  }

  /** Returns undefined when the draft is gone, for example because another editor restored or discarded it. */
  async read(id: string): Promise<SavedDraft | undefined> {
    const file = (await this.#abandoned()).find(({ name }) => name === id);
    return file && (await this.#read(file));
  }

  /** Removes an abandoned draft. Leaves the drafts of running processes alone. */
  async discard(id: string): Promise<void> {
    await this.#inTurn(async () => {
      if ((await this.#abandoned()).some(({ name }) => name === id)) await this.#folder.remove(id);
    });
  }

  /** Writes pending changes and releases all drafts to the next process. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.leaveAll();
    await this.#turn;
  }

  #take(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    entry?.cancel?.();
    if (entry) entry.cancel = undefined;
    return entry;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result.catch(() => undefined);
  }

  async #write(entry: Entry): Promise<void> {
    try {
      const draft = entry.make();
      if (draft) await this.#writeFile(entry, writeDraft(draft));
      else if (entry.bytes > 0) {
        await this.#folder.remove(entry.name);
        entry.bytes = 0;
      }
      entry.failure = undefined;
      this.#isFailing = false;
    } catch (error) {
      entry.failure = messageOf(error);
      if (this.#isFailing) return;
      this.#isFailing = true;
      this.#onFailed(`Can't keep drafts of unsaved text in ${this.location}, so save often: ${entry.failure}`);
    }
  }

  async #writeFile(entry: Entry, bytes: Buffer): Promise<void> {
    if (bytes.length > this.#limits.draftBytes) throw new Error("the text is too large");
    await this.#folder.prepare();
    await this.#makeRoom(entry, bytes.length);
    await this.#folder.write(entry.name, bytes);
    entry.bytes = bytes.length;
  }

  /** Removes the oldest abandoned drafts until this one fits. */
  async #makeRoom(entry: Entry, bytes: number): Promise<void> {
    if (bytes <= entry.bytes) return;
    const others = (await this.#folder.list()).filter(({ name }) => name !== entry.name);
    const { allBytes, drafts } = this.#limits;
    let available = allBytes - others.reduce((sum, file) => sum + file.bytes, bytes);
    let count = others.length + 1;
    for (const file of others.reverse()) {
      if (available >= 0 && count <= drafts) return;
      if (!isAbandoned(file)) continue;
      await this.#folder.remove(file.name);
      available += file.bytes;
      count--;
    }
    if (available < 0 || count > drafts) throw new Error("there are too many drafts already");
  }

  async #abandoned(): Promise<DraftFile[]> {
    return (await this.#folder.list()).filter(isAbandoned);
  }

  async #sweep(): Promise<DraftFile[]> {
    const oldest = this.#now() - this.#limits.days * dayMs;
    const remaining: DraftFile[] = [];
    for (const file of await this.#abandoned()) {
      if (file.changedAt < oldest || DraftFolder.isPartial(file)) await this.#folder.remove(file.name);
      else remaining.push(file);
    }
    return remaining;
  }

  async #read({ name, changedAt }: DraftFile): Promise<SavedDraft | undefined> {
    const bytes = await this.#folder.read(name, this.#limits.draftBytes);
    const draft = bytes && readDraft(bytes);
    return draft && { ...draft, id: name, keptAt: changedAt };
  }
}

function isAbandoned({ owner }: DraftFile): boolean {
  return owner === undefined || !isOwnerRunning(owner);
}
