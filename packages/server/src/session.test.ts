import { describe, expect, test } from "vitest";
import { FakeClock } from "./testing/fake-clock.js";
import { runIde } from "./testing/running-ide.js";
import { TestClient } from "./testing/test-client.js";

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
    const { ide } = await runIde();
    const client = await TestClient.open(ide);
    const { result } = await client.request("initialize", { protocolVersion: asked, ...info });
    expect(result).toEqual({
      protocolVersion: answered,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "Test Editor", version: expect.any(String) },
    });
  });

  test("before initialize only ping and what is no MCP is answered; the error says what to do (MCP-01)", async () => {
    const { ide } = await runIde();
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
    const { ide } = await runIde();
    const client = await TestClient.open(ide);
    await client.request("initialize", { protocolVersion: "2025-11-25", ...info });
    client.notify("initialized");
    client.notify("notifications/initialized");
    expect((await client.request("initialized")).result).toEqual({});
    expect((await client.request("notifications/initialized")).result).toEqual({});
  });

  test("JSON-RPC ping is answered, not -32601 as in a peer", async () => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide);
    expect((await client.request("ping")).result).toEqual({});
  });

  test("nothing is advertised that is not served: no logging, no prompts (MCP-01, MCP-03)", async () => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide);
    expect((await client.request("prompts/list")).result).toEqual({ prompts: [] });
    expect((await client.request("logging/setLevel", { level: "debug" })).error).toMatchObject({ code: -32601 });
  });

  test("tools/list shows draft-07 schemas that take nothing else (MCP-03)", async () => {
    const { ide } = await runIde();
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
    const { ide, editor } = await runIde();
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
    const { ide } = await runIde();
    await TestClient.connect(ide);
    expect(ide.status.clients).toMatchObject([{ name: "test-client", version: "1.2.3", pid: 4242 }]);
  });
});

describe("batches (MCP-05)", () => {
  test("are taken where 2025-03-26 was negotiated: one array back, notifications without an answer", async () => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide, "2025-03-26");
    client.sendRaw(
      JSON.stringify([
        { jsonrpc: "2.0", id: "a", method: "ping" },
        { jsonrpc: "2.0", method: "notifications/whatever" },
        { jsonrpc: "2.0", id: "b", method: "no/such" },
        17,
      ]),
    );
    const batch = await client.find((message) => Array.isArray(message));
    expect(batch).toMatchObject([
      { id: "a", result: {} },
      { id: "b", error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  test("of notifications only are answered with nothing", async () => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide, "2025-03-26");
    client.sendRaw(JSON.stringify([{ jsonrpc: "2.0", method: "x" }]));
    const before = client.received.length;
    await client.request("ping");
    expect(client.received.length).toBe(before + 1);
  });

  test.each(["2024-11-05", "2025-06-18", "2025-11-25"])("are -32600 where %s was negotiated", async (version) => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide, version);
    client.sendRaw(JSON.stringify([{ jsonrpc: "2.0", id: "a", method: "ping" }]));
    expect(await client.answer(null)).toMatchObject({ error: { code: -32600 } });
  });

  test("an empty one is -32600", async () => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide, "2025-03-26");
    client.sendRaw("[]");
    expect(await client.answer(null)).toMatchObject({ error: { code: -32600 } });
  });
});

