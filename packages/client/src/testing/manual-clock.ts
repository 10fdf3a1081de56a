import type { Clock } from "@tandem/base";
import { Inbox } from "./inbox.js";

/** A clock that stands still: a test sees which waits were asked for, and ends each by hand. */
export class ManualClock implements Clock {
  /** Every wait that was asked for, in order. */
  readonly waits = new Inbox<{ readonly ms: number; readonly elapse: () => void }>();
  /** How many waits have been called off. */
  calledOff = 0;

  now(): number {
    return 0;
  }

  after(ms: number, task: () => void): () => void {
    let isOff = false;
    this.waits.add({ ms, elapse: () => !isOff && task() });
    return () => {
      isOff = true;
      this.calledOff++;
    };
  }

  /** Waits until someone waits `ms`, and lets that time pass. */
  async elapse(ms: number): Promise<void> {
    (await this.waits.next((wait) => wait.ms === ms)).elapse();
  }
}
