/**
 * Large answers: every diagnostic of a large project, and thousands of open tabs. Measures the CPU time of the editor's
 * process.
 */
import { besides, processorTime, startComparison } from "../client.mjs";
import { median } from "../statistics.mjs";

const rounds = 9;
const entries = 100_000;
const tabs = 5000;

async function compareTool(fixture, name) {
  const { compare, stop } = await startComparison(fixture);
  const samples = await compare(
    (client, server) => processorTime(server, () => client.request("tools/call", { name, arguments: {} })),
    { rounds, warm: 3 },
  );
  stop();
  return { unit: "ms", ...besides(samples, median, { floorIs: "bare ws with the same JSON" }) };
}

export async function measure() {
  return [
    {
      id: "large-diagnostics",
      what: `getDiagnostics {} with ${entries.toLocaleString("en-US")} entries in 1,000 files`,
      ...(await compareTool({ diagnostics: entries }, "getDiagnostics")),
    },
    {
      id: "large-open-editors",
      what: `getOpenEditors with ${tabs.toLocaleString("en-US")} tabs`,
      ...(await compareTool({ tabs }, "getOpenEditors")),
    },
  ];
}
