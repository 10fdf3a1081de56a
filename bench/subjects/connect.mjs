/** From the first byte of a connection until the reply to tools/list. */
import { besides, Client, initializeParams, serveAll } from "../client.mjs";
import { median, takeTurns, timed } from "../statistics.mjs";

const rounds = 100;

async function connect(server) {
  let client;
  const time = await timed(async () => {
    client = await Client.open(server);
    await client.request("initialize", initializeParams);
    client.notify("notifications/initialized");
    await client.request("tools/list", {});
  });
  client.end();
  return time;
}

export async function measure() {
  const { servers, stop } = await serveAll();
  const samples = await takeTurns(
    Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, () => connect(server)])),
    { rounds, warm: 20 },
  );
  stop();
  return [{ id: "connect", what: "connect until the reply to tools/list", unit: "ms", ...besides(samples, median) }];
}
