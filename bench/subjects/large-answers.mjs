/**
 * Answers that hold a lot: every problem of a large project, every tab of somebody who closes none. The time is that of the
 * editor's processor: how long it can do nothing else.
 */
import { besides, joinAll, processorTime, serveAll } from "../client.mjs";
import { median, takeTurns } from "../statistics.mjs";

const rounds = 9;
const entries = 100_000;
const tabs = 5000;

async function compare(scene, name) {
  const { servers, stop } = await serveAll(scene);
  const clients = await joinAll(servers);
  const contenders = Object.fromEntries(
    Object.entries(clients).map(([each, client]) => [
      each,
      () => processorTime(servers[each], () => client.request("tools/call", { name, arguments: {} })),
    ]),
  );
  const samples = await takeTurns(contenders, { rounds, warm: 3 });
  stop();
  return { unit: "ms", ...besides(samples, median), floorIs: "bare ws with the same JSON" };
}

export async function measure() {
  return [
    {
      id: "large-diagnostics",
      what: `getDiagnostics {} with ${entries.toLocaleString("en-US")} entries in 1,000 files`,
      ...(await compare({ diagnostics: entries }, "getDiagnostics")),
    },
    {
      id: "large-open-editors",
      what: `getOpenEditors with ${tabs.toLocaleString("en-US")} tabs`,
      ...(await compare({ tabs }, "getOpenEditors")),
    },
  ];
}
