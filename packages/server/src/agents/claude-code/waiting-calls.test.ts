/** What a call that waits for a person keeps in memory: its arguments, and nothing else that the client sent. */
import { expect, test } from "vitest";
import { heapBytes } from "../../testing/heap.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { TestClient } from "../../testing/test-client.js";

/** Few values, which would be refused if they were many, and much text. */
const junk = JSON.stringify("x".repeat(2_200_000));
const mostBytes = 2_000_000;

function openDiff(id: number, folder: string): string {
  const [path, tab] = [JSON.stringify(`${folder}/a.txt`), `"tab ${id}"`];
  const args = `{"old_file_path":${path},"new_file_path":${path},"new_file_contents":"x","tab_name":${tab}}`;
  const params = `{"name":"openDiff","arguments":${args},"junk":${junk},"_meta":{"progressToken":1,"junk":${junk}}}`;
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","junk":${junk},"params":${params}}`;
}

test.each([
  ["in a message", (message: string) => message],
  ["in a batch", (message: string) => `[${message},${junk}]`],
])("a diff that waits does not hold what was sent around its arguments: %s", async (_where, wrap) => {
  const { ide, editor, folder } = await runEndpoint({ logLevel: "error" });
  const client = await TestClient.connect(ide, "2025-03-26");
  const before = await heapBytes();
  client.sendRaw(wrap(openDiff(100, folder)));
  await editor.diff("tab 100");
  await client.request("ping");
  expect((await heapBytes()) - before).toBeLessThan(mostBytes);
});