describe("bad input gets a clear error and changes nothing (ERR-01)", () => {
  test.each([
    ["malformed JSON", "{ nope", null, -32700],
    ["a number", "17", null, -32600],
    ["null", "null", null, -32600],
    ["no jsonrpc member", '{"id":5,"method":"ping"}', 5, -32600],
    ["jsonrpc 1.0", '{"jsonrpc":"1.0","id":5,"method":"ping"}', 5, -32600],
    ["a method that is no string", '{"jsonrpc":"2.0","id":5,"method":7}', 5, -32600],
    ["params that are a string", '{"jsonrpc":"2.0","id":5,"method":"ping","params":"x"}', 5, -32600],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ["no method and no result", '{"jsonrpc":"2.0","id":5}', 5, -32600],
    ["an unknown method", '{"jsonrpc":"2.0","id":5,"method":"no/such"}', 5, -32601],
    ["a method named like a part of every object", '{"jsonrpc":"2.0","id":5,"method":"constructor"}', 5, -32601],
    ["an unknown tool", '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"rm"}}', 5, -32602],
    [
      "a tool named like a part of every object",
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"toString"}}',
      5,
      -32602,
    ],
    ["no tool name", '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{}}', 5, -32602],
    [
      "arguments of the wrong type",
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"openFile","arguments":{"filePath":1}}}',
      5,
      -32602,
    ],
    [
      "arguments that are an array",
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"openFile","arguments":[]}}',
      5,
      -32602,
    ],
    [
      "a missing argument",
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"openDiff","arguments":{"tab_name":"t"}}}',
      5,
      -32602,
    ],
    [
      "an argument too many",
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"getOpenEditors","arguments":{"x":1}}}',
      5,
      -32602,
    ],
  ])("%s", async (_what, message, id, code) => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide);
    client.received.length = 0;
    client.sendRaw(message);
    const answer = await client.answer(id);
    expect(answer).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
    expect(answer.error?.message.length).toBeGreaterThan(10);
    client.sendRaw('{"jsonrpc":"2.0","id":"after","method":"ping"}');
    expect((await client.answer("after")).result).toEqual({});
  });

  test("what is wrong is named: the member and what belongs there", async () => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide);
    const { error } = await client.request("tools/call", { name: "openFile", arguments: { filepath: "/x" } });
    expect(error?.message).toContain('"filePath" is missing (string expected)');
    expect(error?.message).toContain('does not take "filepath"');
  });

  test("a binary frame is answered with words and the connection stays", async () => {
    const { ide } = await runIde();
    const client = await TestClient.connect(ide);
    client.sendRaw(Buffer.from('{"jsonrpc":"2.0","id":5,"method":"ping"}'));
    expect(await client.answer(null)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining("text") },
    });
    expect((await client.request("ping")).result).toEqual({});
  });

  test("an id that is still in use is refused, the first request goes on", async () => {
    const { ide, editor, folder } = await runIde();
    const client = await TestClient.connect(ide);
    const args = { old_file_path: `${folder}/a`, new_file_path: `${folder}/a`, new_file_contents: "x", tab_name: "t" };
    const message = JSON.stringify({
      jsonrpc: "2.0",
      id: "same",
      method: "tools/call",
      params: { name: "openDiff", arguments: args },
    });
    client.sendRaw(message);
    const shown = await editor.diff("t");
    client.sendRaw(message);
    expect(await client.answer("same")).toMatchObject({ error: { code: -32600 } });
    client.received.length = 0;
    shown.decide({ accepted: true, text: "x" });
    expect(await client.answer("same")).toMatchObject({ result: { content: [{ text: "FILE_SAVED" }, { text: "x" }] } });
  });
});

describe("limits (CON-07)", () => {
  const padded = (bytes: number) => {
    const frame = (padding: string) => `{"jsonrpc":"2.0","id":"big","method":"ping","params":{"p":"${padding}"}}`;
    return frame("x".repeat(bytes - frame("").length));
  };

  test("a message of 10 MiB is taken, one byte more closes with 1009", async () => {
    const { ide } = await runIde();
    const client = await TestClient.open(ide);
    client.sendRaw(padded(10 * 1024 * 1024));
    expect((await client.answer("big")).result).toEqual({});
    client.sendRaw(padded(10 * 1024 * 1024 + 1));
    expect((await client.closed).code).toBe(1009);
    await TestClient.connect(ide);
  });

  test("requests that wait for an answer are bounded, and the words say so", async () => {
    const { ide, editor, folder } = await runIde({ maxPendingBytes: 10_000 });
    const client = await TestClient.connect(ide);
    const diff = (tab: string) => ({
      old_file_path: `${folder}/a`,
      new_file_path: `${folder}/a`,
      new_file_contents: "x".repeat(6000),
      tab_name: tab,
    });
    const first = client.beginTool("openDiff", diff("one"));
    await editor.diff("one");
    const refused = await client.request("tools/call", { name: "openDiff", arguments: diff("two") });
    expect(refused.error).toMatchObject({ code: -32603, message: expect.stringContaining("Too many") });
    (await editor.diff("one")).decide({ accepted: false });
    expect(await client.texts(first)).toEqual(["DIFF_REJECTED", "one"]);
  });
});

describe("health (CON-08)", () => {
  test("a client that answers pings stays, one that is half open is gone within two checks and its diff with it", async () => {
    const clock = new FakeClock();
    const { ide, editor, folder, log } = await runIde({ clock });
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
    await ended;
    expect(ide.status.clients).toHaveLength(1);
    expect(editor.shown).toEqual([]);
    expect(log.map((entry) => entry.message)).toContain("Removing dead connection");
    expect(log.map((entry) => entry.message)).toContain("Health check: 2 active connections");
    expect((await alive.request("ping")).result).toEqual({});
  });
});

describe("cancellation and progress (MCP-04)", () => {
  test("a cancelled openDiff closes its view and is never answered", async () => {
    const { ide, editor, folder } = await runIde();
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
    const { ide } = await runIde();
    const client = await TestClient.connect(ide);
    client.notify("notifications/cancelled", { requestId: 999 });
    client.notify("notifications/cancelled", { nonsense: true });
    expect((await client.request("ping")).result).toEqual({});
  });

  test("a call that waits for the user reports progress to a client that asked, and stops when it is answered", async () => {
    const clock = new FakeClock();
    const { ide, editor, folder } = await runIde({ clock });
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
    const { ide } = await runIde();
    const client = await TestClient.connect(ide);
    await client.texts(client.beginTool("getOpenEditors", {}, { progressToken: 1 }));
    expect(client.notifications("notifications/progress")).toEqual([]);
  });
});
