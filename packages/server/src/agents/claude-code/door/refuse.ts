/** Says no so that the words arrive. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "@tandem/base";

/** How long a refused peer may take to read why. */
export const refusalLingerMs = 1000;

export const tooMany = "Too many refused attempts: wait a second, and read the lock file again.";

export function answerPlainRequest(response: ServerResponse): void {
  response.writeHead(426, { connection: "close", upgrade: "websocket", "content-type": "text/plain; charset=utf-8" });
  response.end("426 Upgrade Required: this port speaks WebSocket (subprotocol mcp) with Claude Code.\n");
}

export function refuseUpgrade(socket: Duplex, status: number, words: string, clock: Clock): void {
  const body = `${status} ${STATUS_CODES[status]}: ${words}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // What still comes in is thrown away: closing on unread input would reset the connection and lose the words.
  socket.resume();
  socket.on(
    "close",
    clock.after(refusalLingerMs, () => socket.destroy()),
  );
}
