/** The replayed client's connection to an endpoint, opened with the headers of the recorded one. */
import type { IncomingMessage } from "node:http";
import { addressOf, ConnectError, type Target } from "@tandem/client";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
import { WebSocket } from "ws";

const maxMessageBytes = 256 * 1024 * 1024;
const handshakeMs = 10_000;
const maxWords = 500;

async function wordsOf(response: IncomingMessage): Promise<string> {
  let body = "";
  try {
    for await (const chunk of response.setEncoding("utf8")) {
      body += chunk;
      if (body.length > maxWords) break;
    }
  } catch {
    // What came so far is all that there is.
  }
  return body.slice(0, maxWords).trim();
}

function offered(headers: Readonly<Record<string, string>>): string[] {
  const recorded = headers["sec-websocket-protocol"]?.split(",").flatMap((name) => name.trim() || []);
  return recorded ?? [subprotocol];
}

/**
 * Dials as the recorded client did: its `user-agent` and its subprotocols, with the token of the endpoint's own lock.
 * `listen` is called before anything can have come. Rejects with a ConnectError.
 */
export async function openLine(
  target: Target,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
  listen: (socket: WebSocket) => void,
): Promise<WebSocket> {
  signal?.throwIfAborted();
  const address = addressOf(target);
  const token = target.authToken;
  const hidden = (words: string) => (token ? words.replaceAll(token, "…") : words);
  const agent = headers["user-agent"];
  const socket = new WebSocket(`ws://${address}/`, offered(headers), {
    headers: {
      ...(agent !== undefined && { "user-agent": agent }),
      ...(token !== undefined && { [authorizationHeader]: token }),
    },
    maxPayload: maxMessageBytes,
    handshakeTimeout: handshakeMs,
  });
  listen(socket);
  try {
    await new Promise<void>((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      socket.once("open", () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      });
      socket.once("unexpected-response", (_request, response) => {
        const status = response.statusCode ?? 0;
        void wordsOf(response).then((words) =>
          reject(
            new ConnectError("refused", `${address} refused the connection: ${hidden(words) || status}`, { status }),
          ),
        );
      });
      socket.on("error", (cause) => {
        const words = `No WebSocket connection to ${address}: ${hidden(cause.message)}. Is the editor still running?`;
        reject(new ConnectError("unreachable", words, { cause }));
      });
    });
  } catch (error) {
    socket.terminate();
    throw error;
  }
  return socket;
}
