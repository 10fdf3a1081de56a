/**
 * Page loads. The HTML of each contains a secret that its WebSocket must send.
 *
 * The cookie alone gets the HTML, and a browser sends a cookie to every port of a host. So another user's program that
 * serves a port of this machine can steal the cookie and fetch the HTML. It can't steal the key that the browser got for
 * the one-time token, because that is stored for this origin, port included. So a load must send that key too.
 */
import type { WebSocket } from "ws";
import { digestOf, randomSecret } from "./secrets.js";

const maxLoads = 300;

export class PageLoad {
  /** The open connection of this load. */
  live: WebSocket | undefined;
  /** Call this when the load has sent the browser's key. */
  prove: () => void = () => {};
  readonly proven = new Promise<void>((resolve) => {
    this.prove = resolve;
  });
}

export class PageLoads {
  /** By the digest of the secret, oldest first. */
  readonly #loads = new Map<string, PageLoad>();

  /** Adds a load and returns its secret. If there are too many, forgets the oldest load without a connection. */
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
