/** The changes of one workspace folder: scans the disk, keeps the state in the store, and applies the user's decisions. */
import { lstatSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { sleep, systemClock } from "@tandem-ide/base";
import type { RecordedWorkspace } from "@tandem-ide/server";
import type { UnfinishedWrites } from "@tandem-ide/server/files";
import { attribute, takeBack } from "./attribute.js";
import { Claims } from "./claims.js";
import { Contents } from "./contents.js";
import { Disk } from "./disk.js";
import { GitOperations } from "./git-operations.js";
import { isRunning } from "./owner.js";
import type { Scan, Scanner } from "./scanner.js";
import { emptyState, pruneState, type State } from "./state.js";
import type { Store, StoredState } from "./store.js";

const maxAttempts = 30;
const crashMs = 3_600_000;

export interface FolderOptions {
  /** A real path. */
  readonly folder: string;
  readonly store: Store;
  readonly scanner: Scanner;
  readonly isUnsaved: RecordedWorkspace["isUnsaved"];
  /** Identifies this process in the store. */
  readonly owner: string;
  readonly unfinished: UnfinishedWrites;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called after the state changed, here or in another process. */
  readonly onChanged: () => void;
}

/** A state while it is being changed. */
export interface Draft {
  readonly state: State;
  readonly contents: Contents;
}

export class FolderChanges {
  readonly folder: string;
  readonly store: Store;
  readonly disk: Disk;
  readonly claims = new Claims();
  readonly options: FolderOptions;
  #state: StoredState | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: FolderOptions) {
    this.options = options;
    this.folder = options.folder;
    this.store = options.store;
    this.disk = new Disk(options.folder, options.unfinished);
  }

  /** The state that was last read or saved. */
  get state(): State {
    return this.#state?.state ?? emptyState(this.folder);
  }

  /** Returns a path's name in the state. */
  toName(path: string): string;
  toName(path: string | undefined): string | undefined;
  toName(path: string | undefined): string | undefined {
    return path === undefined ? undefined : relative(this.folder, path).split(sep).join("/");
  }

  /** Runs tasks one after the other. */
  async inOrder<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => {});
    return await result;
  }

  /** Reads the state again if another process changed it. */
  async refresh(): Promise<void> {
    if (!this.store.hasChanged && this.#state) return;
    this.#set(await this.store.read());
  }

  #set(stored: StoredState | undefined): void {
    if (stored?.commit === this.#state?.commit) return;
    this.#state = stored;
    this.options.onChanged();
  }

  /**
   * Changes the state and saves it. If another process saves first, `change` is called again with the new state. If it returns
   * false, nothing is saved.
   */
  async update(change: (draft: Draft) => Promise<boolean>): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const read = await this.store.read();
      this.#set(read);
      const state = structuredClone(this.state);
      this.#forgetEnded(state);
      const contents = new Contents(this.store);
      if (!(await change({ state, contents }))) return;
      pruneState(state, this.options.now());
      for (const owner of this.#ended(state)) delete state.recorders[owner];
      const saved = this.store.save(state, read?.commit, contents.added);
      if (!saved) {
        // Another process is saving at this moment.
        await sleep(systemClock, attempt * 20);
        continue;
      }
      this.#set(saved);
      return;
    }
    throw new Error("Couldn't save: other processes kept changing the same data. Try again");
  }

  /** Processes that exited without reporting it. */
  #ended({ recorders }: State): string[] {
    return Object.keys(recorders).filter((owner) => owner !== this.options.owner && !isRunning(owner));
  }

  /**
   * Agents keep working when an editor is killed, so they count as connected until the next scan, but not for long,
   * because the user edits files too.
   */
  #forgetEnded(state: State): void {
    if (this.options.now() - this.store.savedAt < crashMs) return;
    for (const owner of this.#ended(state)) delete state.recorders[owner];
  }

  /** Scans the disk and records what changed. `change` can add to the same state. */
  async scan(change: (draft: Draft) => Promise<boolean> = async () => false): Promise<void> {
    const end = this.claims.begin();
    await this.update(async (draft) => {
      // The state is read first, so that the disk is never older than the state.
      const isRecorded = await this.#record(draft, await this.options.scanner.scan(draft.state));
      const isTakenBack = await this.#takeBack(draft);
      const isForgotten = this.#forgetUnfinished(draft.state);
      const isChanged = await change(draft);
      return isRecorded || isTakenBack || isForgotten || isChanged;
    });
    end();
  }

  async #record({ state, contents }: Draft, { changes, trees, hidden }: Scan): Promise<boolean> {
    const before = state.roots;
    const { store, folder } = this;
    const operations = await GitOperations.since(store.git, folder, before, trees.keys());
    await attribute(state, changes, {
      contents,
      now: this.options.now(),
      operationOf: (change) => operations.nameFor(change),
      isOwn: (change) => this.claims.isOwn(change, contents),
    });
    operations.keepCommitted(state);
    forget(state, hidden);
    state.roots = {};
    for (const [prefix, tree] of trees) {
      const repository = operations.facts.get(prefix);
      state.roots[prefix] = { tree, ...(repository && { repository }) };
    }
    return JSON.stringify(before) !== JSON.stringify(state.roots);
  }

  /** Attributes changes to the user that were recorded before the editor reported them. */
  async #takeBack({ state, contents }: Draft): Promise<boolean> {
    let isChanged = false;
    for (const [path, chain] of [...state.files]) {
      if (!chain.last || !(await this.claims.isLate(path, chain, contents, () => this.#changedAt(path)))) continue;
      await takeBack(state, path, contents);
      isChanged = true;
    }
    return isChanged;
  }

  /** Forgets writes that were planned by killed processes and never made. */
  #forgetUnfinished(state: State): boolean {
    let isChanged = false;
    for (const record of state.undone) {
      if (record.files.every(({ isDone }) => isDone) || isRunning(record.owner)) continue;
      record.files = record.files.filter(({ isDone }) => isDone);
      isChanged = true;
    }
    return isChanged;
  }

  #changedAt(path: string): number {
    return lstatSync(join(this.folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}

/** Forgets everything about files. */
function forget(state: State, paths: readonly string[]): void {
  const gone = new Set(paths);
  for (const path of gone) state.files.delete(path);
  for (const record of state.undone) record.files = record.files.filter(({ path }) => !gone.has(path));
  for (const turn of state.turns)
    if (turn.gitFiles) turn.gitFiles = turn.gitFiles.filter(({ path }) => !gone.has(path));
}
