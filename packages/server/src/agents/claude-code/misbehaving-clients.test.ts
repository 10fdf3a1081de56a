/** Clients that misbehave: their resources are limited, and others aren't delayed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { TestClient } from "../../testing/test-client.js";

describe("clients that misbehave", () => {
  test("limits a client that sends pings and reads nothing", async () => {
    const { endpoint } = await runEndpoint({ maxUnsentBytes: 64 * 1024 });
    const client = await TestClient.connect(endpoint);
    const disconnected = new Promise<void>((resolve) =>
      endpoint.onStatusChanged(({ clients }) => clients.length === 0 && resolve()),
    );
    client.socket.pause();
    const payload = Buffer.alloc(125);
    const noise = setInterval(() => {
      for (let i = 0; i < 20_000; i++) client.socket.ping(payload);
    }, 1);
    await disconnected;
    clearInterval(noise);
  });

  test("closes with 1013 a client that stops reading for a while", async () => {
    const clock = new FakeClock(); // Otherwise the connection would be cut after a second.
    const { endpoint, log } = await runEndpoint({ clock, maxUnsentBytes: 1024 * 1024 });
    const client = await TestClient.connect(endpoint);
    clock.advance(500);
    client.socket.pause();
    while (!log.some((entry) => entry.message.startsWith("Dropping a client that does not read"))) {
      endpoint.logEvent("noise", { text: "x".repeat(900_000) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    client.socket.resume();
    expect(await client.closed).toEqual({ code: 1013, reason: "Too much unread output" });
  });

  test("rejects a batch with more messages than the limit", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint, "2025-03-26");
    client.sendRaw(`[${"1,".repeat(50_000)}1]`);
    expect(await client.answer(null)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining("1000 messages") },
    });
  });

  test("doesn't parse a message of only brackets, which would block everyone for seconds", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    client.sendRaw("[".repeat(5_000_000) + "]".repeat(5_000_000));
    expect(await client.answer(null)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining("too many values") },
    });
  });

  test("limits the size of the responses to a batch: past it they are errors", async () => {
    const { endpoint, folder } = await runEndpoint({ maxUnsentBytes: 1_000_000 });
    writeFileSync(join(folder, "big.txt"), "x".repeat(300_000));
    const client = await TestClient.connect(endpoint, "2025-03-26");
    const read = (id: number) => ({ jsonrpc: "2.0", id, method: "readFile", params: { path: "big.txt" } });
    client.sendRaw(JSON.stringify(Array.from({ length: 50 }, (_, id) => read(id))));
    const batch = await client.find((message) => Array.isArray(message));
    const answers: { result?: string; error?: { message: string } }[] = Object.values(batch);
    expect(answers).toHaveLength(50);
    expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(3);
    expect(answers.filter(({ error }) => error?.message.includes("separately"))).toHaveLength(47);
    expect(await client.request("ping")).toMatchObject({ result: {} });
  });

  test("counts the old texts of proposals as pending data", async () => {
    const { endpoint, editor, folder } = await runEndpoint({ maxPendingBytes: 1_000_000 });
    const path = join(folder, "big.txt");
    writeFileSync(path, "x".repeat(300_000));
    const client = await TestClient.connect(endpoint);
    const propose = (tab_name: string) =>
      client.beginTool("openDiff", { old_file_path: path, new_file_path: path, new_file_contents: "", tab_name });
    for (const name of ["1", "2", "3"]) {
      propose(name);
      await editor.diff(name);
    }
    expect(await client.answer(propose("4"))).toMatchObject({
      error: { message: expect.stringContaining("Too many") },
    });
    await client.callTool("close_tab", { tab_name: "1" });
    propose("5");
    await editor.diff("5");
  });

  test("rejects requests over the limit until others are answered", async () => {
    const { endpoint, editor } = await runEndpoint({ maxPendingBytes: 1000 });
    const client = await TestClient.connect(endpoint);
    for (let i = 0; i < 30; i++) await client.callTool("getOpenEditors"); // 30 times 80 bytes, in sequence.
    Object.assign(editor, { openEditors: () => new Promise(() => {}) });
    const ids = Array.from({ length: 30 }, () => client.beginTool("getOpenEditors"));
    expect(await client.answer(ids.at(-1) ?? -1)).toMatchObject({ error: { code: -32603 } });
  });

  test("shortens client names and removes control characters", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.open(endpoint);
    const clientInfo = { name: `evil\u001b[2J\n${"x".repeat(5000)}`, version: "1\u202e" };
    await client.request("initialize", { protocolVersion: "2025-11-25", clientInfo });
    const [shown] = endpoint.status.clients;
    expect(shown?.name).toMatch(/^evil\[2Jx+$/);
    expect([shown?.name.length, shown?.version]).toEqual([100, "1"]);
  });
});
