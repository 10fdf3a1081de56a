/** The files of a folder for one client: listed when they are asked for, and not again while nothing has changed. */
import { type Clock, type Logger, messageOf } from "@tandem/base";
import { FolderWatches } from "../../../hub/files/folder-watches.js";
import { listRuns } from "../../../hub/files/list-files.js";
import type { Privacy } from "../../../hub/privacy/privacy.js";
import { snapshotOf } from "../../../hub/privacy/privacy-snapshot.js";
import { FileList } from "./file-list.js";
import { KnownListing, newsArrived } from "./known-listing.js";

/** Whoever asks once may ask again; the answer goes out first. */
const watchAfterMs = 100;
/** So many health checks without a question, and the watches are given back. */
const restsUntilForgotten = 10;

export interface KnownFilesOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly privacy: Privacy;
  /** How many watches it may take; for tests. */
  readonly maxWatches?: number;
  /** The time of day, as files have it; for tests. */
  readonly now?: () => number;
}

export class KnownFiles {
  readonly #options: KnownFilesOptions;
  readonly #closed = new AbortController();
  #known: KnownListing | undefined;
  #getting: Promise<void> | undefined;
  #cancelGetting: (() => void) | undefined;
  #canWatch = true;
  #rests = 0;

  constructor(options: KnownFilesOptions) {
    this.#options = options;
  }

  /** How many directories are watched now. */
  get watched(): number {
    return this.#known?.watches.count ?? 0;
  }

  async list(folder: string, signal: AbortSignal): Promise<FileList> {
    const { privacy } = this.#options;
    this.#rests = 0;
    await this.#getting;
    await newsArrived();
    signal.throwIfAborted();
    if (this.#known?.isStillRight(folder)) return this.#known.list;
    this.#forget();
    const list = new FileList(await listRuns(folder, { signal, ...snapshotOf(privacy) }));
    if (!privacy.asksEditor && this.#canWatch && !this.#closed.signal.aborted) this.#getToKnowSoon(folder);
    return list;
  }

  #getToKnowSoon(folder: string): void {
    this.#cancelGetting?.();
    this.#cancelGetting = this.#options.clock.after(watchAfterMs, () => {
      if (!this.#known) this.#getting ??= this.#getToKnow(folder);
    });
  }

  async #getToKnow(folder: string): Promise<void> {
    const { log, privacy, maxWatches, now = Date.now } = this.#options;
    const watches = new FolderWatches(maxWatches);
    try {
      this.#known = await KnownListing.make({ folder, privacy, watches, now, signal: this.#closed.signal });
      if (this.#known) log.debug("The folder is watched", { directories: watches.count });
    } catch (error) {
      log.debug(`The folder is not watched: ${messageOf(error)}`);
    } finally {
      this.#getting = undefined;
      if (!this.#known) watches.close();
    }
    if (watches.whyNot === undefined) return;
    this.#canWatch = false;
    log.info(`Files are listed anew each time, because changes cannot be watched for: ${watches.whyNot}`);
  }

  /** A health check: what nobody has asked for in a while is forgotten. */
  rest(): void {
    if (++this.#rests >= restsUntilForgotten) this.#forget();
  }

  #forget(): void {
    this.#cancelGetting?.();
    this.#cancelGetting = undefined;
    this.#known?.watches.close();
    this.#known = undefined;
  }

  close(): void {
    this.#closed.abort();
    this.#forget();
  }
}
