import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { connected } from "../../testing/connected.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { TestClient } from "../../testing/test-client.js";

const info = { capabilities: {}, clientInfo: { name: "c", version: "1" } };

describe("the MCP life cycle", () => {
  test.each([
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2099-01-01", "2025-11-25"],
    ["2025-07-01", "2025-06-18"],
    ["2020-01-01", "2024-11-05"],
    ["nonsense", "2025-11-25"],
  ])("initialize with %s returns %s (MCP-01)", async (asked, answered) => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.open(endpoint);
    const { result } = await client.request("initialize", { protocolVersion: asked, ...info });
    expect(result).toEqual({
      protocolVersion: answered,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "Test Editor", version: expect.any(String) },
    });
  });

  test("before initialize only ping and requests outside MCP work, and the error says what to do (MCP-01)", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.open(endpoint);
    for (const method of ["tools/list", "tools/call", "prompts/list"])
      expect(await client.request(method, { name: "getOpenEditors" })).toMatchObject({
        error: { code: -32600, message: expect.stringContaining("Send initialize first") },
      });
    expect((await client.request("ping")).result).toEqual({});
    expect((await client.request("resources/list")).result).toEqual({ resources: [] });
    expect((await client.request("getWorkspaceInfo")).result).toMatchObject({ type: "folder" });
    expect((await client.request("no/such")).error).toMatchObject({ code: -32601 });
  });

  test("accepts both spellings of initialized, and answers one with an id (MCP-02)", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.open(endpoint);
    await client.request("initialize", { protocolVersion: "2025-11-25", ...info });
    client.notify("initialized");
    client.notify("notifications/initialized");
    expect((await client.request("initialized")).result).toEqual({});
    expect((await client.request("notifications/initialized")).result).toEqual({});
  });

  test("JSON-RPC ping is answered, not -32601 as in a peer", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    expect((await client.request("ping")).result).toEqual({});
  });

  test("advertises only what it serves: no logging, no prompts (MCP-01, MCP-03)", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    expect((await client.request("prompts/list")).result).toEqual({ prompts: [] });
    expect((await client.request("logging/setLevel", { level: "debug" })).error).toMatchObject({ code: -32601 });
  });

  test("tools/list has strict draft-07 schemas (MCP-03)", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    const { result } = await client.request("tools/list");
    const tools = result?.tools as { name: string; inputSchema: Record<string, unknown> }[];
    expect(tools).toHaveLength(12);
    for (const { inputSchema } of tools)
      expect(inputSchema).toMatchObject({
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        additionalProperties: false,
      });
  });

  test("an unsupported tool isn't listed, and calling it returns an error", async () => {
    const { endpoint, editor } = await runEndpoint();
    Object.assign(editor, { runCode: undefined, diagnostics: undefined });
    const client = await TestClient.connect(endpoint);
    const listed = JSON.stringify((await client.request("tools/list")).result);
    expect(listed).toContain('"openDiff"');
    expect(listed).not.toContain('"executeCode"');
    expect(listed).not.toContain('"getDiagnostics"');
    expect((await client.request("tools/call", { name: "executeCode", arguments: { code: "1" } })).error).toMatchObject(
      {
        code: -32602,
        message: expect.stringContaining("Test Editor doesn't support executeCode"),
      },
    );
  });

  test("the status has the client's name, version and process id", async () => {
    const { endpoint } = await runEndpoint();
    await TestClient.connect(endpoint);
    expect(endpoint.status.clients).toMatchObject([{ name: "test-client", version: "1.2.3", pid: 4242 }]);
  });
});

