/** The round trip of tools/call, one client, one call at a time. */
import { besides, joinAll, serveAll } from "../client.mjs";
import { quantile, takeTurns } from "../statistics.mjs";

const rounds = 1000;
const callsARound = 25;

export async function measure() {
  const { servers, stop } = await serveAll();
  const clients = await joinAll(servers);
  const round = (client) => async () => {
    const samples = [];
    for (let i = 0; i < callsARound; i++) {
      const before = performance.now();
      await client.request("tools/call", {
        name: "getWorkspaceFolders",
        arguments: {},
        _meta: { progressToken: i },
      });
      samples.push(performance.now() - before);
    }
    return samples;
  };
  const contenders = Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, round(client)]));
  const samples = await takeTurns(contenders, { rounds, warm: 200 });
  stop();
  return [0.5, 0.99].map((p) => ({
    id: `round-trip-p${p * 100}`,
    what: `tools/call round trip, p${p * 100}`,
    unit: "µs",
    ...besides(samples, (each) => quantile(each, p), 1000),
  }));
}
