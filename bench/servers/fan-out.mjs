/** Servers that send one message to all of their clients, and count how many times they serialize it. */
import { listen, temporaryDirectory } from "./fixture.mjs";
import { sdkBroadcaster } from "./sdk.mjs";

const eventData = { text: "x".repeat(400), line: 12, character: 4 };

const broadcasters = {
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
    const send = (eventName) => {
      const message = JSON.stringify({ jsonrpc: "2.0", method: "log_event", params: { eventName, eventData } });
      for (const socket of sockets) socket.send(message);
    };
    return { target, send };
  },

  async alternative() {
    const { target, notify } = await sdkBroadcaster();
    return { target, send: (eventName) => notify({ method: "log_event", params: { eventName, eventData } }) };
  },

  async ours() {
    const { createEndpoint } = await import("@tandem-ide/server");
    const configDir = temporaryDirectory();
    const editor = { name: "Bench", workspaceFolders: [configDir], subscribe: () => () => {} };
    const endpoint = await createEndpoint(editor, {
      configDir,
      home: configDir,
      env: {},
      maxClients: 1000,
      readyDelayMs: 0,
    });
    const send = (eventName) => endpoint.logEvent(eventName, eventData);
    return { target: { port: endpoint.port, authToken: endpoint.authToken }, send };
  },
};

/** Sends `messages` messages and reports the CPU time. The clients are in another process. */
export async function fanOutServer({ kind }) {
  const { target, send } = await broadcasters[kind]();
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
      send(`${i}`);
      // Lets the message go out before the next one.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { user, system } = process.cpuUsage(before);
    JSON.stringify = stringify;
    process.send({ microseconds: user + system, serialised });
  });
  return target;
}
