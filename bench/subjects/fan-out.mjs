/** One message to 1, 10 and 100 clients: how often it is serialised, and the cost of each client. */
import { once } from "node:events";
import { besides, Client, mapValues, serve } from "../client.mjs";
import { median, takeTurns } from "../statistics.mjs";

const counts = [1, 10, 100];
const rounds = 25;
/** The number of messages that clients receive in a round, for any number of clients. */
const receivedPerRound = 8000;

async function listeners(server, count) {
  const clients = [];
  for (let i = 0; i < count; i++) {
    const client = await Client.join(server);
    await client.request("tools/list", {});
    client.onMessage(() => {});
    clients.push(client);
  }
  // A client receives notifications only a moment after its tools/list.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return clients;
}

async function send({ child }, messages) {
  child.send({ messages });
  const [facts] = await once(child, "message");
  return facts;
}

export async function measure() {
  const servers = {};
  for (const kind of ["floor", "alternative", "ours"]) servers[kind] = await serve("fan-out", { kind });
  const costs = [];
  let serialised;
  for (const count of counts) {
    const clients = [];
    for (const server of Object.values(servers)) clients.push(...(await listeners(server, count)));
    const messages = receivedPerRound / count;
    const cost = (server) => async () => (await send(server, messages)).microseconds / messages / count;
    const samples = await takeTurns(mapValues(servers, cost), { rounds, warm: 2 });
    serialised = (await send(servers.ours, 100)).serialised / 100;
    costs.push({ count, row: besides(samples, median, { floorIs: "bare ws, serialised once" }) });
    for (const client of clients) client.end();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const { stop } of Object.values(servers)) stop();
  const [, ten, hundred] = costs;
  return [
    { id: "fan-out-serialised", what: "how often a message to 100 clients is serialised", unit: "", ours: serialised },
    ...costs.map(({ count, row }) => ({
      id: `fan-out-${count}`,
      what: `CPU time per message and client, ${count} clients`,
      unit: "µs",
      ...row,
    })),
    {
      id: "fan-out-flat",
      what: "cost per client with 100 clients, relative to 10",
      unit: "",
      ...hundred.row,
      ours: hundred.row.ours / ten.row.ours,
      floor: hundred.row.floor / ten.row.floor,
      alternative: hundred.row.alternative / ten.row.alternative,
    },
  ];
}
