/** Dials the editor as the client dialled us: the same path, headers and offers, with the editor's own token. */

import type { IncomingMessage } from "node:http";
import { messageOf } from "@tandem/base";
import { addressOf, type Target } from "@tandem/client";
import { authorizationHeader } from "@tandem/protocol";
import { WebSocket } from "ws";

/** Those that belong to one connection: the second one has its own. */
const ownHeaders = /^(host|connection|upgrade|sec-websocket-.*|content-length|transfer-encoding)$/;
/** More than any editor takes. */
const maxMessageBytes = 256 * 1024 * 1024;
const handshakeMs = 10_000;
const maxWords = 4096;

/** Those that say something about the protocol. In any other one there may be a secret: a cookie, a key, a proxy's pass. */
const openHeaders =
  /^(host|connection|upgrade|user-agent|origin|accept|accept-(encoding|language)|cache-control|pragma|sec-websocket-(version|protocol|extensions))$/;

/** What the client sent, for the recording: its token, and what else it may prove itself with, is nobody's business. */
export function tellingHeaders(request: IncomingMessage): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === "sec-websocket-key") continue;
    if (openHeaders.test(name)) out[name] = String(value);
    else out[name] = name === authorizationHeader ? "<token>" : "<hidden>";
  }
  return out;
}

function offeredProtocols(request: IncomingMessage): string[] {
  const offered = request.headers["sec-websocket-protocol"] ?? "";
  return offered.split(",").flatMap((name) => name.trim() || []);
}

export interface DialEvents {
  /** The editor took the connection; with the subprotocol that it chose. */
  onOpen(protocol: string | undefined): void;
  /** It did not; `status` is that of its answer, if it gave one. */
  onRefused(status: number | undefined, words: string): void;
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let body = "";
  response.setEncoding("utf8");
  try {
    for await (const chunk of response) {
      body += chunk;
      if (body.length > maxWords) break;
    }
  } catch {
    // What came so far is all that there is.
  }
  return body.slice(0, maxWords).trim();
}

/** Throws where the request has a path or an offer that cannot be made. */
function socketTo(target: Target, request: IncomingMessage): WebSocket {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== authorizationHeader && !ownHeaders.test(name)) headers[name] = value;
  if (target.authToken !== undefined) headers[authorizationHeader] = target.authToken;
  return new WebSocket(`ws://${addressOf(target)}${request.url ?? "/"}`, offeredProtocols(request), {
    headers,
    perMessageDeflate: request.headers["sec-websocket-extensions"]?.includes("permessage-deflate") ?? false,
    maxPayload: maxMessageBytes,
    handshakeTimeout: handshakeMs,
    // Pings are passed on: who is asked answers.
    autoPong: false,
  });
}

/** The socket; undefined where the client asks for what cannot be asked of anybody, which is refused at once. */
export function dialEditor(request: IncomingMessage, target: Target, events: DialEvents): WebSocket | undefined {
  const hidden = (words: string) => (target.authToken ? words.replaceAll(target.authToken, "…") : words);
  let socket: WebSocket;
  try {
    socket = socketTo(target, request);
  } catch (error) {
    events.onRefused(400, `the upgrade request cannot be passed on: ${hidden(messageOf(error))}`);
    return undefined;
  }
  let isSettled = false;
  let upgrade: IncomingMessage | undefined;
  const refused = (status: number | undefined, words: string) => {
    if (isSettled) return;
    isSettled = true;
    events.onRefused(status, hidden(words));
  };
  socket.on("upgrade", (response) => {
    upgrade = response;
  });
  socket.on("unexpected-response", (_request, response) => {
    void bodyOf(response).then((words) => {
      refused(response.statusCode, words);
      socket.terminate();
    });
  });
  socket.on("open", () => {
    isSettled = true;
    events.onOpen(socket.protocol || undefined);
  });
  // An error after the opening is followed by "close", which tells of it.
  socket.on("error", (error) => {
    if (upgrade)
      refused(upgrade.statusCode, `no WebSocket came of it, and Claude Code hangs up on that: ${error.message}`);
    else refused(undefined, `no connection to ${addressOf(target)}: ${error.message}`);
  });
  return socket;
}
