/**
 * A hundred clients that call without a pause while the selection moves: nothing is lost or mixed up, and no client
 * starves.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BundledProgram } from "../bundle-program.js";
import { Caller } from "./load/caller.js";
import { bundleEndpoint, EndpointProcess } from "./load/endpoint-process.js";
import { SteadyClient } from "./load/steady-client.js";
import { scaled, tally } from "./tally.js";

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleEndpoint();
});
afterAll(() => program.remove());

const clients = scaled(25, 100);
const callsEach = scaled(120, 1000);
/** Faster than it is sent, which is every 50 ms. */
const selectEveryMs = 5;

test("many clients with many calls while selections stream", async () => {
  const endpoint = await EndpointProcess.start(program, { maxClients: clients + 1, readyDelayMs: 0 });
  const before = await endpoint.measure();
  const steady = await SteadyClient.start(endpoint);
  const callers = await Promise.all(Array.from({ length: clients }, () => Caller.connect(endpoint, callsEach)));
  await expect.poll(async () => (await endpoint.measure()).listening, { timeout: 20_000 }).toBe(clients + 1);
  // All are listening now, so from here on all receive the same.
  await endpoint.tell({ do: "stream", everyMs: selectEveryMs });

  let slowest: number | undefined;
  const runs = callers.map((caller) =>
    caller.run().then(() => {
      slowest ??= Math.min(...callers.map(({ answered }) => answered));
    }),
  );
  await Promise.all(runs);
  await endpoint.tell({ do: "stream", everyMs: 0 });
  const last = (await endpoint.measure()).selected - 1;
  for (const { client, selections } of callers) await client.waitFor(() => selections.at(-1) === last);

  const { worstMs, lost: unanswered } = await steady.stop();
  const wrong = callers.flatMap((caller) => caller.wrong);
  expect(wrong).toEqual([]);
  const [first] = callers;
  expect(first?.selections.length).toBeGreaterThan(1);
  expect(first?.selections).toEqual([...(first?.selections ?? [])].sort((a, b) => a - b));
  for (const { selections } of callers) expect(selections).toEqual(first?.selections);
  expect(first?.selections.at(-1)).toBe(last);
  // Fair: when the first was done, no client was far behind.
  expect(slowest).toBeGreaterThan(callsEach / 2);

  for (const { client } of callers) client.destroy();
  await expect.poll(async () => (await endpoint.measure()).clients, { timeout: 20_000 }).toBe(0);
  const after = await endpoint.measure();
  expect(after.faults).toEqual([]);
  const answered = callers.reduce((sum, each) => sum + each.answered, 0);
  tally({
    what: `Load: ${clients} clients, selections stream`,
    attempts: answered,
    crashes: endpoint.crashes,
    lost: clients * callsEach - answered + wrong.length + unanswered,
    leaked: after.sockets - before.sockets + after.warnings,
    worstMs: Math.max(worstMs, ...callers.map((caller) => caller.worstMs)),
  });
});
