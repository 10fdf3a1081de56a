/** The connection of one window that was let in. */
import type { WebSocket } from "ws";

/** A window that reads so slowly is gone for the user; it comes back by connecting again. */
const maxUnsentBytes = 64 * 1024 * 1024;
/** How long the other end may take to agree to the end. */
const closeLingerMs = 1000;

export interface WindowSocket {
  /** The name from an earlier load of this browser tab, when it gave one. */
  readonly name: string | undefined;
  /** How much of what was sent has not left this process yet. */
  readonly unsentBytes: number;
  /** Drops the connection when more than 64 MB is unsent. */
  send(text: string): void;
  /** What comes before there is a listener waits for it. A binary frame or one over 32 MB closes the socket. */
  onMessage(listener: (text: string) => void): void;
  /** Called once; at once when the socket is closed already. */
  onClose(listener: () => void): void;
  close(code: number, reason: string): void;
}

/** Closes with a code and words, and does not wait for long: a peer that is stopped or gone never answers. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(code, reason);
  // One that was paused would not read the other end's agreement.
  socket.resume();
  // Real time whatever the clock: this waits for the other end.
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
    if (isBinary) endSocket(socket, 1003, "Only text is understood here.");
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
