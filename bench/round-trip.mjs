/** The round trip of tools/call: beside that of a bare WebSocket JSON echo, and through the inspector. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
import { WebSocket } from "ws";
import { mean, median, quantile } from "./statistics.mjs";

const rounds = 400;
const callsARound = 25;

/** A server in a process of its own. */
async function serve(kind, ...args) {
  const child = fork(fileURLToPath(new URL("servers.mjs", import.meta.url)), [kind, ...args]);
  const [target] = await once(child, "message");
  return { target, stop: () => child.disconnect() };
}

/** A client of it that measures. */
async function connect({ target: { port, authToken } }) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, [subprotocol], {
    headers: { [authorizationHeader]: authToken },
    perMessageDeflate: false,
  });
  await once(socket, "open");
  let id = 0;
  const request = async (method, params) => {
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }));
    await once(socket, "message");
  };
  await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "b", version: "1" },
  });
  return {
    samples: [],
    async measure() {
      for (let i = 0; i < callsARound; i++) {
        const before = performance.now();
        await request("tools/call", { name: "getWorkspaceFolders", arguments: {}, _meta: { progressToken: i } });
        this.samples.push(performance.now() - before);
      }
    },
    end: () => socket.terminate(),
  };
}

/** Rounds of both take turns, so that whatever else the machine does falls on both alike. */
async function compare(floorServer, ourServer) {
  const [floor, ours] = [await connect(floorServer), await connect(ourServer)];
  // Warm: the first calls run code that is not compiled yet.
  for (let i = 0; i < 40; i++) await Promise.all([floor.measure(), ours.measure()]);
  floor.samples.length = ours.samples.length = 0;
  for (let round = 0; round < rounds; round++) {
    await floor.measure();
    await ours.measure();
  }
  floor.end();
  ours.end();
  const microseconds = (ms) => `${Math.round(ms * 1000)} µs`;
  return (measure) => ({
    ours: microseconds(measure(ours.samples)),
    floor: microseconds(measure(floor.samples)),
    ratio: measure(ours.samples) / measure(floor.samples),
  });
}

export async function roundTrip() {
  const [echo, endpoint] = [await serve("echo"), await serve("tandem")];
  const target = JSON.stringify(endpoint.target);
  const [inspector, recorder] = [await serve("inspector", target), await serve("recorder", target)];
  const beside = await compare(echo, endpoint);
  const recorded = await compare(inspector, recorder);
  for (const { stop } of [inspector, recorder, endpoint, echo]) stop();
  return [
    ...[0.5, 0.99].map((p) => ({
      what: `tools/call round trip, p${p * 100}`,
      floorIs: "bare ws JSON echo",
      limit: p === 0.5 ? 2 : undefined,
      ...beside((samples) => quantile(samples, p)),
    })),
    // The mean too: what is put off to write it in one go shows there.
    ...Object.entries({ p50: median, mean }).map(([name, measure]) => ({
      what: `tools/call through the inspector that records, ${name}`,
      floorIs: "through the inspector that does not",
      limit: 1.1,
      ...recorded(measure),
    })),
  ];
}
