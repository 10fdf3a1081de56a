/** The time from connecting until the reply to tools/list. */
import { besides, Client, startComparison } from "../client.mjs";
import { median, timed } from "../statistics.mjs";

const rounds = 100;

async function connect(server) {
  let client;
  const time = await timed(async () => {
    client = await Client.join(server);
    await client.request("tools/list", {});
  });
  client.end();
  return time;
}

export async function measure() {
  const { compare, stop } = await startComparison();
  const samples = await compare((_client, server) => connect(server), { rounds, warm: 20 });
  stop();
  return [
    { id: "connect", what: "from connecting to the response to tools/list", unit: "ms", ...besides(samples, median) },
  ];
}
