/** One message to 1, 10 and 100 clients: how often it is serialised, and what each client costs. */
import { once } from "node:events";
import { Client, serve } from "../client.mjs";
import { median, takeTurns } from "../statistics.mjs";

const counts = [1, 10, 100];
const rounds = 25;
/** So that each round tells as many clients, however few there are. */
const toldARound = 8000;

async function listeners(server, count) {
  const clients = [];
  for (let i = 0; i < count; i++) {
    const client = await Client.join(server);
    await client.request("tools/list", {});
    client.onMessage(() => {});
    clients.push(client);
  }
  // A client listens a moment after its tools/list.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return clients;
}

async function tell({ child }, messages) {
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
    const messages = toldARound / count;
    const contenders = Object.fromEntries(
      Object.entries(servers).map(([name, server]) => [
        name,
        async () => (await tell(server, messages)).microseconds / messages / count,
      ]),
    );
    const samples = await takeTurns(contenders, { rounds, warm: 2 });
    serialised = (await tell(servers.ours, 100)).serialised / 100;
    const of = (name) => median(samples[name]);
    costs.push({ count, ours: of("ours"), floor: of("floor"), alternative: of("alternative") });
    for (const client of clients) client.end();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const { stop } of Object.values(servers)) stop();
  const [, ten, hundred] = costs;
  return [
    { id: "fan-out-serialised", what: "how often a message to 100 clients is serialised", unit: "", ours: serialised },
    ...costs.map(({ count, ...rest }) => ({
      id: `fan-out-${count}`,
      what: `the processor's time for a message and client, ${count} clients`,
      unit: "µs",
      ...rest,
      floorIs: "bare ws, serialised once",
      alternativeIs: "MCP SDK server",
    })),
    {
      id: "fan-out-flat",
      what: "a client of 100 beside a client of 10",
      unit: "",
      ours: hundred.ours / ten.ours,
      floor: hundred.floor / ten.floor,
      floorIs: "bare ws, serialised once",
      alternative: hundred.alternative / ten.alternative,
      alternativeIs: "MCP SDK server",
    },
  ];
}
