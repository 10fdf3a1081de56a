/**
 * A well-behaved client in a process of its own, which goes on beside a fault: it calls without a pause, holds each answer
 * against what it must be, and tells at the end of its input what it saw.
 *
 *   node companion.mjs '{"port":41234,"authToken":"…","folder":"/tmp/y"}'
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Client, connect } from "@tandem/client";

export interface Seen {
  readonly calls: number;
  /** Answers that did not come, or came wrong; a connection that broke off counts too. */
  readonly lost: number;
  readonly worstMs: number;
  /** The first of what went wrong, for whoever reads the failed test. */
  readonly why: string;
}

/** A person's editor is not asked more often than this, and a core is left for the attacker. */
const paceMs = 2;

const { folder, ...target }: { port: number; authToken: string; folder: string } = JSON.parse(process.argv[2] ?? "");

async function ask(client: Client): Promise<void> {
  const { folders } = await client.call("getWorkspaceFolders");
  if (folders[0]?.path !== folder) throw new Error(`A wrong answer: ${JSON.stringify(folders)}`);
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
  const began = performance.now();
  try {
    calls++;
    await ask(client);
  } catch (error) {
    lost++;
    why ||= String(error);
    if (client.state.status === "closed") break;
  }
  worstMs = Math.max(worstMs, performance.now() - began);
  await pause(paceMs);
}
const seen: Seen = { calls, lost, worstMs, why };
process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit());
