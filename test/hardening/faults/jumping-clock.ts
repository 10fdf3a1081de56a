/** The machine's clock, which a test can make jump. Timers that fall due in the jump run once, late, as after a sleep. */
import { type Clock, systemClock } from "@tandem-ide/base";

interface Task {
  readonly at: number;
  run(): void;
}

export class JumpingClock implements Clock {
  #offset = 0;
  readonly #tasks = new Set<Task>();

  now(): number {
    return systemClock.now() + this.#offset;
  }

  after(ms: number, task: () => void): () => void {
    const cancel = () => {
      this.#tasks.delete(entry);
      stop();
    };
    const entry: Task = {
      at: this.now() + ms,
      run: () => {
        cancel();
        task();
      },
    };
    const stop = systemClock.after(ms, entry.run);
    this.#tasks.add(entry);
    return cancel;
  }

  /** The number of pending tasks. */
  get pending(): number {
    return this.#tasks.size;
  }

  jump(ms: number): void {
    this.#offset += ms;
    for (const task of [...this.#tasks]) if (task.at <= this.now()) task.run();
  }
}
