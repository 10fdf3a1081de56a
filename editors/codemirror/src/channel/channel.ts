/** Carries messages between a page and the process that runs Node. */

/**
 * One end of a connection. A message sent at one end arrives at the other as a copy, whole and in order.
 *
 * @example
 * channel.onMessage((message) => console.log(message));
 * channel.send({ hello: "there" });
 */
export interface Channel {
  /** Sends any JSON value. Does nothing on a closed channel. */
  send(message: unknown): void;
  /** Messages that arrive before the first listener are kept for it. Call the returned function to stop listening. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** Called once, even if the channel is already closed. */
  onClose(listener: () => void): () => void;
  /** Closes both ends. */
  close(): void;
}

/** Sends messages for a {@link ChannelEnd}. */
export interface Transport {
  send(message: unknown): void;
  /** Closes the connection and calls {@link ChannelEnd.end}. */
  close(): void;
}

/** The part that all channels share: listeners, and messages that wait for one. */
export class ChannelEnd implements Channel {
  readonly #transport: Transport;
  readonly #listeners = new Set<(message: unknown) => void>();
  readonly #closeListeners = new Set<() => void>();
  #waiting: unknown[] = [];
  #isClosed = false;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  send(message: unknown): void {
    if (!this.#isClosed) this.#transport.send(message);
  }

  close(): void {
    if (!this.#isClosed) this.#transport.close();
  }

  onMessage(listener: (message: unknown) => void): () => void {
    const own = (message: unknown) => listener(message);
    this.#listeners.add(own);
    // Deferred, so that the caller can finish setting up.
    if (this.#waiting.length > 0) queueMicrotask(() => this.#deliverWaiting());
    return () => this.#listeners.delete(own);
  }

  onClose(listener: () => void): () => void {
    const own = () => listener();
    if (this.#isClosed) queueMicrotask(own);
    else this.#closeListeners.add(own);
    return () => this.#closeListeners.delete(own);
  }

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

  /** Marks this end as closed. */
  end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting = [];
    for (const listener of [...this.#closeListeners]) listener();
    this.#closeListeners.clear();
    this.#listeners.clear();
  }
}
