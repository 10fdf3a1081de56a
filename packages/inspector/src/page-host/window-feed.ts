/**
 * Brings one window up to date, a piece at a time: no piece is so large, and no more of them wait to be sent, that
 * anything else in this process would notice.
 */

import type { Clock } from "@tandem/base";
import type { WindowSocket } from "@tandem/page-door";
import type { Entry } from "../recording/entry.js";
import { type KeptEntries, sizeOf } from "./kept-entries.js";
import type { FromHost, NewEntries, Welcome } from "./messages.js";

const maxEntries = 500;
const maxSize = 512 * 1024;
/** While so much of it waits in this process, the window gets nothing more. */
const maxUnsentBytes = 4 * 1024 * 1024;
/** A socket does not tell when it has room again. */
const lookAgainMs = 20;

export interface FeedOptions {
  readonly kept: KeptEntries;
  readonly clock: Clock;
  readonly welcome: () => Welcome;
  /** Undefined where time stands still. */
  readonly now: () => number | undefined;
}

export class WindowFeed {
  readonly #socket: WindowSocket;
  readonly #options: FeedOptions;
  /** The place of the entry that the window gets next; undefined before its welcome. */
  #next: number | undefined;
  #callOff: (() => void) | undefined;
  #isClosed = false;

  constructor(socket: WindowSocket, options: FeedOptions) {
    this.#socket = socket;
    this.#options = options;
    this.wake();
  }

  /** There may be something new. What comes in one turn of the event loop goes together. */
  wake(): void {
    if (this.#callOff || this.#isClosed) return;
    const pump = setImmediate(() => this.#pump());
    this.#callOff = () => clearImmediate(pump);
  }

  close(): void {
    this.#isClosed = true;
    this.#callOff?.();
  }

  #pump(): void {
    this.#callOff = undefined;
    const { kept, clock, welcome, now } = this.#options;
    if (this.#socket.unsentBytes > maxUnsentBytes) {
      this.#callOff = clock.after(lookAgainMs, () => this.#pump());
      return;
    }
    // Also when what it still lacked is not kept any more.
    if (this.#next === undefined || this.#next < kept.first) {
      this.#next = kept.first;
      this.#send({ welcome: welcome() });
    }
    const entries = pieceOf(kept.slice(this.#next, this.#next + maxEntries));
    if (entries.length === 0) return;
    this.#next += entries.length;
    const time = now();
    this.#send({ entries, ...(time !== undefined && { now: time }) } satisfies NewEntries);
    if (this.#next < kept.end) this.wake();
  }

  #send(frame: FromHost): void {
    this.#socket.send(JSON.stringify(frame));
  }
}

/** As many of them as are not too large together, but always one. */
function pieceOf(entries: readonly Entry[]): readonly Entry[] {
  let size = 0;
  const end = entries.findIndex((entry, index) => {
    size += sizeOf(entry);
    return size > maxSize && index > 0;
  });
  return end < 0 ? entries : entries.slice(0, end);
}
