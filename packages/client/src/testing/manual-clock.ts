import type { Clock } from "@tandem-ide/base";
import { Inbox } from "./inbox.js";

/** A clock that records all waits. The test ends each of them. */
export class ManualClock implements Clock {
  /** All waits, in order. */
  readonly waits = new Inbox<{ readonly ms: number; readonly elapse: () => void }>();
  /** Number of cancelled waits. */
  cancelled = 0;

  now(): number {
    return 0;
  }

  after(ms: number, task: () => void): () => void {
    let isOff = false;
    this.waits.add({ ms, elapse: () => !isOff && task() });
    return () => {
      isOff = true;
      this.cancelled++;
    };
  }

  /** Waits until a wait of `ms` is requested, and ends it. */
  async elapse(ms: number): Promise<void> {
    (await this.waits.next((wait) => wait.ms === ms)).elapse();
  }
}
