import { expect, test } from "vitest";
import { LastDiagnostics } from "../../../hub/diagnostics/last-diagnostics.js";
import { connected } from "../../../testing/connected.js";
import { heapBytes } from "../../../testing/heap.js";

test("an empty result replaces the previous one", () => {
  const known = new LastDiagnostics();
  known.set("/a", [{ path: "/a", diagnostics: [] }]);
  expect(known.get("/a")).toHaveLength(1);
  known.set("/a", []);
  expect(known.get("/a")).toEqual([]);
});

test("requests for very long invalid names leave nothing in memory", async () => {
  const { client } = await connected({ logLevel: "error" });
  const before = await heapBytes();
  for (let i = 0; i < 30; i++) {
    await client.callTool("getDiagnostics", { uri: `file:///${i}${"x".repeat(1_000_000)}` });
    client.received.length = 0; // It contains the requested file name.
  }
  expect((await heapBytes()) - before).toBeLessThan(10_000_000);
});
