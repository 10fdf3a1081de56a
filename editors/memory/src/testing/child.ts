/**
 * The in-memory editor as a program of its own, so that it can be quit and killed. A line of JSON on stdin is a verb with
 * its arguments, a line on stdout what came of it; the first line says that it is ready.
 *
 *   node child.js <config directory> <home> <folder…>
 */
import { createInterface } from "node:readline";
import { memoryLauncher } from "./launch.js";

const [configDir = "", home = "", ...folders] = process.argv.slice(2);
const { hand } = await memoryLauncher()({ folders, configDir, home });
const verbs: Readonly<Record<string, (...args: never[]) => unknown>> = hand;

function tell(outcome: object): void {
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

async function obey(line: string): Promise<void> {
  const [verb, ...args]: [string, ...never[]] = JSON.parse(line);
  try {
    tell({ value: await verbs[verb]?.(...args) });
  } catch (error) {
    tell({ error: String(error) });
  }
  if (verb === "quit") process.exit(0);
}

// One after the other: a person has one pair of hands.
let last = Promise.resolve();
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  last = last.then(() => obey(line));
});
lines.on("close", () => process.exit(0)); // Whoever started it is gone.
tell({ value: "ready" });
