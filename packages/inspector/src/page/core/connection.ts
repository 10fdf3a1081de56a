/** The connection to the host. After a drop the host sends everything again. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { type ConnectionState, PageSocket } from "@tandem-ide/page-server/page";
import type { FromHost } from "../../page-host/messages.js";

export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>;
  /** Connects, and reconnects for as long as the page is open. */
  open(): void;
}

export function createConnection(secret: string, receive: (frame: FromHost) => void): Connection {
  const state = signal<ConnectionState>("connecting");
  const socket = new PageSocket({
    hello: () => ({ secret }),
    onText: (text) => {
      socket.markOpen();
      // The host is trusted to send the types in messages.ts.
      receive(JSON.parse(text));
    },
    onState: (next) => {
      state.value = next;
    },
    failuresUntilEnded: 3,
    // Reloading would lose the shown messages, which the new host doesn't have.
    reloadWhenUnrecognised: false,
  });
  return { state, open: () => socket.open() };
}
