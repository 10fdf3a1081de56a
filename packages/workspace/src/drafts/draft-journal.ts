/**
 * The journal of unsaved texts. While a process runs it keeps its drafts up to date here; when it ends, however that
 * happens, the next one offers what is left. No process touches the drafts of another one that runs.
 */

import { type Clock, type Environment, messageOf, systemClock } from "@tandem/base";
import { stateFile, tilde } from "@tandem/base/node";
import { type Draft, type KeptDraft, readDraft, writeDraft } from "./draft.js";
import { type DraftFile, DraftFolder } from "./draft-folder.js";
import { isOwnerRunning } from "./owner.js";

/** A draft is at most a second old: this, and the time that writing takes. */
const delayMs = 300;
const dayMs = 24 * 60 * 60 * 1000;
const defaultLimits = { draftBytes: 32 * 1024 * 1024, allBytes: 128 * 1024 * 1024, drafts: 200, days: 14 };

export interface DraftJournalOptions {
  /** Default: this process's own. */
  readonly env?: Environment;
  /** When to write. */
  readonly clock?: Clock;
  /** Milliseconds since 1970, for the age of drafts. */
  readonly now?: () => number;
  readonly limits?: Partial<typeof defaultLimits>;
  /** Told once when texts can no longer be kept, in words, and again after it worked in between. */
  readonly onFailed?: (words: string) => void;
}

/** A text that could not be kept. */
export interface KeepFailure {
  readonly key: string;
  readonly why: string;
}

interface Entry {
  name: string;
  make: () => Draft | undefined;
  /** Of the last one that was written. */
  bytes: number;
  cancel: (() => void) | undefined;
  failure: string | undefined;
}

/**
 * One for each process that holds texts.
 *
 * @example
 * const drafts = new DraftJournal({ env: process.env });
 * drafts.keep(path, () => ({ kind: "file", path, folders, base: hashOf(onDisk), text: buffer.text }));
 * drafts.drop(path); // saved, or thrown away by the user
 */
export class DraftJournal {
  readonly #folder: DraftFolder;
  readonly #clock: Clock;
  readonly #now: () => number;
  readonly #limits: typeof defaultLimits;
  readonly #onFailed: (words: string) => void;
  readonly #entries = new Map<string, Entry>();
  /** Files are written and removed one after the other. */
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

  /** Where they are, for people. */
  get place(): string {
    return tilde(this.#folder.path);
  }

  /** The text of `key` has changed; it is asked for and written within a second. `make` may find nothing worth keeping. */
  keep(key: string, make: () => Draft | undefined): void {
    if (this.#isClosed) return;
    const entry = this.#entries.get(key) ?? this.#newEntry(key, make);
    entry.make = make;
    entry.cancel ??= this.#clock.after(delayMs, () => {
      entry.cancel = undefined;
      void this.#inTurn(() => this.#write(entry));
    });
  }

  /** The text of `key` is saved, or the user has thrown it away. */
  drop(key: string): void {
    const entry = this.#take(key);
    if (entry) void this.#inTurn(() => this.#folder.remove(entry.name));
  }

