/** A call through the inspector, beside one without it, and through one that records. */
import { Client, serve } from "../client.mjs";
import { mean, median, takeTurns, timed } from "../statistics.mjs";

const rounds = 300;
const callsARound = 25;

export async function measure() {
  const endpoint = await serve("tandem");
  const scene = { target: endpoint.target };
  const servers = { floor: await serve("inspector", scene), ours: await serve("recorder", scene), direct: endpoint };
  const contenders = {};
  for (const [name, server] of Object.entries(servers)) {
    const client = await Client.join(server);
    contenders[name] = async () => {
      const samples = [];
      for (let i = 0; i < callsARound; i++)
        samples.push(await timed(() => client.request("tools/call", { name: "getWorkspaceFolders", arguments: {} })));
      return samples;
    };
  }
  const samples = await takeTurns(contenders, { rounds, warm: 20 });
  for (const { stop } of [servers.floor, servers.ours, endpoint]) stop();
  // The mean too: what is put off to write it in one go shows there.
  return Object.entries({ p50: median, mean }).map(([name, pick]) => ({
    id: `inspector-${name}`,
    what: `tools/call through the inspector that records, ${name}`,
    unit: "µs",
    ours: pick(samples.ours) * 1000,
    floor: pick(samples.floor) * 1000,
    floorIs: "through the inspector that does not",
    alternative: pick(samples.direct) * 1000,
    alternativeIs: "without it",
  }));
}
