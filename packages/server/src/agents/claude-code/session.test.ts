import { join } from "node:path";
import { FakeClock } from "@tandem/base/testing";
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
  ])("initialize with %s is answered %s (MCP-01)", async (asked, answered) => {
    const { ide } = await runEndpoint();
    const client = await TestClient.open(ide);
    const { result } = await client.request("initialize", { protocolVersion: asked, ...info });
    expect(result).toEqual({
      protocolVersion: answered,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "Test Editor", version: expect.any(String) },
    });
  });

  test("before initialize only ping and what is no MCP is answered; the error says what to do (MCP-01)", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.open(ide);
    for (const method of ["tools/list", "tools/call", "prompts/list"])
      expect(await client.request(method, { name: "getOpenEditors" })).toMatchObject({
        error: { code: -32600, message: expect.stringContaining("Send initialize first") },
      });
    expect((await client.request("ping")).result).toEqual({});
    expect((await client.request("resources/list")).result).toEqual({ resources: [] });
    expect((await client.request("getWorkspaceInfo")).result).toMatchObject({ type: "folder" });
    expect((await client.request("no/such")).error).toMatchObject({ code: -32601 });
  });

  test("both spellings of initialized, and one with an id is answered (MCP-02)", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.open(ide);
    await client.request("initialize", { protocolVersion: "2025-11-25", ...info });
    client.notify("initialized");
    client.notify("notifications/initialized");
    expect((await client.request("initialized")).result).toEqual({});
    expect((await client.request("notifications/initialized")).result).toEqual({});
  });

  test("JSON-RPC ping is answered, not -32601 as in a peer", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.connect(ide);
    expect((await client.request("ping")).result).toEqual({});
  });

  test("nothing is advertised that is not served: no logging, no prompts (MCP-01, MCP-03)", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.connect(ide);
    expect((await client.request("prompts/list")).result).toEqual({ prompts: [] });
    expect((await client.request("logging/setLevel", { level: "debug" })).error).toMatchObject({ code: -32601 });
  });

  test("tools/list shows draft-07 schemas that take nothing else (MCP-03)", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.connect(ide);
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

  test("a tool that the editor lacks is not listed, and says so when it is called", async () => {
    const { ide, editor } = await runEndpoint();
    Object.assign(editor, { runCode: undefined, diagnostics: undefined });
    const client = await TestClient.connect(ide);
    const listed = JSON.stringify((await client.request("tools/list")).result);
    expect(listed).toContain('"openDiff"');
    expect(listed).not.toContain('"executeCode"');
    expect(listed).not.toContain('"getDiagnostics"');
    expect((await client.request("tools/call", { name: "executeCode", arguments: { code: "1" } })).error).toMatchObject(
      {
        code: -32602,
        message: expect.stringContaining("Test Editor cannot serve executeCode"),
      },
    );
  });

  test("the client is known by name, version and process", async () => {
    const { ide } = await runEndpoint();
    await TestClient.connect(ide);
    expect(ide.status.clients).toMatchObject([{ name: "test-client", version: "1.2.3", pid: 4242 }]);
  });
});

describe("health (CON-08)", () => {
  test("a client that answers pings stays, one that is half open is gone within two checks and its diff with it", async () => {
    const clock = new FakeClock();
    const { ide, editor, folder, log } = await runEndpoint({ clock });
    const [alive, dead] = [await TestClient.connect(ide), await TestClient.connect(ide)];
    dead.beginTool("openDiff", {
      old_file_path: `${folder}/a`,
      new_file_path: `${folder}/a`,
      new_file_contents: "x",
      tab_name: "t",
    });
    const shown = await editor.diff("t");
    const ended = new Promise((resolve) => shown.signal.addEventListener("abort", resolve));
    dead.socket.pause(); // It takes nothing from the socket any more, so it sends no pong.
    const pong = new Promise((resolve) => alive.socket.once("ping", resolve));
    clock.advance(30_000);
    await pong;
    await alive.request("ping"); // Its pong is in front of this.
    clock.advance(30_000);
    expect(ide.status.clients, "a last chance").toHaveLength(2);
    clock.advance(1000);
    await ended;
    expect(ide.status.clients).toHaveLength(1);
    expect(editor.shown).toEqual([]);
    expect(log.map((entry) => entry.message)).toContain("Removing dead connection");
    expect(log.map((entry) => entry.message)).toContain("Health check: 2 active connections");
    expect((await alive.request("ping")).result).toEqual({});
  });

  test("a client whose pong lay unread while the process was stopped was dropped: now it is read before the verdict", async () => {
    const clock = new FakeClock();
    const { ide, log } = await runEndpoint({ clock });
    const client = await TestClient.connect(ide);
    const pinged = new Promise((resolve) => client.socket.once("ping", resolve));
    clock.advance(30_000);
    clock.advance(30_000); // Due at once after the stop, with nothing read in between.
    await pinged;
    await client.request("ping"); // The pong is in front of this.
    clock.advance(1000);
    expect((await client.request("ping")).result).toEqual({});
    expect(log.map((entry) => entry.message)).not.toContain("Removing dead connection");
  });
});

describe("cancellation and progress (MCP-04)", () => {
  test("a cancelled openDiff closes its view and is never answered", async () => {
    const { ide, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(ide);
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

  test("cancelling what is not there is ignored", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.connect(ide);
    client.notify("notifications/cancelled", { requestId: 999 });
    client.notify("notifications/cancelled", { nonsense: true });
    expect((await client.request("ping")).result).toEqual({});
  });

  test("a call that waits for the user reports progress to a client that asked, and stops when it is answered", async () => {
    const clock = new FakeClock();
    const { ide, editor, folder } = await runEndpoint({ clock });
    const client = await TestClient.connect(ide);
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

  test("quick calls report nothing", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.connect(ide);
    await client.texts(client.beginTool("getOpenEditors", {}, { progressToken: 1 }));
    expect(client.notifications("notifications/progress")).toEqual([]);
  });
});

test("a mention while the only client says goodbye is not lost with it: it waits for the next (NOT-02)", async () => {
  const { ide, editor, folder, client } = await connected();
  await expect.poll(() => ide.status.clients.map(({ isListening }) => isListening)).toEqual([true]);
  client.socket.pause(); // So that the connection does not end: this client never reads the answer to its close.
  client.socket.close();
  await expect.poll(() => ide.status.clients.map(({ isListening }) => isListening)).toEqual([false]);
  expect(editor.events?.mentioned({ path: join(folder, "a.txt") })).toEqual({ status: "queued" });
  const next = await TestClient.connect(ide);
  await next.find(({ method }) => method === "at_mentioned");
});
