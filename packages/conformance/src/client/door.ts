/** Ports on loopback that write down who asks, and take connections by hand. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { subprotocol } from "@tandem/protocol";
import type { HttpRequest } from "./log.js";

export interface Door extends AsyncDisposable {
  readonly port: number;
}

/** Takes one request for the upgrade: `accept` answers it, after which the socket carries frames. */
export type OnUpgrade = (request: HttpRequest, accept: (echoes: boolean) => void, socket: Duplex, head: Buffer) => void;

function written(request: IncomingMessage, at: number, isUpgrade: boolean): HttpRequest {
  const { method = "", url: path = "", httpVersion, rawHeaders } = request;
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  return { at, method, path, httpVersion, headers, isUpgrade };
}

/** The answer to an upgrade (RFC 6455, section 4.2.2). No extension is agreed on, whatever was offered. */
function answerTo(key: string, echoes: boolean): string {
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  lines.push(`Sec-WebSocket-Accept: ${accept}`);
  if (echoes) lines.push(`Sec-WebSocket-Protocol: ${subprotocol}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}

export const refusal = "HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Opens a port. `onRequest` is told of every request; without `onUpgrade` all are refused. */
export async function openDoor(
  now: () => number,
  onRequest: (request: HttpRequest) => void,
  onUpgrade?: OnUpgrade,
): Promise<Door> {
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    onRequest(written(request, now(), false));
    response.writeHead(426, { Connection: "close", "Content-Type": "text/plain" });
    response.end("This port takes WebSocket connections only.\n");
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.setNoDelay(true);
  });
  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const request = written(incoming, now(), true);
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
  if (address === null || typeof address === "string") throw new Error("The port that was opened has no number.");
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
