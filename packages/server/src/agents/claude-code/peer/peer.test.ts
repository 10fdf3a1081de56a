import { describe, expect, test } from "vitest";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { TestClient } from "../../../testing/test-client.js";

describe("batches (MCP-05)", () => {
  test("are accepted with 2025-03-26: one array of responses, none for notifications", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint, "2025-03-26");
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

  test("of only notifications get no response", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint, "2025-03-26");
    client.sendRaw(JSON.stringify([{ jsonrpc: "2.0", method: "x" }]));
    const before = client.received.length;
    await client.request("ping");
    expect(client.received.length).toBe(before + 1);
  });

  test.each(["2024-11-05", "2025-06-18", "2025-11-25"])("are -32600 with %s", async (version) => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint, version);
    client.sendRaw(JSON.stringify([{ jsonrpc: "2.0", id: "a", method: "ping" }]));
    expect(await client.answer(null)).toMatchObject({ error: { code: -32600 } });
  });

  test("an empty one is -32600", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint, "2025-03-26");
    client.sendRaw("[]");
    expect(await client.answer(null)).toMatchObject({ error: { code: -32600 } });
  });
});

describe("invalid input gets a clear error and changes nothing (ERR-01)", () => {
  test.each([
    ["malformed JSON", "{ nope", null, -32700],
    ["a number", "17", null, -32600],
    ["null", "null", null, -32600],
    ["no jsonrpc member", '{"id":5,"method":"ping"}', 5, -32600],
    ["jsonrpc 1.0", '{"jsonrpc":"1.0","id":5,"method":"ping"}', 5, -32600],
    ["a method that isn't a string", '{"jsonrpc":"2.0","id":5,"method":7}', 5, -32600],
    ["params that are a string", '{"jsonrpc":"2.0","id":5,"method":"ping","params":"x"}', 5, -32600],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
    ["an id that JSON.parse makes infinite", '{"jsonrpc":"2.0","id":1e400,"method":"ping"}', null, -32600],
    ["an id that JSON.parse rounds", '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', null, -32600],
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
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    client.received.length = 0;
    client.sendRaw(message);
    const answer = await client.answer(id);
    expect(answer).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
    expect(answer.error?.message.length).toBeGreaterThan(10);
    client.sendRaw('{"jsonrpc":"2.0","id":"after","method":"ping"}');
    expect((await client.answer("after")).result).toEqual({});
  });

  test("names the wrong member and what is expected", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    const { error } = await client.request("tools/call", { name: "openFile", arguments: { filepath: "/x" } });
    expect(error?.message).toContain('"filePath" is missing (string expected)');
    expect(error?.message).toContain(`doesn't accept "filepath"`);
  });

  test("answers a binary frame with an error and keeps the connection", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    client.sendRaw(Buffer.from('{"jsonrpc":"2.0","id":5,"method":"ping"}'));
    expect(await client.answer(null)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining("text") },
    });
    expect((await client.request("ping")).result).toEqual({});
  });

  test("rejects an id that is in use, and continues the first request", async () => {
    const { endpoint, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
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

  test("accepts a message of 10 MiB, and closes with 1009 for one more byte", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.open(endpoint);
    client.sendRaw(padded(10 * 1024 * 1024));
    expect((await client.answer("big")).result).toEqual({});
    client.sendRaw(padded(10 * 1024 * 1024 + 1));
    expect((await client.closed).code).toBe(1009);
    await TestClient.connect(endpoint);
  });

  test("limits pending requests with a clear error", async () => {
    const { endpoint, editor, folder } = await runEndpoint({ maxPendingBytes: 10_000 });
    const client = await TestClient.connect(endpoint);
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
