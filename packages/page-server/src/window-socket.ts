import type { WebSocket } from "ws";

/** A window this far behind has most likely hung. It can reconnect. */
const maxUnsentBytes = 64 * 1024 * 1024;
/** How long to wait for the other end's close frame. */
const closeLingerMs = 1000;

/** The connection of one authenticated window. */
export interface WindowSocket {
  /** The name from an earlier load of this browser tab, if it sent one. */
  readonly name: string | undefined;
  /** Sent bytes that are still in this process. */
  readonly unsentBytes: number;
  /** Drops the connection when more than 64 MB is unsent. */
  send(text: string): void;
  /** Earlier frames are delivered to the first listener. A binary frame or one over 32 MB closes the socket. */
  onMessage(listener: (text: string) => void): void;
  /** Calls the listener once, immediately if the socket is already closed. */
  onClose(listener: () => void): void;
  close(code: number, reason: string): void;
}

/** Closes the socket, and terminates it after a second if the peer doesn't answer. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason);
  // A paused socket wouldn't read the peer's close frame.
  socket.resume();
  // Uses real time, even in tests with a fake clock, because this waits for another process.
  const linger = setTimeout(() => socket.terminate(), closeLingerMs);
  socket.once("close", () => clearTimeout(linger));
}

export function windowSocketOf(socket: WebSocket, name: string | undefined): WindowSocket {
  let early: string[] | undefined = [];
  let receive = (text: string): void => {
    early?.push(text);
  };
  socket.on("message", (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) endSocket(socket, 1003, "Only text frames are supported.");
    else receive(data.toString());
  });
  return {
    name,
    get unsentBytes() {
      return socket.bufferedAmount;
    },
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
      else socket.send(text);
    },
    onMessage(listener) {
      receive = listener;
      const waiting = early ?? [];
      early = undefined;
      for (const text of waiting) listener(text);
    },
    onClose(listener) {
      if (socket.readyState === socket.CLOSED) listener();
      else socket.once("close", () => listener());
    },
    close: (code, reason) => endSocket(socket, code, reason),
  };
}
