/** Opens the WebSocket with the headers that Claude Code sends, and turns refusals into words. */
import type { IncomingMessage } from "node:http";
import type { Clock } from "@tandem/base";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
import { WebSocket } from "ws";
import { ConnectError } from "../errors.js";
import { addressOf, redact, type Target } from "../target.js";
import { plain } from "../words.js";
import { refusal } from "./refusal.js";

/** How a connection ended. */
export interface Drop {
  /** The WebSocket close code; 1006 when the connection broke off, 1005 when it was closed without a code. */
  readonly code: number;
  /** The editor's words, without the token. */
  readonly reason: string;
}

/** A WebSocket, reduced to what is needed. */
export interface Line {
  /** Resolves when the line is open; rejects with a ConnectError or the signal's reason. */
  readonly opened: Promise<void>;
  send(text: string): void;
  /** Closes without a code, as Claude Code does on exit. */
  close(): void;
  /** Breaks the connection off. */
  terminate(): void;
}

/** What {@link dial} needs beside the target. */
export interface DialSettings {
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly onText: (text: string) => void;
  readonly onBinary: () => void;
  /** Called once, and only for a line that was open. */
  readonly onDrop: (drop: Drop) => void;
}

/** The largest message that is taken, in bytes: more than any file that an editor sends, and bearable to hold. */
const largestMessage = 64 * 1024 * 1024;

function openSocket(target: Target, userAgent: string): WebSocket {
  const token = target.authToken === undefined ? {} : { [authorizationHeader]: target.authToken };
  try {
    return new WebSocket(`ws://${addressOf(target)}/`, [subprotocol], {
      headers: { "User-Agent": userAgent, ...token },
      perMessageDeflate: true,
      maxPayload: largestMessage,
    });
  } catch (cause) {
    const message = `No connection to ${addressOf(target)} can be tried: the host, the port or the token has characters that do not belong there. Read the lock file again.`;
    throw new ConnectError("unreachable", message, { cause });
  }
}

/** The error of a socket that failed before it was open. `upgrade` is the answer 101, if there was one. */
function failure(target: Target, cause: Error, upgrade: IncomingMessage | undefined): ConnectError {
  const address = addressOf(target);
  if (upgrade && upgrade.headers["sec-websocket-protocol"] !== subprotocol) {
    const message = `${address} took the connection without the WebSocket subprotocol "${subprotocol}", and Claude Code hangs up on that. The server must echo it in Sec-WebSocket-Protocol.`;
    return new ConnectError("no-subprotocol", message, { cause });
  }
  const refused = "code" in cause && cause.code === "ECONNREFUSED";
  const message = refused
    ? `Nothing listens on ${address}. The editor has ended, or its integration is off: start it and look for its lock file again.`
    : `No WebSocket connection to ${address}: ${plain(redact(cause.message, target))}. Is the program there an editor with a Claude Code integration?`;
  return new ConnectError("unreachable", message, { cause });
}

/**
 * Begins to connect. The line is there at once, so that whoever handles the first frames can already answer them.
 */
export function dial(target: Target, settings: DialSettings): Line {
  settings.signal?.throwIfAborted();
  const socket = openSocket(target, settings.userAgent);
  const opened = new Promise<void>((resolve, reject) => listen(socket, target, settings, resolve, reject));
  return {
    opened,
    send: (text) => socket.send(text),
    close: () => socket.close(),
    terminate: () => socket.terminate(),
  };
}

function listen(
  socket: WebSocket,
  target: Target,
  { signal, clock, timeoutMs, onText, onBinary, onDrop }: DialSettings,
  resolve: () => void,
  reject: (error: unknown) => void,
): void {
  let upgrade: IncomingMessage | undefined;
  let isOpen = false;
  let lastError = "";

  const settle = () => {
    stopTimer();
    signal?.removeEventListener("abort", abort);
  };
  const fail = (error: unknown) => {
    settle();
    reject(error);
    socket.terminate();
  };
  const abort = () => fail(signal?.reason);
  const stopTimer = clock.after(timeoutMs, () => {
    const message = `${addressOf(target)} did not answer the WebSocket request within ${timeoutMs} ms. The program there hangs, or is no editor.`;
    fail(new ConnectError("timeout", message));
  });
  signal?.addEventListener("abort", abort, { once: true });

  socket.on("upgrade", (response) => {
    upgrade = response;
  });
  socket.on("unexpected-response", (_request, response) => void refusal(target, response).then(fail));
  socket.on("open", () => {
    isOpen = true;
    settle();
    resolve();
  });
  socket.on("message", (data, isBinary) => (isBinary ? onBinary() : onText(data.toString())));
  // An error after the opening is always followed by "close", which tells of it.
  socket.on("error", (error) => {
    lastError = error.message;
    if (!isOpen) fail(failure(target, error, upgrade));
  });
  socket.on("close", (code, reason) => {
    if (isOpen) onDrop({ code, reason: plain(redact(reason.toString() || lastError, target)) });
  });
}
