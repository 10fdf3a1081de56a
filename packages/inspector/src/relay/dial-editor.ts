/** Connects to the editor with the client's path, headers and subprotocols, and the editor's token. */
import type { IncomingMessage } from "node:http";
import { messageOf } from "@tandem-ide/base";
import { addressOf, type Target } from "@tandem-ide/client";
import { authorizationHeader } from "@tandem-ide/protocol";
import { WebSocket } from "ws";
import { hideToken, responseText } from "../response-text.js";

/** Headers of one connection, which the second connection sets itself. */
const connectionHeaders = /^(host|connection|upgrade|sec-websocket-.*|content-length|transfer-encoding)$/;
/** More than any editor accepts. */
const maxMessageBytes = 256 * 1024 * 1024;
const handshakeMs = 10_000;
const maxResponseLength = 4096;

/** Headers without secrets. Any other may contain a cookie, a key or a password. */
const recordedHeaders =
  /^(host|connection|upgrade|user-agent|origin|accept|accept-(encoding|language)|cache-control|pragma|sec-websocket-(version|protocol|extensions))$/;

/** Returns the client's headers for the recording, without secrets. */
export function headersToRecord(request: IncomingMessage): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === "sec-websocket-key") continue;
    if (recordedHeaders.test(name)) out[name] = String(value);
    else out[name] = name === authorizationHeader ? "<token>" : "<hidden>";
  }
  return out;
}

function offeredProtocols(request: IncomingMessage): string[] {
  const offered = request.headers["sec-websocket-protocol"] ?? "";
  return offered.split(",").flatMap((name) => name.trim() || []);
}

export interface DialEvents {
  /** The editor accepted the connection and chose this subprotocol. */
  onOpen(protocol: string | undefined): void;
  /** The editor refused the connection with this status, or can't be reached. */
  onRefused(status: number | undefined, message: string): void;
}

/** Throws if the request has an invalid path or subprotocol. */
function socketTo(target: Target, request: IncomingMessage): WebSocket {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== authorizationHeader && !connectionHeaders.test(name)) headers[name] = value;
  if (target.authToken !== undefined) headers[authorizationHeader] = target.authToken;
  return new WebSocket(`ws://${addressOf(target)}${request.url ?? "/"}`, offeredProtocols(request), {
    headers,
    perMessageDeflate: request.headers["sec-websocket-extensions"]?.includes("permessage-deflate") ?? false,
    maxPayload: maxMessageBytes,
    handshakeTimeout: handshakeMs,
    // Pings are relayed to the client.
    autoPong: false,
  });
}

/** Returns the socket, or undefined for an invalid request, which is refused. */
export function dialEditor(request: IncomingMessage, target: Target, events: DialEvents): WebSocket | undefined {
  let socket: WebSocket;
  try {
    socket = socketTo(target, request);
  } catch (error) {
    events.onRefused(400, `invalid upgrade request: ${hideToken(target, messageOf(error))}`);
    return undefined;
  }
  let isSettled = false;
  let upgrade: IncomingMessage | undefined;
  const refused = (status: number | undefined, message: string) => {
    if (isSettled) return;
    isSettled = true;
    events.onRefused(status, hideToken(target, message));
  };
  socket.on("upgrade", (response) => {
    upgrade = response;
  });
  socket.on("unexpected-response", (_request, response) => {
    void responseText(response, maxResponseLength).then((text) => {
      refused(response.statusCode, text);
      socket.terminate();
    });
  });
  socket.on("open", () => {
    isSettled = true;
    events.onOpen(socket.protocol || undefined);
  });
  // After the handshake, errors are followed by "close".
  socket.on("error", (error) => {
    if (upgrade) refused(upgrade.statusCode, `invalid WebSocket handshake: ${error.message}`);
    else refused(undefined, `can't connect to ${addressOf(target)}: ${error.message}`);
  });
  return socket;
}
