/** Caches the list of files in a folder for one client, as long as nothing changes. */
import { type Clock, type Logger, messageOf } from "@tandem-ide/base";
import { FolderWatches } from "../../../hub/files/folder-watches.js";
import { listRuns } from "../../../hub/files/list-files.js";
import type { Privacy } from "../../../hub/privacy/privacy.js";
import { snapshotRules } from "../../../hub/privacy/snapshot.js";
import { CachedListing, watchEventsDelivered } from "./cached-listing.js";
import { FileList } from "./file-list.js";

/** Delay before the folder is watched, so the response is sent first. */
const watchAfterMs = 100;
/** After this many health checks without a request the watches are released. */
const maxIdleChecks = 10;

export interface FileListCacheOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly privacy: Privacy;
  /** Maximum number of watches, for tests. */
  readonly maxWatches?: number;
  /** Wall-clock time, for tests. */
  readonly now?: () => number;
}

export class FileListCache {
  readonly #options: FileListCacheOptions;
  readonly #closed = new AbortController();
  #cached: CachedListing | undefined;
  #caching: Promise<void> | undefined;
  #cancelCaching: (() => void) | undefined;
  #canWatch = true;
  #idleChecks = 0;

  constructor(options: FileListCacheOptions) {
    this.#options = options;
  }

  /** Number of watched directories. */
  get watched(): number {
    return this.#cached?.watches.count ?? 0;
  }

  async list(folder: string, signal: AbortSignal): Promise<FileList> {
    const { privacy } = this.#options;
    this.#idleChecks = 0;
    await this.#caching;
    await watchEventsDelivered();
    signal.throwIfAborted();
    if (this.#cached?.isCurrent(folder)) return this.#cached.list;
    this.#release();
    const list = new FileList(await listRuns(folder, { signal, ...snapshotRules(privacy) }));
    if (!privacy.asksEditor && this.#canWatch && !this.#closed.signal.aborted) this.#cacheSoon(folder);
    return list;
  }

  #cacheSoon(folder: string): void {
    this.#cancelCaching?.();
    this.#cancelCaching = this.#options.clock.after(watchAfterMs, () => {
      if (!this.#cached) this.#caching ??= this.#cache(folder);
    });
  }

  async #cache(folder: string): Promise<void> {
    const { log, privacy, maxWatches, now = Date.now } = this.#options;
    const watches = new FolderWatches(maxWatches);
    try {
      this.#cached = await CachedListing.make({ folder, privacy, watches, now, signal: this.#closed.signal });
      if (this.#cached) log.debug("Watching the folder", { directories: watches.count });
    } catch (error) {
      log.debug(`Could not watch the folder: ${messageOf(error)}`);
    } finally {
      this.#caching = undefined;
      if (!this.#cached) watches.close();
    }
    if (watches.whyNot === undefined) return;
    this.#canWatch = false;
    log.info(`Files are listed on every request, because changes can't be watched: ${watches.whyNot}`);
  }

  /** Called on each health check. Releases an unused cache. */
  onHealthCheck(): void {
    if (++this.#idleChecks >= maxIdleChecks) this.#release();
  }

  #release(): void {
    this.#cancelCaching?.();
    this.#cancelCaching = undefined;
    this.#cached?.watches.close();
    this.#cached = undefined;
  }

  close(): void {
    this.#closed.abort();
    this.#release();
  }
}
