/** The socket to the host, which only listens. After a drop it gets everything anew. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { DoorSocket, type DoorState } from "@tandem/page-door/page";
import type { FromHost } from "../../page-host/messages.js";

export type ConnectionState = DoorState;

/** One for the page. */
export class Connection {
  readonly #state = signal<ConnectionState>("connecting");
  readonly #socket: DoorSocket;

  constructor(secret: string, receive: (frame: FromHost) => void) {
    this.#socket = new DoorSocket({
      hello: () => ({ secret }),
      onText: (text) => {
        this.#socket.welcomed();
        // The host is ours and says what messages.ts has, so its word is taken.
        receive(JSON.parse(text));
      },
      onState: (state) => {
        this.#state.value = state;
      },
      failuresUntilEnded: 3,
      // Somebody else's host: loading the page anew would lose what is shown here, which nobody else has.
      mayLoadAnewForStranger: false,
    });
  }

  get state(): ReadonlySignal<ConnectionState> {
    return this.#state;
  }

  /** Starts, and keeps trying for as long as the page lives. */
  open(): void {
    this.#socket.open();
  }
}