describe("health (CON-08)", () => {
  test("keeps a client that answers pings, and drops a half-open one and its diff within two checks", async () => {
    const clock = new FakeClock();
    const { endpoint, editor, folder, log } = await runEndpoint({ clock });
    const [alive, dead] = [await TestClient.connect(endpoint), await TestClient.connect(endpoint)];
    dead.beginTool("openDiff", {
      old_file_path: `${folder}/a`,
      new_file_path: `${folder}/a`,
      new_file_contents: "x",
      tab_name: "t",
    });
    const shown = await editor.diff("t");
    const ended = new Promise((resolve) => shown.signal.addEventListener("abort", resolve));
    dead.socket.pause(); // It no longer reads from the socket, so it sends no pong.
    const pong = new Promise((resolve) => alive.socket.once("ping", resolve));
    clock.advance(30_000);
    await pong;
    await alive.request("ping"); // Its pong was sent before this.
    clock.advance(30_000);
    expect(endpoint.status.clients, "a last chance").toHaveLength(2);
    clock.advance(1000);
    await ended;
    expect(endpoint.status.clients).toHaveLength(1);
    expect(editor.shown).toEqual([]);
    expect(log.map((entry) => entry.message)).toContain("Removing dead connection");
    expect(log.map((entry) => entry.message)).toContain("Health check: 2 active connections");
    expect((await alive.request("ping")).result).toEqual({});
  });

  test("reads a client's pong before dropping it, after the process was stopped", async () => {
    const clock = new FakeClock();
    const { endpoint, log } = await runEndpoint({ clock });
    const client = await TestClient.connect(endpoint);
    const pinged = new Promise((resolve) => client.socket.once("ping", resolve));
    clock.advance(30_000);
    clock.advance(30_000); // Due immediately after the stop, with nothing read in between.
    await pinged;
    await client.request("ping"); // The pong was sent before this.
    clock.advance(1000);
    expect((await client.request("ping")).result).toEqual({});
    expect(log.map((entry) => entry.message)).not.toContain("Removing dead connection");
  });
});

describe("cancellation and progress (MCP-04)", () => {
  test("cancelling openDiff closes its view and sends no response", async () => {
    const { endpoint, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    const id = client.beginTool("openDiff", {
      old_file_path: `${folder}/a`,
      new_file_path: `${folder}/a`,
      new_file_contents: "x",
      tab_name: "t",
    });
    const shown = await editor.diff("t");
    client.notify("notifications/cancelled", { requestId: id, reason: "changed my mind" });
    await client.request("ping");
    expect(shown.signal.aborted).toBe(true);
    expect(editor.shown).toEqual([]);
    expect(client.received.filter((message) => message.id === id)).toEqual([]);
  });

  test("ignores cancelling an unknown request", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    client.notify("notifications/cancelled", { requestId: 999 });
    client.notify("notifications/cancelled", { nonsense: true });
    expect((await client.request("ping")).result).toEqual({});
  });

  test("a call that waits for the user reports progress on request until it is answered", async () => {
    const clock = new FakeClock();
    const { endpoint, editor, folder } = await runEndpoint({ clock });
    const client = await TestClient.connect(endpoint);
    const args = { old_file_path: `${folder}/a`, new_file_path: `${folder}/a`, new_file_contents: "x", tab_name: "t" };
    const id = client.beginTool("openDiff", args, { progressToken: 7 });
    const shown = await editor.diff("t");
    clock.advance(30_000);
    await client.find((message) => message.params?.progress === 1);
    shown.decide({ accepted: false });
    await client.texts(id);
    await client.request("ping");
    clock.advance(30_000);
    await client.request("ping");
    const progress = client.notifications("notifications/progress").map((message) => message.params);
    expect(progress).toMatchObject([
      { progressToken: 7, progress: 0, message: "Waiting for a decision in Test Editor" },
      { progressToken: 7, progress: 1 },
    ]);
  });

  test("fast calls report no progress", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    await client.texts(client.beginTool("getOpenEditors", {}, { progressToken: 1 }));
    expect(client.notifications("notifications/progress")).toEqual([]);
  });
});

test("a mention while the only client is closing is queued for the next (NOT-02)", async () => {
  const { endpoint, editor, folder, client } = await connected();
  await expect.poll(() => endpoint.status.clients.map(({ isListening }) => isListening)).toEqual([true]);
  client.socket.pause(); // So that the connection stays open: this client never reads the close frame.
  client.socket.close();
  await expect.poll(() => endpoint.status.clients.map(({ isListening }) => isListening)).toEqual([false]);
  expect(editor.events?.mentioned({ path: join(folder, "a.txt") })).toEqual({ status: "queued" });
  const next = await TestClient.connect(endpoint);
  await next.find(({ method }) => method === "at_mentioned");
});
