/** A way for messages between a page and the process that has Node. Everything else of the kit stands on this. */

/**
 * One end of a line between two places. What is sent at one end arrives at the other, whole and in order, as a copy.
 *
 * @example
 * channel.onMessage((message) => console.log(message));
 * channel.send({ hello: "there" });
 */
export interface Channel {
  /** Any value that can be written as JSON. On a channel that is closed nothing happens. */
  send(message: unknown): void;
  /** What comes before anybody listens is kept for the first listener. The function that is returned ends it. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** Told once, also to who asks after the end. */
  onClose(listener: () => void): () => void;
  /** Ends it for both sides. */
  close(): void;
}

/** The half of a channel that all of them share: who listens, and what waits for a listener. */
export class ChannelEnd {
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #closeListeners = new Set<() => void>();
  #waiting: unknown[] = [];
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  onMessage(listener: (message: unknown) => void): () => void {
    const own = (message: unknown) => listener(message);
    this.#listeners.add(own);
    // A moment later, so that whoever listens is done with beginning to.
    if (this.#waiting.length > 0) queueMicrotask(() => this.#deliverWaiting());
    return () => this.#listeners.delete(own);
  }

  onClose(listener: () => void): () => void {
    const own = () => listener();
    if (this.#isClosed) queueMicrotask(own);
    else this.#closeListeners.add(own);
    return () => this.#closeListeners.delete(own);
  }

  /** A message has arrived. */
  receive(message: unknown): void {
    if (this.#isClosed) return;
    if (this.#listeners.size === 0 || this.#waiting.length > 0) this.#waiting.push(message);
    else for (const listener of [...this.#listeners]) listener(message);
  }

  #deliverWaiting(): void {
    while (this.#listeners.size > 0 && this.#waiting.length > 0) {
      const message = this.#waiting.shift();
      for (const listener of [...this.#listeners]) listener(message);
    }
  }

  /** The line is gone. */
  end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting = [];
    for (const listener of [...this.#closeListeners]) listener();
    this.#closeListeners.clear();
    this.#listeners.clear();
  }
}
