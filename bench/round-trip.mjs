/** The round trip of tools/call beside that of a bare WebSocket JSON echo. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
import { WebSocket } from "ws";
import { quantile } from "./statistics.mjs";

const rounds = 400;
const callsARound = 25;

async function start(kind) {
  const child = fork(fileURLToPath(new URL("servers.mjs", import.meta.url)), [kind]);
  const [{ port, authToken }] = await once(child, "message");
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
    stop: () => child.disconnect(),
  };
}

/** Rounds of both take turns, so that whatever else the machine does falls on both alike. */
export async function roundTrip() {
  const [floor, ours] = [await start("echo"), await start("tandem")];
  // Warm: the first calls run code that is not compiled yet.
  for (let i = 0; i < 40; i++) await Promise.all([floor.measure(), ours.measure()]);
  floor.samples.length = ours.samples.length = 0;
  for (let round = 0; round < rounds; round++) {
    await floor.measure();
    await ours.measure();
  }
  floor.stop();
  ours.stop();
  return [0.5, 0.99].map((p) => ({
    what: `tools/call round trip, p${p * 100}`,
    ours: `${Math.round(quantile(ours.samples, p) * 1000)} µs`,
    floor: `${Math.round(quantile(floor.samples, p) * 1000)} µs`,
    floorIs: "bare ws JSON echo",
    ratio: quantile(ours.samples, p) / quantile(floor.samples, p),
    limit: p === 0.5 ? 2 : undefined,
  }));
}
