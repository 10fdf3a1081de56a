/** Calls a second when a client does not wait for one answer before it asks the next question. */
import { besides, joinAll, serveAll } from "../client.mjs";
import { median, takeTurns } from "../statistics.mjs";

const rounds = 40;
const callsARound = 1000;
const inFlight = 50;

/** Keeps `inFlight` calls on their way until all are answered; calls a second. */
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
      if (sent < callsARound) send();
      else if (answered === callsARound) resolve((callsARound / (performance.now() - before)) * 1000);
    });
    while (sent < inFlight) send();
  });
}

export async function measure() {
  const { servers, stop } = await serveAll();
  const clients = await joinAll(servers);
  const contenders = Object.fromEntries(Object.entries(clients).map(([name, client]) => [name, () => run(client)]));
  const samples = await takeTurns(contenders, { rounds, warm: 5 });
  stop();
  return [
    { id: "pipelined", what: `calls a second, ${inFlight} on their way`, unit: "/s", ...besides(samples, median) },
  ];
}
