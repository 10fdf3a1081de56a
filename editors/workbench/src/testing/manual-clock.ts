/** A clock that stands still until a test moves it. */
import type { Clock } from "@tandem/server";

export class ManualClock implements Clock {
  #now = 0;
  readonly #tasks = new Set<{ readonly at: number; readonly task: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const entry = { at: this.#now + ms, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  /** Moves time on, then runs what fell due, the earliest first. */
  advance(ms: number): void {
    this.#now += ms;
    const due = [...this.#tasks].filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    for (const entry of due) if (this.#tasks.delete(entry)) entry.task();
  }
}
