/** Listens on loopback ports, logs every request, and answers upgrades without a library. */

import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { subprotocol } from "@tandem-ide/protocol";
import { acceptKey } from "../wire/raw-socket.js";
import type { HttpRequest } from "./log.js";

export interface OpenPort extends AsyncDisposable {
  readonly port: number;
}

/** Handles an upgrade request. After `accept`, the socket carries frames. */
export type OnUpgrade = (request: HttpRequest, accept: (echoes: boolean) => void, socket: Duplex, head: Buffer) => void;

function parseRequest(request: IncomingMessage, at: number, isUpgrade: boolean): HttpRequest {
  const { method = "", url: path = "", httpVersion, rawHeaders } = request;
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  return { at, method, path, httpVersion, headers, isUpgrade };
}

/** Returns the response to an upgrade (RFC 6455, section 4.2.2). It accepts no extensions. */
function answerTo(key: string, echoes: boolean): string {
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  lines.push(`Sec-WebSocket-Accept: ${acceptKey(key)}`);
  if (echoes) lines.push(`Sec-WebSocket-Protocol: ${subprotocol}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}

export const refusal = "HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Opens a port. `onRequest` gets every request; without `onUpgrade`, all upgrades are refused. */
export async function openPort(
  now: () => number,
  onRequest: (request: HttpRequest) => void,
  onUpgrade?: OnUpgrade,
): Promise<OpenPort> {
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    onRequest(parseRequest(request, now(), false));
    response.writeHead(426, { Connection: "close", "Content-Type": "text/plain" });
    response.end("This port only accepts WebSocket connections.\n");
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.setNoDelay(true);
  });
  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const request = parseRequest(incoming, now(), true);
    onRequest(request);
    if (!onUpgrade) return void socket.end(refusal);
    const key = incoming.headers["sec-websocket-key"] ?? "";
    onUpgrade(request, (echoes) => void socket.write(answerTo(key, echoes)), socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The opened port has no number.");
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
