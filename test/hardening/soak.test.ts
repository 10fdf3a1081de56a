/**
 * Hours of use: nothing grows and nothing is lost. An hour of virtual time, and ten minutes of real time (long run).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BundledProgram } from "../bundle-program.js";
import { seed } from "./load/assert-property.js";
import type { Measured } from "./load/commands.js";
import { bundleEndpoint, EndpointProcess } from "./load/endpoint-process.js";
import { Soak } from "./load/soak.js";
import { scaled, tally } from "./tally.js";

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleEndpoint();
});
afterAll(() => program.remove());

const rests = scaled(4, 12);
/**
 * For bounded caches (such as 1 MB of paths for the privacy rules) and the engine's own memory:
 * compiled code, tables. A KB that each client leaves in the hour would be more.
 */
const maxGrowthBytes = 3 * 1024 * 1024;

const stepsEachSecond = scaled(1, 4);

/** Real time, because this test is about delays. */
const settleMs = 200;

type Rest = Measured & { busySocketListeners: number };

/** How much the regression line through the samples rises from the first to the last. */
function rise(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  let above = 0;
  let below = 0;
  samples.forEach((sample, index) => {
    above += (index - middle) * (sample - mean);
    below += (index - middle) ** 2;
  });
  return (above / below) * (samples.length - 1);
}

/** Counts the growth from the first pause to the end. The first quarter warms up. */
function leaks(samples: readonly Rest[]): string[] {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return ["nothing was measured"];
  const settled = samples.slice(Math.floor(samples.length / 4));
  const found: string[] = [];
  const grown = rise(settled.map(({ heapBytes }) => heapBytes));
  if (grown > maxGrowthBytes) found.push(`heap: ${settled.map(({ heapBytes }) => heapBytes).join(", ")}`);
  for (const kind of new Set([...Object.keys(first.resources), ...Object.keys(last.resources)]))
    if ((last.resources[kind] ?? 0) > (first.resources[kind] ?? 0))
      found.push(`${kind}: ${first.resources[kind] ?? 0}, then ${last.resources[kind]}`);
  for (const name of ["tasks", "processListeners", "busySocketListeners"] as const)
    if (last[name] > first[name]) found.push(`${name}: ${first[name]}, then ${last[name]}`);
  for (const name of ["sockets", "clients", "openDiffs", "queuedMentions", "warnings"] as const)
    if (last[name] > 0) found.push(`${name}: ${last[name]}`);
  return [...found, ...last.reviews, ...last.faults];
}

async function conclude(what: string, endpoint: EndpointProcess, soak: Soak, samples: readonly Rest[]): Promise<void> {
  const found = leaks(samples);
  const last = samples.at(-1);
  const heap = samples.map(({ heapBytes }) => Math.round(heapBytes / 1024)).join(", ");
  console.log(
    `${what}, seed ${seed}: heap in KiB at each rest ${heap}; ${JSON.stringify(last?.resources)}; ` +
      `${last?.processListeners} listeners of the process, ${last?.busySocketListeners} of a socket; ${last?.tasks} tasks`,
  );
  expect(found).toEqual([]);
  expect(soak.lost).toEqual([]);
  expect(await endpoint.end(), endpoint.words).toBe(0);
  tally({ what, attempts: soak.actions, crashes: endpoint.crashes, lost: soak.lost.length, leaked: found.length });
}

test("one hour of virtual time", async () => {
  const endpoint = await EndpointProcess.start(program, { isVirtual: true });
  const soak = new Soak(endpoint, seed);
  const pass = async () => void (await endpoint.tell({ do: "advance", ms: 1000 }));
  const seconds = scaled(120, 3600);
  const samples: Rest[] = [];
  for (let second = 1; second <= seconds; second++) {
    for (let step = 0; step < stepsEachSecond; step++) await soak.step();
    await pass();
    if (second % (seconds / rests) === 0) samples.push(await soak.rest(pass));
  }
  await conclude(`Soak: ${seconds / 60} minutes of virtual time`, endpoint, soak, samples);
});

test("minutes of real time", async () => {
  const endpoint = await EndpointProcess.start(program, { readyDelayMs: 20 });
  const soak = new Soak(endpoint, seed);
  const ms = scaled(4000, 600_000);
  const samples: Rest[] = [];
  for (let rest = 1; rest <= rests; rest++) {
    const started = performance.now();
    while (performance.now() - started < ms / rests) await soak.step();
    samples.push(await soak.rest(() => sleep(settleMs)));
  }
  await conclude(`Soak: ${Math.round(ms / 1000)} s of real time`, endpoint, soak, samples);
});
