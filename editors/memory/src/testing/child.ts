/**
 * The in-memory editor as a program that can be quit and killed. A line of JSON on stdin is an action with its arguments, and
 * a line on stdout its result. The first line reports that the program is ready.
 *
 *   node child.js <config directory> <home> <folder…>
 */
import { createInterface } from "node:readline";
import { memoryLauncher } from "./launch.js";

const [configDir = "", home = "", ...folders] = process.argv.slice(2);
const { driver } = await memoryLauncher()({ folders, configDir, home });
const verbs: Readonly<Record<string, (...args: never[]) => unknown>> = driver;

function print(outcome: object): void {
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

async function run(line: string): Promise<void> {
  const [verb, ...args]: [string, ...never[]] = JSON.parse(line);
  try {
    print({ value: await verbs[verb]?.(...args) });
  } catch (error) {
    print({ error: String(error) });
  }
  if (verb === "quit") process.exit(0);
}

// One at a time, like a user.
let last = Promise.resolve();
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  last = last.then(() => run(line));
});
lines.on("close", () => process.exit(0)); // The parent process has exited.
print({ value: "ready" });
