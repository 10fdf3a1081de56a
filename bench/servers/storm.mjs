/**
 * An editor whose cursor never rests, with three listeners: the endpoint, a simple server that sends every event, and
 * none, to measure the cost of the storm itself.
 */
import { temporaryDirectory } from "./fixture.mjs";
import { sdkBroadcaster } from "./sdk.mjs";

const tickMs = 2;

/** Sends events at a steady rate, however exact the timers are. */
function storm(perSecond, seconds, send) {
  return new Promise((resolve) => {
    const total = perSecond * seconds;
    const start = performance.now();
    let sent = 0;
    const tick = () => {
      const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * perSecond));
      while (sent < due) send(sent++);
      if (sent < total) setTimeout(tick, tickMs);
      else resolve({ sent, last: Date.now() + (performance.now() % 1) });
    };
    tick();
  });
}

/** Like dragging the mouse: each event has a different selection. */
const selectionOf = (folder) => (index) => ({
  path: `${folder}/a.ts`,
  text: `word ${index}`,
  range: { start: { line: 0, character: 0 }, end: { line: index, character: 4 } },
});

async function listenerOf(kind, folder, maxClients) {
  if (kind === "floor") return { target: { port: 0, authToken: "" }, send: () => {} };
  if (kind === "alternative") {
    const { target, notify } = await sdkBroadcaster();
    return { target, send: (params) => notify({ method: "selection_changed", params }) };
  }
  const { createEndpoint } = await import("@tandem-ide/server");
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
  const endpoint = await createEndpoint(editor, { configDir, home: configDir, env: {}, maxClients, readyDelayMs: 0 });
  return {
    target: { port: endpoint.port, authToken: endpoint.authToken },
    send: (selection) => events.selectionChanged(selection),
  };
}

export async function stormServer({ kind, maxClients = 10 }) {
  const folder = temporaryDirectory();
  const { target, send } = await listenerOf(kind, folder, maxClients);
  const selection = selectionOf(folder);
  process.on("message", async ({ perSecond, seconds }) => {
    const before = process.cpuUsage();
    const start = performance.now();
    const { last, sent } = await storm(perSecond, seconds, (index) => send(selection(index)));
    // Includes the endpoint's delayed work.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { user, system } = process.cpuUsage(before);
    process.send({ last, sent, share: ((user + system) / 1000 / (performance.now() - start)) * 100 });
  });
  return target;
}
