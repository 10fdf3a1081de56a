/** HTTP responses to requests that are not accepted as WebSockets. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "@tandem-ide/base";

/** How long a rejected client has to read the response. */
export const rejectionLingerMs = 1000;

export const tooManyAttempts = "Too many rejected attempts. Wait a second and read the lock file again.";

export function answerHttpRequest(response: ServerResponse): void {
  response.writeHead(426, { connection: "close", upgrade: "websocket", "content-type": "text/plain; charset=utf-8" });
  response.end("426 Upgrade Required: this port speaks WebSocket (subprotocol mcp) with Claude Code.\n");
}

export function rejectUpgrade(socket: Duplex, status: number, message: string, clock: Clock): void {
  const body = `${status} ${STATUS_CODES[status]}: ${message}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Discard unread input, because closing with unread input resets the connection and loses the response.
  socket.resume();
  socket.on(
    "close",
    clock.after(rejectionLingerMs, () => socket.destroy()),
  );
}
