import { expect, test } from "vitest";
import { KnownDiagnostics } from "../../../hub/diagnostics/known-diagnostics.js";
import { connected } from "../../../testing/connected.js";
import { heapBytes } from "../../../testing/heap.js";

test("an answer without diagnostics takes the place of the one before", () => {
  const known = new KnownDiagnostics();
  known.set("/a", [{ path: "/a", diagnostics: [] }]);
  expect(known.get("/a")).toHaveLength(1);
  known.set("/a", []);
  expect(known.get("/a")).toEqual([]);
});

test("asking about names that are no files, as long as a message may be, leaves nothing behind", async () => {
  const { client } = await connected({ logLevel: "error" });
  const before = await heapBytes();
  for (let i = 0; i < 30; i++) {
    await client.callTool("getDiagnostics", { uri: `file:///${i}${"x".repeat(1_000_000)}` });
    client.received.length = 0; // It names what it was asked about.
  }
  expect((await heapBytes()) - before).toBeLessThan(10_000_000);
});
