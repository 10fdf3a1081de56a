/**
 * The loads of the page. Each has a secret in its HTML that its WebSocket must say.
 *
 * The HTML is given for the cookie, and a browser sends a cookie to every port of its host. A program of another user
 * that serves a port of this machine can so come by the cookie, and with it fetch the HTML. What it cannot come by is the
 * key that the browser got for the one-time token and keeps in the storage of this origin, port included. So a load
 * counts only when it has shown that key as well.
 */
import type { WebSocket } from "ws";
import { digestOf, randomSecret } from "./secrets.js";

const maxLoads = 300;

export class PageLoad {
  /** The one connection that speaks for this load. */
  live: WebSocket | undefined;
  /** Settles when the load has shown the browser's key. */
  readonly proven: Promise<void>;
  #prove: () => void = () => {};

  constructor() {
    this.proven = new Promise((resolve) => {
      this.#prove = resolve;
    });
  }

  prove(): void {
    this.#prove();
  }
}

export class PageLoads {
  /** By the digest of the secret, oldest first. */
  readonly #loads = new Map<string, PageLoad>();

  /** The secret of a new load. The oldest load without a connection is forgotten when there are too many. */
  add(): string {
    if (this.#loads.size >= maxLoads) {
      const idle = [...this.#loads].find(([, load]) => !load.live) ?? [...this.#loads][0];
      if (idle) this.#loads.delete(idle[0]);
    }
    const secret = randomSecret();
    this.#loads.set(digestOf(secret), new PageLoad());
    return secret;
  }

  find(secret: string): PageLoad | undefined {
    return this.#loads.get(digestOf(secret));
  }
}
