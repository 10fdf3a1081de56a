/** A clock that stands still until a test moves it. */
import type { Clock } from "../clock.js";

export class FakeClock implements Clock {
  #now = 0;
  readonly #tasks = new Set<{ at: number; task: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const entry = { at: this.#now + ms, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  /** How many tasks wait. */
  get pending(): number {
    return this.#tasks.size;
  }

  /** Moves time on, running what falls due in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#tasks].filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#tasks.delete(next);
      this.#now = next.at;
      next.task();
    }
    this.#now = end;
  }
}
