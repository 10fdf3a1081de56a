/** Collects items and waits for the next matching one. */
export class Inbox<T> {
  readonly all: T[] = [];
  #taken = 0;
  #wake: () => void = () => {};

  add(item: T): void {
    this.all.push(item);
    this.#wake();
  }

  /** Waits for the next matching item. Items before it are skipped and never returned later. */
  async next(matches: (item: T) => boolean = () => true): Promise<T> {
    for (;;) {
      while (this.#taken < this.all.length) {
        const item = this.all[this.#taken++];
        if (item !== undefined && matches(item)) return item;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
