/** Ten thousand selections per second for five seconds, with two listening clients. */
import { once } from "node:events";
import { Client, serve } from "../client.mjs";

const perSecond = 10_000;
const seconds = 5;
const clientCount = 2;

/** Connects a client that records the time of each notification. */
async function listen(server) {
  const client = await Client.join(server);
  await client.request("tools/list", {});
  const received = [];
  client.onMessage((data) => received.push({ at: Date.now() + (performance.now() % 1), data }));
  return { client, received };
}

async function storm(kind) {
  const server = await serve("storm", { kind });
  const listeners =
    kind === "floor" ? [] : await Promise.all(Array.from({ length: clientCount }, () => listen(server)));
  // A client receives notifications only a moment after its tools/list.
  await new Promise((resolve) => setTimeout(resolve, 200));
  server.child.send({ perSecond, seconds });
  const [facts] = await once(server.child, "message");
  for (const { client } of listeners) client.end();
  server.stop();
  return {
    ...facts,
    clients: listeners.map(({ received }) =>
      received
        .map(({ at, data }) => ({ at, message: JSON.parse(data.toString()) }))
        .filter(({ message }) => message.method === "selection_changed"),
    ),
  };
}

/** Returns the highest number within any second. */
function maxPerSecond(times) {
  return Math.max(0, ...times.map((from, i) => times.filter((at, j) => j >= i && at < from + 1000).length));
}

const lineOf = ({ message }) => message.params.selection.end.line;

export async function measure() {
  const floor = await storm("floor");
  const ours = await storm("ours");
  const alternative = await storm("alternative");
  // Clients that received a different number of messages or missed the last state.
  const [first = []] = ours.clients;
  const isLast = (client) => client.length > 0 && lineOf(client.at(-1)) === ours.sent - 1;
  const lost = ours.clients.filter((client) => client.length !== first.length || !isLast(client)).length;
  const late = Math.max(...ours.clients.map((client) => client.at(-1).at - ours.last));
  return [
    {
      id: "storm-rate",
      what: "notifications per second and client, highest in any second",
      unit: "/s",
      ours: Math.max(...ours.clients.map((client) => maxPerSecond(client.map(({ at }) => at)))),
      alternative: Math.max(...alternative.clients.map((client) => client.length / seconds)),
      alternativeIs: "MCP SDK server, one notification per event",
    },
    { id: "storm-last", what: "delay of the last state after the last event", unit: "ms", ours: Math.max(0, late) },
    { id: "storm-lost", what: "clients that missed a message or the last state", unit: "", ours: lost },
    {
      id: "storm-processor",
      what: "share of a core, added to the storm's own",
      unit: "%",
      ours: Math.max(0, ours.share - floor.share),
      alternative: alternative.share - floor.share,
      alternativeIs: "MCP SDK server, one notification per event",
    },
    { id: "storm-itself", what: "share of a core that the storm itself uses", unit: "%", ours: floor.share },
  ];
}
