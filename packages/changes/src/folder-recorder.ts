/** Records the changes of one workspace folder while its editor runs. */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { messageOf, stackOf } from "@tandem-ide/base";
import { Contents } from "./contents.js";
import { describe } from "./describe.js";
import type { FolderChanges } from "./folder-changes.js";
import { TooLarge } from "./git.js";
import { IgnoredFiles } from "./ignored-files.js";
import { ListBuilder, undoneOf } from "./list.js";
import type { ChangeList } from "./model.js";
import { CannotRecord, type FolderRecorderOptions, openFolder } from "./open-folder.js";
import { prune } from "./prune.js";
import { Rebuild } from "./rebuild.js";
import type { FullScanner } from "./scanner.js";
import type { State } from "./state.js";
import { storeDirectory } from "./store.js";
import { Watch } from "./watch.js";

/** Shortly after startup, once everything else has started. */
const pruneAfterMs = 60_000;
const pruneEveryMs = 3_600_000;

const nothing: ChangeList = { turns: [], undone: [], problems: [] };

export class FolderRecorder {
  readonly #options: FolderRecorderOptions;
  readonly #builder = new ListBuilder();
  #changes: FolderChanges | undefined;
  #opening: Promise<FolderChanges | undefined> | undefined;
  #watch: Watch | undefined;
  #storeWatch: FSWatcher | undefined;
  #scanner: FullScanner | undefined;
  #agents: readonly string[] = [];
  #sendsPrompts = false;
  #list: ChangeList = nothing;
  readonly #built = new Rebuild(
    () => this.#build(),
    (error) => this.#fail(error),
  );
  #ignored: IgnoredFiles | undefined;
  /** The paths in events since the last scan. */
  readonly #touched = new Set<string>();
  #cancelPrune: (() => void) | undefined;
  #isTooLarge = false;
  #isScanQueued = false;
  #isClosed = false;

  constructor(options: FolderRecorderOptions) {
    this.#options = options;
  }

  get list(): ChangeList {
    return this.#list;
  }

  /** True if this folder is recorded, or was before. */
  get isOn(): boolean {
    return this.#changes !== undefined || existsSync(join(this.#directory, "refs", "tandem", "state"));
  }

  get #directory(): string {
    const { folder, env, home } = this.#options;
    return storeDirectory(folder, env, home);
  }

  /** Opens the store. Returns undefined if nothing can be recorded, which the list explains. */
  async open(): Promise<FolderChanges | undefined> {
    // The store was removed.
    if (this.#changes && !existsSync(join(this.#directory, "refs"))) this.#forget();
    if (this.#isClosed) return undefined;
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#fail(error);
      // Try again on next use.
      this.#opening = undefined;
      return undefined;
    });
    return await this.#opening;
  }

  async #open(): Promise<FolderChanges | undefined> {
    const { folder, workspace, clock } = this.#options;
    const { changes, scanner } = await openFolder(this.#options, () => this.#built.request());
    const { store } = changes;
    this.#storeWatch = watch(store.watched, { persistent: false }, () => {
      if (store.hasChanged) void this.run(async () => await changes.inOrder(() => changes.refresh()));
    });
    this.#storeWatch.on("error", () => {});
    this.#watch = new Watch({
      folder,
      clock,
      ignoredOf: (paths) => scanner.ignoredOf(paths),
      onChanged: (paths) => {
        for (const path of paths) this.#touched.add(path);
        this.scanSoon();
      },
    });
    this.#ignored = new IgnoredFiles(folder, scanner, workspace, changes.claims);
    this.#scanner = scanner;
    await changes.refresh();
    this.#changes = changes;
    if (this.#agents.length > 0) await this.#watch.add();
    this.#pruneLater(pruneAfterMs);
    return changes;
  }

  #pruneLater(afterMs: number): void {
    const { clock, maxBytes, maxAgeMs } = this.#options;
    this.#cancelPrune?.();
    if (this.#isClosed) return;
    this.#cancelPrune = clock.after(afterMs, () => {
      void this.run(async () => {
        if (this.#changes) await prune(this.#changes, { maxBytes, maxAgeMs });
        this.#pruneLater(pruneEveryMs);
      });
    });
  }

  /** Starts again on next use. */
  #forget(): void {
    this.#cancelPrune?.();
    this.#watch?.close();
    this.#storeWatch?.close();
    this.#changes = undefined;
    this.#opening = undefined;
    this.#list = nothing;
    this.#options.onChanged();
  }

  /** Clients connected to this editor or disconnected. */
  async setClients(agents: readonly string[], sendsPrompts: boolean): Promise<void> {
    const isFirst = this.#agents.length === 0 && agents.length > 0;
    const changes = this.#isTooLarge ? undefined : await this.open();
    if (changes && isFirst) await this.#watch?.add();
    await changes?.inOrder(async () => {
      // Changes so far belong to the clients that were connected so far.
      await changes.scan(async ({ state }) => {
        this.#agents = agents;
        this.#sendsPrompts = sendsPrompts;
        return this.#register(state);
      });
    });
    this.#agents = agents;
  }

  /** Records which clients are connected here. */
  #register({ recorders }: State): boolean {
    const { owner } = this.#options;
    const known = recorders[owner];
    if (this.#agents.length === 0) {
      delete recorders[owner];
      return known !== undefined;
    }
    recorders[owner] = { agents: [...this.#agents], sendsPrompts: this.#sendsPrompts };
    return JSON.stringify(known) !== JSON.stringify(recorders[owner]);
  }

  /** The user sent a prompt, so the next change starts a new turn. */
  async promptSent(): Promise<void> {
    const changes = this.#isTooLarge ? undefined : await this.open();
    await changes?.inOrder(() =>
      changes.scan(async ({ state }) => {
        state.isTurnOver = true;
        return true;
      }),
    );
  }

  /** Scans the disk after all earlier tasks. */
  scanSoon(): void {
    if (this.#isScanQueued) return;
    this.#isScanQueued = true;
    void this.run(async () => await this.scan());
  }

  async scan(): Promise<void> {
    const changes = this.#isTooLarge ? undefined : await this.open();
    await changes?.inOrder(async () => {
      this.#isScanQueued = false;
      const touched = [...this.#touched];
      this.#touched.clear();
      const ignored = await this.#ignored?.find(touched);
      await changes.scan(async ({ state }) => {
        const isRegistered = this.#register(state);
        return (ignored?.record(state) ?? false) || isRegistered;
      });
    });
  }

  /** Runs a task and reports its failure in the list. */
  async run(task: () => Promise<void>): Promise<void> {
    try {
      await task();
      if (this.#changes && !this.#isTooLarge) this.#problem(undefined);
    } catch (error) {
      this.#isScanQueued = false;
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    const { folder, log } = this.#options;
    log.warn(`Changes in ${folder} can't be recorded: ${messageOf(error)}`, { stack: stackOf(error) });
    if (error instanceof TooLarge) {
      // Further scans would take a long time and fail too.
      this.#watch?.close();
      this.#isTooLarge = true;
      this.#problem(
        `Changes aren't recorded, because the folder has ${error.message}. You can raise the limit in the settings.`,
      );
    } else if (error instanceof CannotRecord) this.#problem(error.message);
    else this.#problem(`Changes aren't recorded: ${describe(error).replace(/\.$/, "")}.`);
  }

  #problem(message: string | undefined): void {
    if (this.#list.problems[0]?.message === message) return;
    const { folder, onChanged } = this.#options;
    this.#list = { ...this.#list, problems: message === undefined ? [] : [{ folder, message }] };
    onChanged();
  }

  async #build(): Promise<void> {
    const changes = this.#changes ?? (await this.#opening);
    if (!changes || this.#isClosed) return;
    const turns = await this.#builder.turns(changes.state, new Contents(changes.store));
    this.#list = { ...this.#list, turns, undone: undoneOf(changes.state) };
    this.#options.onChanged();
  }

  /** Resolves once all tasks so far are done. */
  async idle(): Promise<void> {
    await this.#opening;
    await this.#changes?.inOrder(async () => {});
    await this.built();
  }

  /** Resolves once the list shows the current state. */
  async built(): Promise<void> {
    await this.#built.done();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelPrune?.();
    this.#watch?.close();
    this.#storeWatch?.close();
    const changes = existsSync(this.#directory) ? await this.#opening : undefined;
    const { owner } = this.#options;
    await changes?.inOrder(() =>
      changes.update(async ({ state }) => {
        const isListed = state.recorders[owner] !== undefined;
        delete state.recorders[owner];
        return isListed;
      }),
    );
    this.#scanner?.close();
  }
}
