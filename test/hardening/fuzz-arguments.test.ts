/**
 * Arguments of every tool and workspace request: each call gets a response that the protocol allows and that reveals
 * nothing.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  callToolResultSchema,
  decodeToolResult,
  isRequestMethod,
  isToolName,
  requestResults,
} from "@tandem-ide/protocol";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BundledProgram } from "../bundle-program.js";
import { temporaryDirectory } from "../endpoint.js";
import { assertProperty } from "./load/assert-property.js";
import { bundleEndpoint, EndpointProcess } from "./load/endpoint-process.js";
import { type Call, hostileCall, places } from "./load/hostile-calls.js";
import { type Message, RawClient } from "./load/raw-client.js";
import { SteadyClient } from "./load/steady-client.js";
import { scaled, tally } from "./tally.js";

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleEndpoint();
});
afterAll(() => program.remove());

/** Part of every file that a client must not see. */
const canary = "CANARY-7f3a";

/** Creates a workspace with everything that leads out of it, and files outside. */
function createWorkspace(folder: string): string {
  const outside = temporaryDirectory();
  writeFileSync(join(outside, "secret.txt"), canary);
  for (const name of ["src", ".git"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "src/b.ts"), "export const b = 1;\n");
  for (const name of [".env", ".git/config"]) writeFileSync(join(folder, name), canary);
  symlinkSync(outside, join(folder, "link-out"));
  symlinkSync("loop", join(folder, "loop"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  return outside;
}

/** Returns why this isn't a valid response to the call, or undefined. */
function problemOf({ kind, name, fits }: Call, { result, error }: Message): string | undefined {
  if (error) {
    if (fits === false && error.code !== -32602) return `arguments that do not fit are ${error.code}: ${error.message}`;
    return [-32602, -32603].includes(error.code) ? undefined : `code ${error.code}: ${error.message}`;
  }
  if (fits === false) return "arguments that do not fit were taken";
  if (kind === "tool" && isToolName(name)) {
    const parsed = callToolResultSchema.safeParse(result);
    if (!parsed.success) return "no result of a tool";
    if (!parsed.data.isError) decodeToolResult(name, parsed.data);
    return undefined;
  }
  const isRight = isRequestMethod(name) && requestResults[name].safeParse(result).success;
  return isRight ? undefined : `another shape than ${name} answers`;
}

test("arguments of every kind", async () => {
  const endpoint = await EndpointProcess.start(program, { decidesAtOnce: true, maxClients: 100 });
  const outside = createWorkspace(endpoint.folder);
  const steady = await SteadyClient.start(endpoint);
  const before = await endpoint.measure();
  let attempts = 0;
  let refused = 0;
  let isVisible = 0;
  const property = fc.asyncProperty(
    fc.array(hostileCall, { minLength: 10, maxLength: 60, size: "max" }),
    async (calls) => {
      using client = await RawClient.initialize(endpoint);
      const ids = calls.map(({ kind, name, input }) => {
        const text = JSON.stringify(kind === "tool" ? { name, arguments: input } : input);
        const params = text.replaceAll(places.folder, endpoint.folder).replaceAll(places.outside, outside);
        return client.begin(kind === "tool" ? "tools/call" : name, JSON.parse(params));
      });
      for (const [index, call] of calls.entries()) {
        const answer = await client.answer(ids[index] ?? "");
        expect(problemOf(call, answer), JSON.stringify({ call, answer }).slice(0, 1000)).toBeUndefined();
        if (answer.error) refused++;
        if (JSON.stringify(answer).includes(canary)) isVisible++;
      }
      // The client requests what it has opened and selected, and gets notifications about it all the time.
      for (const name of ["getCurrentSelection", "getLatestSelection", "getOpenEditors"])
        if (JSON.stringify(await client.request("tools/call", { name, arguments: {} })).includes(canary)) isVisible++;
      if (JSON.stringify(client.messages).includes(canary)) isVisible++;
      attempts += calls.length;
    },
  );
  await assertProperty(property, { numRuns: scaled(25, 4000) });
  await expect.poll(async () => (await endpoint.measure()).clients, { timeout: 20_000 }).toBe(1);
  const after = await endpoint.measure();
  const { worstMs, lost } = await steady.stop();
  expect(isVisible).toBe(0);
  expect(readdirSync(outside)).toEqual(["secret.txt"]);
  for (const path of [join(outside, "secret.txt"), join(endpoint.folder, ".env"), join(endpoint.folder, ".git/config")])
    expect(readFileSync(path, "utf8")).toBe(canary);
  expect(after.faults).toEqual([]);
  const leaked = after.sockets - before.sockets + after.reviews.length;
  tally({ what: "Fuzz: arguments and requests", attempts, refused, crashes: endpoint.crashes, lost, leaked, worstMs });
});

/** Tools that reveal none of the user's data: a client may always close the diffs that it opened. */
const always = new Set(["close_tab", "closeAllDiffTabs"]);

test("all kinds of arguments while sharing is paused: openFile must not reveal a file's text by yes or no", async () => {
  const endpoint = await EndpointProcess.start(program, { decidesAtOnce: true, maxClients: 100 });
  const outside = createWorkspace(endpoint.folder);
  await endpoint.tell({ do: "pause", isPaused: true });
  let attempts = 0;
  const property = fc.asyncProperty(fc.array(hostileCall, { minLength: 10, maxLength: 60 }), async (calls) => {
    using client = await RawClient.initialize(endpoint);
    for (const { kind, name, input, fits } of calls.filter((call) => !always.has(call.name))) {
      const text = JSON.stringify(kind === "tool" ? { name, arguments: input } : input);
      const params = JSON.parse(text.replaceAll(places.folder, endpoint.folder).replaceAll(places.outside, outside));
      const { result, error } = await client.request(kind === "tool" ? "tools/call" : name, params);
      attempts++;
      if (fits === true || !error) expect(error?.message ?? JSON.stringify(result)).toContain("Sharing is paused");
    }
    expect(client.messages.flat().filter(({ method }) => method !== undefined)).toEqual([]);
  });
  await assertProperty(property, { numRuns: scaled(10, 1000) });
  const { reviews, faults } = await endpoint.measure();
  expect([reviews, faults]).toEqual([[], []]);
  const { crashes } = endpoint;
  tally({ what: "Fuzz: arguments while paused", attempts, refused: attempts, crashes, lost: 0, leaked: 0 });
});
