/** A call through the inspector, with and without recording, compared to a direct call. */
import { besides, Client, serve } from "../client.mjs";
import { mean, median, takeTurns, timed } from "../statistics.mjs";

const rounds = 300;
const callsPerRound = 25;

export async function measure() {
  const endpoint = await serve("tandem");
  const fixture = { target: endpoint.target };
  const servers = {
    floor: await serve("inspector", fixture),
    ours: await serve("recorder", fixture),
    alternative: endpoint,
  };
  const contenders = {};
  for (const [name, server] of Object.entries(servers)) {
    const client = await Client.join(server);
    contenders[name] = async () => {
      const samples = [];
      for (let i = 0; i < callsPerRound; i++)
        samples.push(await timed(() => client.request("tools/call", { name: "getWorkspaceFolders", arguments: {} })));
      return samples;
    };
  }
  const samples = await takeTurns(contenders, { rounds, warm: 20 });
  for (const { stop } of [servers.floor, servers.ours, endpoint]) stop();
  const labels = { floorIs: "through the inspector, not recording", alternativeIs: "without it" };
  // The mean too, because it includes writes that are delayed and batched.
  return Object.entries({ p50: median, mean }).map(([name, pick]) => ({
    id: `inspector-${name}`,
    what: `tools/call through the inspector, recording, ${name}`,
    unit: "µs",
    ...besides(samples, pick, { scale: 1000, ...labels }),
  }));
}
