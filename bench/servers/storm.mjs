/**
 * An editor whose cursor never rests, before the endpoint; before a server that tells of every event, which is what one
 * writes first; and before nobody, which is what the storm itself costs.
 */
import { WebSocketServer } from "ws";
import { temporaryDirectory } from "./scene.mjs";
import { SocketTransport, sdkServer } from "./sdk.mjs";

const tickMs = 2;

/** Events at an even rate, as many as were asked for, whatever the timers do. */
function storm(perSecond, seconds, tell) {
  return new Promise((resolve) => {
    const total = perSecond * seconds;
    const start = performance.now();
    let told = 0;
    const tick = () => {
      const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * perSecond));
      while (told < due) tell(told++);
      if (told < total) setTimeout(tick, tickMs);
      else resolve({ told, last: Date.now() + (performance.now() % 1) });
    };
    tick();
  });
}

/** Somebody drags the mouse: each event is a selection of its own. */
const selectionOf = (folder) => (index) => ({
  path: `${folder}/a.ts`,
  text: `word ${index}`,
  range: { start: { line: 0, character: 0 }, end: { line: index, character: 4 } },
});

/** What is told of, and whom: `tell` is undefined until somebody listens. */
async function listenerOf(kind, folder, maxClients) {
  if (kind === "floor") return { target: { port: 0, authToken: "" }, tell: () => {} };
  if (kind === "alternative") {
    const servers = new Set();
    const listener = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
    listener.on("connection", (socket) => {
      const mcp = sdkServer();
      servers.add(mcp);
      void mcp.connect(new SocketTransport(socket));
    });
    await new Promise((resolve) => listener.once("listening", resolve));
    const tell = (params) => {
      for (const mcp of servers) void mcp.server.notification({ method: "selection_changed", params });
    };
    return { target: { port: listener.address().port, authToken: "" }, tell };
  }
  const { createEndpoint } = await import("@tandem/server");
  let events;
  const editor = {
    name: "Bench",
    workspaceFolders: [folder],
    subscribe: (given) => {
      events = given;
      return () => {};
    },
  };
  const configDir = temporaryDirectory();
  const ide = await createEndpoint(editor, { configDir, home: configDir, env: {}, maxClients, readyDelayMs: 0 });
  return {
    target: { port: ide.port, authToken: ide.authToken },
    tell: (selection) => events.selectionChanged(selection),
  };
}

export async function stormServer({ kind, maxClients = 10 }) {
  const folder = temporaryDirectory();
  const { target, tell } = await listenerOf(kind, folder, maxClients);
  const selection = selectionOf(folder);
  process.on("message", async ({ perSecond, seconds }) => {
    const before = process.cpuUsage();
    const start = performance.now();
    const { last, told } = await storm(perSecond, seconds, (index) => tell(selection(index)));
    // What the endpoint does a moment later is its work too.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { user, system } = process.cpuUsage(before);
    process.send({ last, told, share: ((user + system) / 1000 / (performance.now() - start)) * 100 });
  });
  return target;
}
