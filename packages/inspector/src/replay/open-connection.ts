import { addressOf, ConnectError, type Target } from "@tandem-ide/client";
import { authorizationHeader, subprotocol } from "@tandem-ide/protocol";
import { WebSocket } from "ws";
import { hideToken, responseText } from "../response-text.js";

const maxMessageBytes = 256 * 1024 * 1024;
const handshakeMs = 10_000;
const maxResponseLength = 500;

function subprotocolsIn(headers: Readonly<Record<string, string>>): string[] {
  const recorded = headers["sec-websocket-protocol"]?.split(",").flatMap((name) => name.trim() || []);
  return recorded ?? [subprotocol];
}

/**
 * Connects to an endpoint with the recorded client's `user-agent` and subprotocols, and the endpoint's token. Calls
 * `listen` before any message can arrive. Rejects with a ConnectError.
 */
export async function openConnection(
  target: Target,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
  listen: (socket: WebSocket) => void,
): Promise<WebSocket> {
  signal?.throwIfAborted();
  const address = addressOf(target);
  const token = target.authToken;
  const agent = headers["user-agent"];
  const socket = new WebSocket(`ws://${address}/`, subprotocolsIn(headers), {
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
        void responseText(response, maxResponseLength).then((text) => {
          const message = `${address} refused the connection: ${hideToken(target, text) || status}`;
          reject(new ConnectError("refused", message, { status }));
        });
      });
      socket.on("error", (cause) => {
        const message = `Can't connect to ${address}: ${hideToken(target, cause.message)}. Is the editor still running?`;
        reject(new ConnectError("unreachable", message, { cause }));
      });
    });
  } catch (error) {
    socket.terminate();
    throw error;
  }
  return socket;
}
