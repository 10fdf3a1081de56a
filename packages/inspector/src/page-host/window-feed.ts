/** Sends entries to one window, in pieces small enough not to block the process. */
import type { Clock } from "@tandem-ide/base";
import type { WindowSocket } from "@tandem-ide/page-server";
import type { Entry } from "../recording/entry.js";
import { type EntryHistory, sizeOf } from "./entry-history.js";
import type { FromHost, NewEntries, Welcome } from "./messages.js";

const maxEntries = 500;
const maxSize = 512 * 1024;
/** The window gets nothing more while this much is unsent. */
const maxUnsentBytes = 4 * 1024 * 1024;
/** A socket has no event for a drained buffer. */
const retryMs = 20;

export interface FeedOptions {
  readonly history: EntryHistory;
  readonly clock: Clock;
  readonly welcome: () => Welcome;
  /** Undefined for a recording. */
  readonly now: () => number | undefined;
}

export class WindowFeed {
  readonly #socket: WindowSocket;
  readonly #options: FeedOptions;
  /** The index of the next entry to send; undefined before the welcome. */
  #next: number | undefined;
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(socket: WindowSocket, options: FeedOptions) {
    this.#socket = socket;
    this.#options = options;
    this.wake();
  }

  /** Call this when there may be new entries. Those of one turn of the event loop are sent together. */
  wake(): void {
    if (this.#cancel || this.#isClosed) return;
    const pump = setImmediate(() => this.#pump());
    this.#cancel = () => clearImmediate(pump);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
  }

  #pump(): void {
    this.#cancel = undefined;
    const { history, clock, welcome, now } = this.#options;
    if (this.#socket.unsentBytes > maxUnsentBytes) {
      this.#cancel = clock.after(retryMs, () => this.#pump());
      return;
    }
    // Starts over if entries were dropped before they were sent.
    if (this.#next === undefined || this.#next < history.first) {
      this.#next = history.first;
      this.#send({ welcome: welcome() });
    }
    const entries = pieceOf(history.slice(this.#next, this.#next + maxEntries));
    if (entries.length === 0) return;
    this.#next += entries.length;
    const time = now();
    this.#send({ entries, ...(time !== undefined && { now: time }) } satisfies NewEntries);
    if (this.#next < history.end) this.wake();
  }

  #send(frame: FromHost): void {
    this.#socket.send(JSON.stringify(frame));
  }
}

/** Returns as many entries as fit into one piece, at least one. */
function pieceOf(entries: readonly Entry[]): readonly Entry[] {
  let size = 0;
  const end = entries.findIndex((entry, index) => {
    size += sizeOf(entry);
    return size > maxSize && index > 0;
  });
  return end < 0 ? entries : entries.slice(0, end);
}
