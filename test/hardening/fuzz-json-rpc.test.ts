/** All kinds of JSON-RPC over a real socket: each call gets exactly one response, and other clients aren't affected. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BundledProgram } from "../bundle-program.js";
import { assertProperty } from "./load/assert-property.js";
import { bundleEndpoint, EndpointProcess } from "./load/endpoint-process.js";
import { expectedAnswers } from "./load/expected-answers.js";
import { textFrame } from "./load/frames.js";
import { frameText, versionWord } from "./load/json-texts.js";
import { type Message, RawClient } from "./load/raw-client.js";
import { SteadyClient } from "./load/steady-client.js";
import { scaled, tally } from "./tally.js";

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleEndpoint();
});
afterAll(() => program.remove());

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Responses, including those in batches. Other messages of an endpoint have a method. */
function answersIn(client: RawClient): Message[] {
  return client.messages.flat().filter(({ method }) => method === undefined);
}

/** How many responses each id must get, at least and at most. */
interface Wanted {
  readonly atLeast: ReadonlyMap<string, number>;
  readonly atMost: ReadonlyMap<string, number>;
  readonly total: number;
}

function wantedFor(texts: readonly string[], takesBatches: boolean): Wanted {
  const expected = texts.map((text) => expectedAnswers(text, takesBatches));
  const cancelled = new Set(expected.flatMap((each) => each.cancelled));
  const all = expected.flatMap(({ ids, nulls }) => [...ids, ...Array<string>(nulls).fill("null")]);
  const certain = all.filter((id) => !cancelled.has(id));
  return { atLeast: countBy(certain), atMost: countBy(all), total: certain.length };
}

/** Which responses are missing or superfluous. */
function whatIsWrong(client: RawClient, { atLeast, atMost }: Wanted): string[] {
  const came = countBy(answersIn(client).map(({ id }) => JSON.stringify(id)));
  const missing = [...atLeast].filter(([id, count]) => (came.get(id) ?? 0) < count).map(([id]) => `missing: ${id}`);
  const tooMany = [...came].filter(([id, count]) => count > (atMost.get(id) ?? 0)).map(([id]) => `too many: ${id}`);
  return [...missing, ...tooMany];
}

const isAnswer = ({ result, error }: Message) => (result === undefined) !== (error === undefined);

test("messages of every kind", async () => {
  const endpoint = await EndpointProcess.start(program, { decidesAtOnce: true, maxClients: 100 });
  const steady = await SteadyClient.start(endpoint);
  const before = await endpoint.measure();
  let attempts = 0;
  let refused = 0;
  const property = fc.asyncProperty(
    fc.array(frameText, { minLength: 20, maxLength: 100, size: "max" }),
    fc.constantFrom("2025-11-25", "2025-03-26"),
    async (generated, version) => {
      const texts = generated.map((text) => text.replaceAll(versionWord, version));
      const wanted = wantedFor(texts, version === "2025-03-26");
      using client = await RawClient.initialize(endpoint, version);
      client.messages.length = 0; // A selection may have arrived.
      client.send(Buffer.concat(texts.map(textFrame)));
      await client.waitFor(() => answersIn(client).length >= wanted.total && whatIsWrong(client, wanted).length === 0);
      // Any superfluous response would arrive before the response to this.
      await client.request("ping");
      expect(whatIsWrong(client, wanted)).toEqual([]);
      const answers = answersIn(client);
      expect(answers.filter((answer) => !isAnswer(answer))).toEqual([]);
      attempts += texts.length;
      refused += answers.filter(({ error }) => error !== undefined).length;
    },
  );
  await assertProperty(property, { numRuns: scaled(30, 6500) });
  await expect.poll(async () => (await endpoint.measure()).clients, { timeout: 20_000 }).toBe(1);
  const after = await endpoint.measure();
  const { worstMs, lost } = await steady.stop();
  expect(after.faults).toEqual([]);
  const leaked = after.sockets - before.sockets + after.reviews.length;
  tally({ what: "Fuzz: JSON-RPC messages", attempts, refused, crashes: endpoint.crashes, lost, leaked, worstMs });
});
