/** Frames at the level of bytes, over a real socket, against an endpoint in a process of its own (CON-03, CON-07). */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BundledProgram } from "../bundle-program.js";
import { assertProperty } from "./load/assert-property.js";
import { bundleEndpoint, EndpointProcess } from "./load/endpoint-process.js";
import { brokenEnding, noise, type Part, soundPart } from "./load/frame-conversations.js";
import { RawClient } from "./load/raw-client.js";
import { SteadyClient } from "./load/steady-client.js";
import { howMany, tally } from "./tally.js";

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleEndpoint();
});
afterAll(() => program.remove());

/** A frame of 10 MiB may be announced by each, so what is really held is looked at. */
const mostGrownBytes = 150 * 1024 * 1024;

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** Sends the parts in pieces that know nothing of frames, and holds that all of it is answered, once and in order. */
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
  // What was no call is answered at once, a call a moment later: these two may pass each other.
  expect(ids.filter((id) => id !== null)).toEqual(calls);
  expect(ids.filter((id) => id === null)).toHaveLength(nulls);
  expect(client.pongs).toEqual(pings);
}

test("frames in every sound and broken form", async () => {
  const endpoint = await EndpointProcess.start(program, { maxClients: 100 });
  const steady = await SteadyClient.start(endpoint);
  const before = await endpoint.measure();
  let frames = 0;
  let refused = 0;
  const conversation = fc.asyncProperty(
    fc.array(soundPart, { maxLength: 12 }),
    fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 4 }),
    fc.option(brokenEnding),
    fc.boolean(),
    async (parts, cuts, ending, isRushed) => {
      using client = await RawClient.open(endpoint);
      frames += sum(parts.map((part) => part.frames.length));
      // In a rush the broken frame comes with the others, and their answers may be lost with the connection.
      if (isRushed && ending) client.send(Buffer.concat(parts.flatMap((part) => part.frames)));
      else await hold(client, parts, cuts);
      if (!ending) return;
      frames++;
      client.send(ending.bytes);
      expect(await client.whenClosed(), ending.what).toBe(true);
      expect(ending.codes, ending.what).toContain(client.closeCode);
      refused++;
    },
  );
  await assertProperty(conversation, { numRuns: howMany(120, 22_000) });
  const after = await settled(endpoint);
  const { worstMs, lost, calls } = await steady.stop();
  expect(calls).toBeGreaterThan(0);
  expect(after.residentBytes - before.residentBytes).toBeLessThan(mostGrownBytes);
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

test("noise in place of frames", async () => {
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
    { numRuns: howMany(100, 10_000) },
  );
  const after = await settled(endpoint);
  const { worstMs, lost } = await steady.stop();
  const leaked = after.sockets - before.sockets + after.faults.length;
  tally({ what: "Fuzz: noise as frames", attempts, crashes: endpoint.crashes, lost, leaked, worstMs });
});

/** When those who were sent away are gone. */
async function settled(endpoint: EndpointProcess) {
  await expect.poll(async () => (await endpoint.measure()).clients, { timeout: 20_000 }).toBe(1);
  return await endpoint.measure();
}
