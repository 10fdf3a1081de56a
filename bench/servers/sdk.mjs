/** What a developer would write instead: the MCP SDK's server on a WebSocket, with the tools of ours. */
import { McpServer } from "@modelcontextprotocol/server";
import { toolNames, tools } from "@tandem/protocol";
import { WebSocketServer } from "ws";
import { plainAnswers } from "./scene.mjs";

export class SocketTransport {
  #socket;

  constructor(socket) {
    this.#socket = socket;
  }

  async start() {
    this.#socket.on("message", (data) => this.onmessage?.(JSON.parse(data.toString())));
    this.#socket.on("close", () => this.onclose?.());
  }

  async send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  async close() {
    this.#socket.close();
  }
}

/** One server a client, as the SDK has it. */
export function sdkServer(answers = {}) {
  const server = new McpServer({ name: "bench", version: "1" });
  const run = {
    openDiff: ({ new_file_contents: text }) => ({
      content: [
        { type: "text", text: "FILE_SAVED" },
        { type: "text", text },
      ],
    }),
    getWorkspaceFolders: () => ({
      content: [{ type: "text", text: JSON.stringify({ success: true, folders: [], rootPath: "/" }) }],
    }),
  };
  for (const name of toolNames) {
    const answer = answers[name];
    const handle = answer ? () => ({ content: [{ type: "text", text: JSON.stringify(answer()) }] }) : run[name];
    server.registerTool(
      name,
      { description: tools[name].description, inputSchema: tools[name].arguments },
      handle ?? (() => ({ content: [] })),
    );
  }
  return server;
}

export async function sdk(scene) {
  const listener = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    perMessageDeflate: false,
    maxPayload: 64 * 1024 * 1024,
  });
  const answers = plainAnswers(scene);
  listener.on("connection", (socket) => void sdkServer(answers).connect(new SocketTransport(socket)));
  await new Promise((resolve) => listener.once("listening", resolve));
  return { port: listener.address().port, authToken: "" };
}
