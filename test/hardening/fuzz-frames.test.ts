/** Raw frames over a real socket, sent to an endpoint in a separate process (CON-03, CON-07). */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BundledProgram } from "../bundle-program.js";
import { assertProperty } from "./load/assert-property.js";
import { bundleEndpoint, EndpointProcess } from "./load/endpoint-process.js";
import { brokenEnding, noise, type Part, validPart } from "./load/frame-conversations.js";
import { RawClient } from "./load/raw-client.js";
import { SteadyClient } from "./load/steady-client.js";
import { scaled, tally } from "./tally.js";

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleEndpoint();
});
afterAll(() => program.remove());

/** Each may announce a frame of 10 MiB, so this checks the memory that is actually used. */
const maxGrowthBytes = 150 * 1024 * 1024;

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/**
 * Sends the parts, cut at arbitrary positions regardless of frames, and checks that everything is answered once and in
 * order.
 */
async function hold(client: RawClient, parts: readonly Part[], cuts: readonly number[]): Promise<void> {
  const whole = Buffer.concat(parts.flatMap(({ frames }) => frames));
  let at = 0;
  for (const cut of cuts) {
    const end = Math.min(whole.length, at + cut);
    client.send(whole.subarray(at, end));
    at = end;
    await new Promise((resolve) => setImmediate(resolve));
  }
  client.send(whole.subarray(at));
  const pings = parts.flatMap((part) => part.pings);
  const calls = parts.flatMap((part) => part.calls);
  const nulls = sum(parts.map((part) => part.nulls));
  await client.waitFor(() => client.messages.length >= calls.length + nulls && client.pongs.length >= pings.length);
  const ids = client.messages.map((message) => (Array.isArray(message) ? "batch" : message.id));
  // Invalid messages are answered at once, calls a moment later, so the responses may change order.
  expect(ids.filter((id) => id !== null)).toEqual(calls);
  expect(ids.filter((id) => id === null)).toHaveLength(nulls);
  expect(client.pongs).toEqual(pings);
}

test("valid and invalid frames", async () => {
  const endpoint = await EndpointProcess.start(program, { maxClients: 100 });
  const steady = await SteadyClient.start(endpoint);
  const before = await endpoint.measure();
  let frames = 0;
  let refused = 0;
  const conversation = fc.asyncProperty(
    fc.array(validPart, { maxLength: 12 }),
    fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 4 }),
    fc.option(brokenEnding),
    fc.boolean(),
    async (parts, cuts, ending, isQuick) => {
      using client = await RawClient.open(endpoint);
      frames += sum(parts.map((part) => part.frames.length));
      // When everything is sent quickly, the broken frame arrives together with the others, and their responses may be
      // lost with the connection.
      if (isQuick && ending) client.send(Buffer.concat(parts.flatMap((part) => part.frames)));
      else await hold(client, parts, cuts);
      if (!ending) return;
      frames++;
      client.send(ending.bytes);
      expect(await client.whenClosed(), ending.what).toBe(true);
      expect(ending.codes, ending.what).toContain(client.closeCode);
      refused++;
    },
  );
  await assertProperty(conversation, { numRuns: scaled(120, 22_000) });
  const after = await settled(endpoint);
  const { worstMs, lost, calls } = await steady.stop();
  expect(calls).toBeGreaterThan(0);
  expect(after.residentBytes - before.residentBytes).toBeLessThan(maxGrowthBytes);
  const leaked = after.sockets - before.sockets + after.faults.length;
  tally({
    what: "Fuzz: WebSocket frames",
    attempts: frames,
    refused,
    crashes: endpoint.crashes,
    lost,
    leaked,
    worstMs,
  });
});

test("random bytes instead of frames", async () => {
  const endpoint = await EndpointProcess.start(program, { maxClients: 100 });
  const steady = await SteadyClient.start(endpoint);
  const before = await endpoint.measure();
  let attempts = 0;
  await assertProperty(
    fc.asyncProperty(noise, async (bytes) => {
      using client = await RawClient.open(endpoint);
      client.send(bytes);
      client.endInput();
      attempts++;
      expect(await client.whenClosed()).toBe(true);
    }),
    { numRuns: scaled(100, 10_000) },
  );
  const after = await settled(endpoint);
  const { worstMs, lost } = await steady.stop();
  const leaked = after.sockets - before.sockets + after.faults.length;
  tally({ what: "Fuzz: noise as frames", attempts, crashes: endpoint.crashes, lost, leaked, worstMs });
});

/** Resolves when the rejected clients have disconnected. */
async function settled(endpoint: EndpointProcess) {
  await expect.poll(async () => (await endpoint.measure()).clients, { timeout: 20_000 }).toBe(1);
  return await endpoint.measure();
}
