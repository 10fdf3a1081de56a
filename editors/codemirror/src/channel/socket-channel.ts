import { type Channel, ChannelEnd } from "./channel.js";

/** The WebSocket of a page, or of the package `ws`. */
export interface SocketLike {
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "close" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}

const connecting = 0;
const open = 1;
/** A code of the range that is free for applications. */
const notJson = 4400;

/**
 * A channel over a WebSocket, for an editor whose page is served to a browser. Whoever takes the connection has to check
 * Origin and Host, and who it is: a socket on this machine is open to every page of every browser on it.
 *
 * @example
 * const channel = socketChannel(new WebSocket("ws://localhost:8080/tandem"));
 */
export function socketChannel(socket: SocketLike): Channel {
  const end = new ChannelEnd();
  const unsent: string[] = [];
  const receive = (data: unknown) => {
    let message: unknown;
    try {
      if (typeof data !== "string" && !(data instanceof Uint8Array)) throw new TypeError("Not text");
      message = JSON.parse(typeof data === "string" ? data : new TextDecoder().decode(data));
    } catch {
      // Whoever is at the other end speaks something else: better that both know than that one waits.
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
  // Without a listener the one of `ws` would throw; that it is over is told by "close".
  socket.addEventListener("error", () => {});
  if (socket.readyState > open) end.end();
  return {
    send(message) {
      if (end.isClosed) return;
      const text = JSON.stringify(message);
      if (socket.readyState === connecting) unsent.push(text);
      else if (socket.readyState === open) socket.send(text);
    },
    onMessage: (listener) => end.onMessage(listener),
    onClose: (listener) => end.onClose(listener),
    close() {
      socket.close();
      end.end();
    },
  };
}
