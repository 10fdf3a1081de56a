/** Calls per second when a client sends calls without waiting for each response. */
import { besides, startComparison } from "../client.mjs";
import { median } from "../statistics.mjs";

const rounds = 40;
const callsPerRound = 1000;
const inFlight = 50;

/** Keeps `inFlight` calls pending until all are answered. Returns the calls per second. */
function run(client) {
  return new Promise((resolve) => {
    const params = { name: "getWorkspaceFolders", arguments: {} };
    const before = performance.now();
    let [sent, answered] = [0, 0];
    const send = () => {
      sent++;
      client.send(client.frame("tools/call", params));
    };
    client.onMessage(() => {
      answered++;
      if (sent < callsPerRound) send();
      else if (answered === callsPerRound) resolve((callsPerRound / (performance.now() - before)) * 1000);
    });
    while (sent < inFlight) send();
  });
}

export async function measure() {
  const { compare, stop } = await startComparison();
  const samples = await compare(run, { rounds, warm: 5 });
  stop();
  return [
    { id: "pipelined", what: `calls per second, ${inFlight} in flight`, unit: "/s", ...besides(samples, median) },
  ];
}
