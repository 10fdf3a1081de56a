/** Stand-ins for endpoints with one fault that no real Tandem editor has. */
import { once } from "node:events";
import { createServer } from "node:http";
import { authorizationHeader } from "@tandem-ide/protocol";
import { WebSocketServer } from "ws";

export interface OddEndpointOptions {
  /** The subprotocol it answers with; false for none. */
  readonly subprotocol?: string | false;
  /** The MCP version it answers with. */
  readonly protocolVersion?: string;
  /** Puts the client's token in its name. */
  readonly echoesToken?: boolean;
  /** Answers every upgrade with this status. */
  readonly refuse?: number;
}

export interface OddEndpoint extends AsyncDisposable {
  readonly port: number;
}

/** Starts an endpoint that accepts clients with or without a token. */
export async function oddEndpoint(options: OddEndpointOptions = {}): Promise<OddEndpoint> {
  const { subprotocol = "mcp", protocolVersion = "2025-11-25", refuse } = options;
  const http = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => subprotocol });
  http.on("upgrade", (request, socket, head) => {
    if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\nContent-Length: 0\r\n\r\n`);
    const token = String(request.headers[authorizationHeader]);
    sockets.handleUpgrade(request, socket, head, (line) =>
      line.on("message", (data) => {
        const { id, method }: { id?: number; method: string } = JSON.parse(data.toString());
        if (id === undefined) return;
        const serverInfo = { name: options.echoesToken ? `Odd ${token}` : "Odd", version: "1" };
        const result = method === "initialize" ? { protocolVersion, capabilities: {}, serverInfo } : { tools: [] };
        line.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
      }),
    );
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      for (const line of sockets.clients) line.terminate();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
