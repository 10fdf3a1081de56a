/** An editor that never answers. */
import { connect } from "@tandem/client";
import { expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { leakedSince, locksIn, ownFolder, put, useStage } from "./faults/stage.js";
import { howMany, tally } from "./tally.js";

const stage = useStage();

test("calls that the editor never answers end in words at their deadline, reviews with their client, and nobody else waits", async () => {
  const configDir = ownFolder();
  const callTimeoutMs = 300;
  const server = await stage.start({ configDir, ide: { callTimeoutMs } });
  const path = put(server.folder, "stuck", "old\n");
  const review = { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "stuck" };
  const before = await server.facts();
  const companion = await stage.companion(server);
  const rounds = howMany(3, 100);
  const each = 100;
  let [refused, late] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const client = await connect(server);
    const calls = Array.from({ length: each }, () => client.callRaw("checkDocumentDirty", { filePath: path }));
    const reviews = Array.from({ length: 3 }, () => client.call("openDiff", review).catch(String));
    for (const answer of await Promise.all(calls))
      if (JSON.stringify(answer).includes("did not answer within 0.3 s")) refused++;
    // A view that does not close is waited for, but not for ever.
    const began = performance.now();
    await client.call("closeAllDiffTabs");
    if (performance.now() - began > 10_000) late++;
    await client.close();
    await Promise.all(reviews);
  }
  const seen = await companion.end();
  expect(seen.why).toBe("");
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  const leaked = leakedSince(before, await server.facts());
  // With such a call and such a review under way, the end is still an end.
  const last = await connect(server);
  const waiting = [last.callRaw("checkDocumentDirty", { filePath: path }), last.callRaw("openDiff", review)];
  const ends = Promise.all(waiting.map((call) => call.catch(String)));
  await last.ping();
  await server.child.end("SIGTERM");
  for (const end of await ends) expect(end).toMatch(/shutting down/);
  const attempts = rounds * each;
  tally({
    what: "Calls that the editor never answers",
    attempts,
    refused,
    crashes: server.child.stderr === "" ? 0 : 1,
    lost: seen.lost + attempts - refused + late,
    leaked: leaked + locksIn(configDir).length,
    worstMs: seen.worstMs,
  });
});
