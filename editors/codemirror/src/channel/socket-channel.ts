import { type Channel, ChannelEnd } from "./channel.js";

/** A WebSocket of a page or of the package `ws`. */
export interface SocketLike {
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "close" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}

const connecting = 0;
const open = 1;
/** A close code from the range for applications. */
const notJson = 4400;

/**
 * A channel over a WebSocket, for an editor whose page runs in a browser. Check the connection's Origin and Host and
 * authenticate it yourself: every page in every local browser can connect to a socket on this machine.
 *
 * @example
 * const channel = socketChannel(new WebSocket("ws://localhost:8080/tandem"));
 */
export function socketChannel(socket: SocketLike): Channel {
  const unsent: string[] = [];
  const end = new ChannelEnd({
    send(message) {
      const text = JSON.stringify(message);
      if (socket.readyState === connecting) unsent.push(text);
      else if (socket.readyState === open) socket.send(text);
    },
    close() {
      socket.close();
      end.end();
    },
  });
  const receive = (data: unknown) => {
    let message: unknown;
    try {
      if (typeof data !== "string" && !(data instanceof Uint8Array)) throw new TypeError("Not text");
      message = JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data));
    } catch {
      // The other end speaks another protocol. Close with a reason instead of letting it wait.
      socket.close(notJson, "Messages must be JSON in text frames");
      end.end();
      return;
    }
    end.receive(message);
  };
  socket.addEventListener("open", () => {
    for (const text of unsent.splice(0)) socket.send(text);
  });
  socket.addEventListener("message", ({ data }) => receive(data));
  socket.addEventListener("close", () => end.end());
  // Without an error listener `ws` would throw. "close" follows anyway.
  socket.addEventListener("error", () => {});
  if (socket.readyState > open) end.end();
  return end;
}
