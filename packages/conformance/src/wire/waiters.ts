/** Waits for conditions on a connection, always with a time limit. */
import { Failure } from "../outcome.js";

interface Waiter {
  /** Checks the condition; true if it settled the promise. */
  readonly check: () => boolean;
  readonly giveUp: () => void;
}

export class Waiters {
  readonly #waiters = new Set<Waiter>();
  readonly #describeEnd: () => string;
  #isClosed = false;

  /** `describeEnd` describes how the connection ended, for error messages. */
  constructor(describeEnd: () => string) {
    this.#describeEnd = describeEnd;
  }

  /** Resolves with the first value that `probe` returns; fails if the time is up or the connection has ended. */
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
        check: () => {
          try {
            const now = probe();
            if (now === undefined) return false;
            leave();
            resolve(now);
          } catch (error) {
            // A probe may throw to report a failure.
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

  /** Checks all conditions again. */
  wake(): void {
    for (const waiter of [...this.#waiters]) waiter.check();
  }

  /** Fails everyone who is still waiting, because nothing more can happen. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of [...this.#waiters]) if (!waiter.check()) waiter.giveUp();
  }
}
