/** The round trip of tools/call with one client and one call at a time. */
import { besides, startComparison } from "../client.mjs";
import { quantile, timed } from "../statistics.mjs";

const rounds = 1000;
const callsPerRound = 25;

export async function measure() {
  const { compare, stop } = await startComparison();
  const round = async (client) => {
    const samples = [];
    for (let i = 0; i < callsPerRound; i++) {
      const params = { name: "getWorkspaceFolders", arguments: {}, _meta: { progressToken: i } };
      samples.push(await timed(() => client.request("tools/call", params)));
    }
    return samples;
  };
  const samples = await compare(round, { rounds, warm: 200 });
  stop();
  return [0.5, 0.99].map((p) => ({
    id: `round-trip-p${p * 100}`,
    what: `tools/call round trip, p${p * 100}`,
    unit: "µs",
    ...besides(samples, (each) => quantile(each, p), { scale: 1000 }),
  }));
}
