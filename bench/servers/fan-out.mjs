/** Servers that tell one message to all of their clients, and count how often they serialise for it. */
import { WebSocketServer } from "ws";
import { temporaryDirectory } from "./scene.mjs";
import { SocketTransport, sdkServer } from "./sdk.mjs";

const eventData = { text: "x".repeat(400), line: 12, character: 4 };

async function listen(connected) {
  const listener = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  listener.on("connection", connected);
  await new Promise((resolve) => listener.once("listening", resolve));
  return { port: listener.address().port, authToken: "" };
}

const tellers = {
  /** The floor: serialised once, sent in a loop. */
  async floor() {
    const sockets = new Set();
    const target = await listen((socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("message", (data) => {
        const { id } = JSON.parse(data.toString());
        if (id !== undefined) socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
      });
    });
    const tell = (count) => {
      const message = JSON.stringify({
        jsonrpc: "2.0",
        method: "log_event",
        params: { eventName: `${count}`, eventData },
      });
      for (const socket of sockets) socket.send(message);
    };
    return { target, tell };
  },

  async alternative() {
    const servers = new Set();
    const target = await listen((socket) => {
      const mcp = sdkServer();
      servers.add(mcp);
      socket.on("close", () => servers.delete(mcp));
      void mcp.connect(new SocketTransport(socket));
    });
    const tell = (count) => {
      for (const mcp of servers)
        void mcp.server.notification({ method: "log_event", params: { eventName: `${count}`, eventData } });
    };
    return { target, tell };
  },

  async ours() {
    const { createEndpoint } = await import("@tandem/server");
    const configDir = temporaryDirectory();
    const editor = { name: "Bench", workspaceFolders: [configDir], subscribe: () => () => {} };
    const ide = await createEndpoint(editor, {
      configDir,
      home: configDir,
      env: {},
      maxClients: 1000,
      readyDelayMs: 0,
    });
    const tell = (count) => ide.logEvent(`${count}`, eventData);
    return { target: { port: ide.port, authToken: ide.authToken }, tell };
  },
};

/** Tells `messages` of them and reports the processor's time; the clients are in another process. */
export async function fanOutServer({ kind }) {
  const { target, tell } = await tellers[kind]();
  const { stringify } = JSON;
  let serialised = 0;
  process.on("message", async ({ messages }) => {
    JSON.stringify = (...args) => {
      serialised++;
      return stringify(...args);
    };
    serialised = 0;
    const before = process.cpuUsage();
    for (let i = 0; i < messages; i++) {
      tell(i);
      // What was sent leaves before the next one.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { user, system } = process.cpuUsage(before);
    JSON.stringify = stringify;
    process.send({ microseconds: user + system, serialised });
  });
  return target;
}
