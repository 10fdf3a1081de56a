/** Sends an HTTP request over a bare TCP socket, and returns the response and the rest of the stream. */
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { authorizationHeader, subprotocol } from "@tandem-ide/protocol";
import { Failure } from "../outcome.js";

export interface HttpAnswer {
  readonly status: number;
  /** Names are in lower case; repeated headers are joined with commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The request. A member that is null omits its header. */
export interface UpgradeOptions {
  /** Default: `/`, as the client does. */
  readonly path?: string;
  /** The token. Default: none. */
  readonly token?: string | null;
  /** Default: `127.0.0.1:<port>`. */
  readonly host?: string;
  readonly origin?: string;
  /** Default: `mcp`. */
  readonly protocols?: string | null;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** False sends a plain GET without an upgrade. Default: true. */
  readonly upgrade?: boolean;
}

/** Returns the `Sec-WebSocket-Accept` for a key (RFC 6455, section 4.2.2). */
export function acceptKey(key: string): string {
  return createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
}

/** Returns the head of the request, and the `Sec-WebSocket-Accept` that the response must contain. */
export function upgradeHead(port: number, options: UpgradeOptions): { head: string; accept: string } {
  const key = randomBytes(16).toString("base64");
  const lines = [`GET ${options.path ?? "/"} HTTP/1.1`, `Host: ${options.host ?? `127.0.0.1:${port}`}`];
  if (options.upgrade !== false) {
    lines.push("Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Key: ${key}`, "Sec-WebSocket-Version: 13");
    if (options.protocols !== null) lines.push(`Sec-WebSocket-Protocol: ${options.protocols ?? subprotocol}`);
  }
  if (options.origin !== undefined) lines.push(`Origin: ${options.origin}`);
  if (typeof options.token === "string") lines.push(`${authorizationHeader}: ${options.token}`);
  for (const [name, value] of Object.entries(options.headers ?? {})) lines.push(`${name}: ${value}`);
  return { head: `${lines.join("\r\n")}\r\n\r\n`, accept: acceptKey(key) };
}

/** Opens a TCP connection; rejects with the system's error, or with `ETIMEDOUT` after `timeoutMs`. */
export function openSocket(port: number, address: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: address });
    const timer = setTimeout(() => socket.destroy(new Error(`connect ETIMEDOUT ${address}:${port}`)), timeoutMs);
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.setNoDelay(true);
      socket.removeAllListeners("error");
      // A reset is a normal way for it to end; "close" follows.
      socket.on("error", () => {});
      resolve(socket);
    });
  });
}

function parseHead(text: string): { status: number; headers: Map<string, string> } {
  const [statusLine = "", ...lines] = text.split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const existing = headers.get(name);
    headers.set(name, existing === undefined ? value : `${existing}, ${value}`);
  }
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0), headers };
}

/**
 * Reads the response to a request. After 101, the bytes after the head are returned as `rest` and the socket is
 * paused; otherwise the body is read up to its declared length or the end.
 */
export function readAnswer(socket: Socket, timeoutMs: number): Promise<{ answer: HttpAnswer; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      socket.off("data", onData);
      socket.off("close", onClose);
      socket.pause();
      finish();
    };
    const complete = (hasEnded: boolean): boolean => {
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return false;
      const { status, headers } = parseHead(bytes.toString("latin1", 0, end));
      const rest = bytes.subarray(end + 4);
      if (status === 101) {
        settle(() => resolve({ answer: { status, headers, body: "" }, rest }));
        return true;
      }
      const length = headers.get("content-length");
      if (!hasEnded && (length === undefined || rest.length < Number(length))) return false;
      settle(() => resolve({ answer: { status, headers, body: rest.toString("utf8") }, rest: Buffer.alloc(0) }));
      return true;
    };
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      complete(false);
    };
    const failed = (seen: string) => settle(() => reject(new Failure("an HTTP response", seen)));
    const onClose = () => {
      if (!complete(true)) failed(bytes.length === 0 ? "the connection was dropped" : "an incomplete response");
    };
    const timer = setTimeout(() => {
      // A keep-alive response without a length is still a response.
      if (!complete(true)) failed(`nothing within ${timeoutMs} ms`);
    }, timeoutMs);
    socket.on("data", onData);
    socket.on("close", onClose);
    socket.resume();
  });
}
