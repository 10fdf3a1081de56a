/** Opens a WebSocket with the headers that Claude Code sends, and explains failures. */
import type { IncomingMessage } from "node:http";
import type { Clock } from "@tandem-ide/base";
import { authorizationHeader, subprotocol } from "@tandem-ide/protocol";
import { WebSocket } from "ws";
import { ConnectError } from "../errors.js";
import { singleLine } from "../sanitize.js";
import { addressOf, redact, type Target } from "../target.js";
import { refusal } from "./refusal.js";

/** How a connection ended. */
export interface Drop {
  /** The WebSocket close code: 1006 if the connection broke, 1005 if it was closed without a code. */
  readonly code: number;
  /** The editor's close reason, without the token. */
  readonly reason: string;
}

/** The part of a WebSocket that a session needs. */
export interface Connection {
  /** Resolves when the connection is open. Rejects with a ConnectError or the signal's reason. */
  readonly opened: Promise<void>;
  send(text: string): void;
  /** Closes without a code, as Claude Code does when it exits. */
  close(): void;
  /** Ends the connection without a close frame. */
  terminate(): void;
}

/** Options of {@link dial}. */
export interface DialSettings {
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly onText: (text: string) => void;
  readonly onBinary: () => void;
  /** Called once, and only if the connection was open. */
  readonly onDrop: (drop: Drop) => void;
}

/** The largest accepted message, in bytes. Larger than any file that an editor sends. */
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
    const message = `Can't connect to ${addressOf(target)}: the host, the port or the token contains invalid characters. Read the lock file again.`;
    throw new ConnectError("unreachable", message, { cause });
  }
}

/** Explains why a socket failed before it was open. `upgrade` is the 101 response, if there was one. */
function failure(target: Target, cause: Error, upgrade: IncomingMessage | undefined): ConnectError {
  const address = addressOf(target);
  if (upgrade && upgrade.headers["sec-websocket-protocol"] !== subprotocol) {
    const message = `${address} accepted the connection without the WebSocket subprotocol "${subprotocol}", so Claude Code would hang up. The server must echo it in Sec-WebSocket-Protocol.`;
    return new ConnectError("no-subprotocol", message, { cause });
  }
  const refused = "code" in cause && cause.code === "ECONNREFUSED";
  const message = refused
    ? `Nothing is listening on ${address}. The editor has exited, or its integration is off. Start it and look for its lock file again.`
    : `No WebSocket connection to ${address}: ${singleLine(redact(cause.message, target))}. Is this an editor with a Claude Code integration?`;
  return new ConnectError("unreachable", message, { cause });
}

/** Starts connecting. It returns at once, so the first frames can already be answered. */
export function dial(target: Target, settings: DialSettings): Connection {
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
    const message = `${addressOf(target)} didn't answer the WebSocket request within ${timeoutMs} ms. The program hangs, or isn't an editor.`;
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
  // Once open, an error is always followed by "close", which reports it.
  socket.on("error", (error) => {
    lastError = error.message;
    if (!isOpen) fail(failure(target, error, upgrade));
  });
  socket.on("close", (code, reason) => {
    if (isOpen) onDrop({ code, reason: singleLine(redact(reason.toString() || lastError, target)) });
  });
}
