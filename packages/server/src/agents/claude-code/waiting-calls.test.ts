/** A call that waits for the user only keeps its arguments in memory, not the rest of the message. */
import { expect, test } from "vitest";
import { heapBytes } from "../../testing/heap.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { TestClient } from "../../testing/test-client.js";

/** Few values, because many would be refused, but a lot of text. */
const junk = JSON.stringify("x".repeat(2_200_000));
const maxBytes = 2_000_000;

function openDiff(id: number, folder: string): string {
  const [path, tab] = [JSON.stringify(`${folder}/a.txt`), `"tab ${id}"`];
  const args = `{"old_file_path":${path},"new_file_path":${path},"new_file_contents":"x","tab_name":${tab}}`;
  const params = `{"name":"openDiff","arguments":${args},"junk":${junk},"_meta":{"progressToken":1,"junk":${junk}}}`;
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","junk":${junk},"params":${params}}`;
}

test.each([
  ["in a message", (message: string) => message],
  ["in a batch", (message: string) => `[${message},${junk}]`],
])("a pending diff doesn't retain the rest of its message: %s", async (_where, wrap) => {
  const { endpoint, editor, folder } = await runEndpoint({ logLevel: "error" });
  const client = await TestClient.connect(endpoint, "2025-03-26");
  const before = await heapBytes();
  client.sendRaw(wrap(openDiff(100, folder)));
  await editor.diff("tab 100");
  await client.request("ping");
  expect((await heapBytes()) - before).toBeLessThan(maxBytes);
});
