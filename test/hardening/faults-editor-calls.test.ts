/** An editor that never answers. */
import { connect } from "@tandem-ide/client";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { leakedSince, locksIn, put, useFixture } from "./faults/fixture.js";
import { scaled, tally } from "./tally.js";

const fixture = useFixture();

test("calls that the editor never answers time out, reviews end with their client, and others aren't delayed", async () => {
  const configDir = temporaryDirectory();
  const callTimeoutMs = 300;
  const server = await fixture.start({ configDir, endpoint: { callTimeoutMs } });
  const path = put(server.folder, "stuck", "old\n");
  const review = { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "stuck" };
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const rounds = scaled(3, 100);
  const each = 100;
  let [refused, late] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const client = await connect(server);
    const calls = Array.from({ length: each }, () => client.callRaw("checkDocumentDirty", { filePath: path }));
    const reviews = Array.from({ length: 3 }, () => client.call("openDiff", review).catch(String));
    for (const answer of await Promise.all(calls))
      if (JSON.stringify(answer).includes("did not answer within 0.3 s")) refused++;
    // The wait for a view that does not close is limited.
    const start = performance.now();
    await client.call("closeAllDiffTabs");
    if (performance.now() - start > 10_000) late++;
    await client.close();
    await Promise.all(reviews);
  }
  const seen = await companion.end();
  expect(seen.why).toBe("");
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  const leaked = leakedSince(before, await server.facts());
  // Closing works even with such a call and such a review pending.
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
