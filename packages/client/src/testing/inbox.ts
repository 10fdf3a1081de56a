/** Things as they come in, and a way to wait for the next one that fits. */
export class Inbox<T> {
  readonly all: T[] = [];
  #taken = 0;
  #wake: () => void = () => {};

  add(item: T): void {
    this.all.push(item);
    this.#wake();
  }

  /** The next item that fits and has not been passed over yet; those before it are passed over. */
  async next(fits: (item: T) => boolean = () => true): Promise<T> {
    for (;;) {
      while (this.#taken < this.all.length) {
        const item = this.all[this.#taken++];
        if (item !== undefined && fits(item)) return item;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
