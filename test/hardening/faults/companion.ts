/**
 * A well-behaved client in a separate process, which runs during a fault. It calls without a pause, compares each
 * response with the expected one, and prints its results when its input ends.
 *
 *   node companion.mjs '{"port":41234,"authToken":"…","folder":"/tmp/y"}'
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Client, connect } from "@tandem-ide/client";

export interface Seen {
  readonly calls: number;
  /** Missing or wrong answers, and connections that broke. */
  readonly lost: number;
  readonly worstMs: number;
  /** The first errors, to explain a failed test. */
  readonly why: string;
}

/** More calls than a real editor gets, but enough idle time to leave a core for the attacker. */
const paceMs = 2;

const { folder, ...target }: { port: number; authToken: string; folder: string } = JSON.parse(process.argv[2] ?? "");

async function ask(client: Client): Promise<void> {
  const { folders } = await client.call("getWorkspaceFolders");
  if (folders[0]?.path !== folder) throw new Error(`A wrong response: ${JSON.stringify(folders)}`);
}

let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();

const client = await connect(target);
let [calls, lost, worstMs, why] = [0, 0, 0, ""];
process.stdout.write("{}\n");
while (!isOver) {
  const start = performance.now();
  try {
    calls++;
    await ask(client);
  } catch (error) {
    lost++;
    why ||= String(error);
    if (client.state.status === "closed") break;
  }
  worstMs = Math.max(worstMs, performance.now() - start);
  await pause(paceMs);
}
const seen: Seen = { calls, lost, worstMs, why };
process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit());