  /**
   * The text of `key` has no editor any more, but the user has not decided about it: it is offered from now on. Answers
   * its id; undefined when there is nothing to offer.
   */
  async leave(key: string): Promise<string | undefined> {
    const entry = this.#take(key);
    if (!entry) return undefined;
    return await this.#inTurn(async () => {
      await this.#write(entry);
      return entry.bytes > 0 ? await this.#folder.leave(entry.name) : undefined;
    });
  }

  /** The same for all of them. */
  async leaveAll(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((key) => this.leave(key)));
  }

  /** Writes at once what waits, and tells what could not be kept. */
  async flush(): Promise<readonly KeepFailure[]> {
    const waiting = [...this.#entries.values()].filter(({ cancel, failure }) => cancel || failure !== undefined);
    for (const entry of waiting) {
      entry.cancel?.();
      entry.cancel = undefined;
      void this.#inTurn(() => this.#write(entry));
    }
    await this.#turn;
    return [...this.#entries].flatMap(([key, { failure }]) => (failure === undefined ? [] : { key, why: failure }));
  }

  /** What was left in one of these folders, newest first. What is too old goes. */
  async left(folders: readonly string[]): Promise<KeptDraft[]> {
    const isHere = new Set(folders);
    const files = await this.#inTurn(async () => await this.#sweep());
    const drafts: KeptDraft[] = [];
    for (const file of files ?? []) {
      const draft = await this.#read(file);
      if (draft?.folders.some((folder) => isHere.has(folder))) drafts.push(draft);
    }
    return drafts;
  }

  /** Undefined when it was taken or discarded meanwhile, by another editor say. */
  async read(id: string): Promise<KeptDraft | undefined> {
    const file = (await this.#abandoned()).find(({ name }) => name === id);
    return file && (await this.#read(file));
  }

  /** Removes a draft that was left. One that a running process keeps stays. */
  async discard(id: string): Promise<void> {
    await this.#inTurn(async () => {
      if ((await this.#abandoned()).some(({ name }) => name === id)) await this.#folder.remove(id);
    });
  }

  /** Writes what waits; from now on everything here is offered to whoever starts next. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.leaveAll();
    await this.#turn;
  }

  #newEntry(key: string, make: () => Draft | undefined): Entry {
    const entry: Entry = { name: this.#folder.newName(), make, bytes: 0, cancel: undefined, failure: undefined };
    this.#entries.set(key, entry);
    return entry;
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
      else await this.#removeFile(entry);
      entry.failure = undefined;
      this.#isFailing = false;
    } catch (error) {
      entry.failure = messageOf(error);
      if (this.#isFailing) return;
      this.#isFailing = true;
      this.#onFailed(`Unsaved text cannot be kept in ${this.place}, so save often: ${entry.failure}`);
    }
  }

  async #writeFile(entry: Entry, bytes: Buffer): Promise<void> {
    if (bytes.length > this.#limits.draftBytes) throw new Error("it is too large");
    await this.#folder.prepare();
    await this.#makeRoom(entry, bytes.length);
    await this.#folder.write(entry.name, bytes);
    entry.bytes = bytes.length;
  }

  async #removeFile(entry: Entry): Promise<void> {
    if (entry.bytes > 0) await this.#folder.remove(entry.name);
    entry.bytes = 0;
  }

  /** The oldest go that no running process answers for. */
  async #makeRoom(entry: Entry, bytes: number): Promise<void> {
    if (bytes <= entry.bytes) return;
    const others = (await this.#folder.list()).filter(({ name }) => name !== entry.name);
    const { allBytes, drafts } = this.#limits;
    let room = allBytes - others.reduce((sum, file) => sum + file.bytes, bytes);
    let count = others.length + 1;
    for (const file of others.reverse()) {
      if (room >= 0 && count <= drafts) return;
      if (!isAbandoned(file)) continue;
      await this.#folder.remove(file.name);
      room += file.bytes;
      count--;
    }
    if (room < 0 || count > drafts) throw new Error("too much unsaved text is kept already");
  }

  async #abandoned(): Promise<DraftFile[]> {
    return (await this.#folder.list()).filter(isAbandoned);
  }

  async #sweep(): Promise<DraftFile[]> {
    const oldest = this.#now() - this.#limits.days * dayMs;
    const kept: DraftFile[] = [];
    for (const file of await this.#abandoned()) {
      if (file.changedAt < oldest || DraftFolder.isHalf(file)) await this.#folder.remove(file.name);
      else kept.push(file);
    }
    return kept;
  }

  async #read({ name, changedAt }: DraftFile): Promise<KeptDraft | undefined> {
    const bytes = await this.#folder.read(name, this.#limits.draftBytes);
    const draft = bytes && readDraft(bytes);
    return draft && { ...draft, id: name, keptAt: changedAt };
  }
}

function isAbandoned({ owner }: DraftFile): boolean {
  return owner === undefined || !isOwnerRunning(owner);
}
