/** Waiting for something to become true of a connection, never without an end. */
import { Failure } from "../outcome.js";

interface Waiter {
  /** Looks again; true when it was found. */
  readonly look: () => boolean;
  readonly giveUp: () => void;
}

export class WaitingRoom {
  readonly #waiters = new Set<Waiter>();
  readonly #describeEnd: () => string;
  #isClosed = false;

  /** `describeEnd` says how the connection ended, for those who waited in vain. */
  constructor(describeEnd: () => string) {
    this.#describeEnd = describeEnd;
  }

  /** Resolves with the first value that `probe` finds; fails when the time is up or nothing more can come. */
  async wait<T>(probe: () => T | undefined, what: string, timeoutMs: number): Promise<T> {
    const found = probe();
    if (found !== undefined) return found;
    if (this.#isClosed) throw new Failure(what, this.#describeEnd());
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        look: () => {
          try {
            const now = probe();
            if (now === undefined) return false;
            leave();
            resolve(now);
          } catch (error) {
            // What a probe finds may be wrong in itself: that is the answer too.
            leave();
            reject(error);
          }
          return true;
        },
        giveUp: () => {
          leave();
          reject(new Failure(what, this.#describeEnd()));
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(new Failure(what, `nothing within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  /** Something came: everyone looks again. */
  wake(): void {
    for (const waiter of [...this.#waiters]) waiter.look();
  }

  /** Nothing more will come. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of [...this.#waiters]) if (!waiter.look()) waiter.giveUp();
  }
}
