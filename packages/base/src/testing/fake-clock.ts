/** A clock that only moves when a test advances it. */
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

  /** Number of pending tasks. */
  get pending(): number {
    return this.#tasks.size;
  }

  /** Advances the time and runs due tasks in order. */
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
