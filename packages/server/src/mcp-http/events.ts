/** Server-sent events, the format of a stream in MCP's Streamable HTTP. */
import type { ServerResponse } from "node:http";

export function beginEvents(response: ServerResponse, sessionId: string): void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "mcp-session-id": sessionId,
  });
  response.flushHeaders();
}

/** Writes a message, which is one line because it is JSON. */
export function writeEvent(response: ServerResponse, message: string | Buffer): void {
  response.write(`event: message\ndata: ${message.toString()}\n\n`);
}

/** Writes a comment, which clients ignore. Without it, Node's `fetch` ends a stream after five quiet minutes. */
export function keepAlive(response: ServerResponse): void {
  response.write(": keep-alive\n\n");
}
