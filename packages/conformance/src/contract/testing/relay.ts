/** A relay between an editor and its clients that can record or change messages. */
import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { authorizationHeader, subprotocol } from "@tandem-ide/protocol";
import WebSocket, { WebSocketServer } from "ws";

/** Functions that change messages; undefined drops the message. */
export interface Tampering {
  readonly fromEditor?: (message: string) => string | undefined;
  readonly fromClient?: (message: string) => string | undefined;
  /** False: the response to an upgrade lacks the requested subprotocol. */
  readonly echoesSubprotocol?: boolean;
  /** Called with the headers of each client. */
  readonly onClient?: (headers: IncomingHttpHeaders) => void;
}

export interface Relay {
  readonly port: number;
  close(): void;
}

function pass(from: WebSocket, to: WebSocket, change: (message: string) => string | undefined): void {
  const early: string[] = [];
  to.on("open", () => {
    for (const message of early.splice(0)) to.send(message);
  });
  from.on("message", (data) => {
    const message = change(String(data));
    if (message === undefined) return;
    if (to.readyState === WebSocket.OPEN) to.send(message);
    else early.push(message);
  });
  from.on("close", (code) => (code === 1005 || code === 1006 ? to.terminate() : to.close(code)));
  from.on("error", () => to.terminate());
}

/** Opens a relay to the editor at this address. It accepts any client. */
export async function openRelay(
  editor: { readonly port: number; readonly authToken: string },
  { fromEditor, fromClient, echoesSubprotocol = true, onClient }: Tampering,
): Promise<Relay> {
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    handleProtocols: (offered) => (echoesSubprotocol && offered.has(subprotocol) ? subprotocol : false),
  });
  await once(server, "listening");
  const same = (message: string) => message;
  server.on("connection", (client, { headers: clientHeaders }) => {
    onClient?.(clientHeaders);
    const headers = { [authorizationHeader]: editor.authToken };
    const upstream = new WebSocket(`ws://127.0.0.1:${editor.port}`, [subprotocol], { headers });
    pass(client, upstream, fromClient ?? same);
    pass(upstream, client, fromEditor ?? same);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port");
  return {
    port: address.port,
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
