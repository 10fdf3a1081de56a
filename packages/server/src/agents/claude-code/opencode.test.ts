import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { writeTo } from "../../testing/temporary.js";
import { TestClient } from "../../testing/test-client.js";

test("opencode gets mentions with lines from 1, of whole files too, in order; Claude Code gets its own form", async () => {
  const { endpoint, editor, folder } = await runEndpoint();
  const opencode = await TestClient.open(endpoint);
  const clientInfo = { name: "opencode", version: "0.0.0" };
  await opencode.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  opencode.notify("notifications/initialized");
  const claude = await TestClient.connect(endpoint);
  await expect.poll(() => endpoint.status.clients.every(({ isListening }) => isListening)).toBe(true);
  const path = writeTo(folder, "a.txt", "one\r\ntwo\r\nthree\r\n");
  mkdirSync(join(folder, "src"));
  editor.events?.mentioned({ path });
  editor.events?.mentioned({ path, lines: { start: 0, end: 1 } });
  editor.events?.mentioned({ path: join(folder, "src") });
  const mentions = async (client: TestClient) => {
    await client.find(({ params }) => params?.filePath === join(folder, "src"));
    return client.received
      .filter(({ method }) => method === "at_mentioned")
      .map(({ params }) => [params?.lineStart, params?.lineEnd]);
  };
  expect(await mentions(opencode)).toEqual([
    [1, 3],
    [1, 2],
    [undefined, undefined],
  ]);
  expect(await mentions(claude)).toEqual([
    [undefined, undefined],
    [0, 1],
    [undefined, undefined],
  ]);
});
