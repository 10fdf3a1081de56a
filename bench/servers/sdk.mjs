/** The alternative that a developer would write: the MCP SDK's server on a WebSocket, with the same tools. */
import { McpServer } from "@modelcontextprotocol/server";
import { toolNames, tools } from "@tandem-ide/protocol";
import { listen, plainAnswers } from "./fixture.mjs";

class SocketTransport {
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

/** Creates a server for one client, as the SDK requires. */
function sdkServer(answers = {}) {
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

export function sdk(fixture) {
  const answers = plainAnswers(fixture);
  return listen((socket) => void sdkServer(answers).connect(new SocketTransport(socket)));
}

/** Serves clients with the SDK. `notify` sends a notification to all of them. */
export async function sdkBroadcaster() {
  const servers = new Set();
  const target = await listen((socket) => {
    const mcp = sdkServer();
    servers.add(mcp);
    socket.on("close", () => servers.delete(mcp));
    void mcp.connect(new SocketTransport(socket));
  });
  const notify = (notification) => {
    for (const mcp of servers) void mcp.server.notification(notification);
  };
  return { target, notify };
}
