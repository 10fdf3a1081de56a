/**
 * Faults seen in other integrations of this protocol, each as a case that must pass here. Faults of a particular
 * editor's interface are in the contract test, which every editor runs.
 */
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { Client } from "@tandem-ide/client";
import { authorizationHeader, claudeEnvironment } from "@tandem-ide/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { startEndpoint, type TestEndpoint, temporaryDirectory, until } from "./endpoint.js";

async function setUp(): Promise<TestEndpoint & { client: Client }> {
  const running = await startEndpoint({ readyDelayMs: 0 });
  return { ...running, client: await running.connect() };
}

/** A raw socket with the token, for messages that a library would not send. */
async function openRaw({ endpoint }: TestEndpoint, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${endpoint.port}`, ["mcp"], {
    headers: { [authorizationHeader]: endpoint.authToken, ...headers },
  });
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  return socket;
}

async function nextMessage(socket: WebSocket): Promise<unknown> {
  const [data] = await once(socket, "message");
  return JSON.parse(String(data));
}

/** The HTTP status of a refused upgrade. */
async function refusal({ endpoint }: TestEndpoint, headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${endpoint.port}`, ["mcp"], { headers });
  socket.on("error", () => {});
  const [, response] = await once(socket, "unexpected-response");
  response.resume();
  return response.statusCode;
}

const proposal = (path: string, tab: string, text = "new\n") => ({
  old_file_path: path,
  new_file_path: path,
  new_file_contents: text,
  tab_name: tab,
});

describe("seen in a Neovim plugin", () => {
  test("one client's closeAllDiffTabs rejects another client's pending diff", async () => {
    const running = await setUp();
    const { client, editor, write } = running;
    const other = await running.connect();
    const answer = client.call("openDiff", proposal(write("a.txt", "old\n"), "t"));
    await until(() => editor.reviews.length === 1);
    expect(await other.call("closeAllDiffTabs")).toEqual({ closed: 0 });
    editor.reviews[0]?.accept();
    expect(await answer).toEqual({ decision: "saved", text: "new\n" });
  });

  test("closeAllDiffTabs closes what the user has open", async () => {
    const { client, editor, write } = await setUp();
    editor.open(write("mine.txt", "mine"));
    expect(await client.call("closeAllDiffTabs")).toEqual({ closed: 0 });
    expect((await client.call("getOpenEditors")).tabs).toHaveLength(1);
  });

  test("JSON-RPC ping is answered with method not found", async () => {
    const { client } = await setUp();
    await client.ping();
  });

  test("a parse error is answered without an id", async () => {
    const running = await setUp();
    const socket = await openRaw(running);
    socket.send("{ nope");
    expect(await nextMessage(socket)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
  });

  test("logging is advertised and not served", async () => {
    const { client } = await setUp();
    expect(client.initializeResult.capabilities).toEqual({ tools: { listChanged: true } });
  });

  test("a fragmented message closes the socket", async () => {
    const running = await setUp();
    const socket = await openRaw(running);
    const message = JSON.stringify({ jsonrpc: "2.0", id: "ü😀", method: "ping" });
    const bytes = Buffer.from(message);
    for (let i = 0; i < bytes.length; i++)
      socket.send(bytes.subarray(i, i + 1), { binary: false, fin: i === bytes.length - 1 });
    expect(await nextMessage(socket)).toEqual({ jsonrpc: "2.0", id: "ü😀", result: {} });
  });

  test("the lock of a killed editor is not reaped at the next start", async () => {
    const configDir = temporaryDirectory();
    mkdirSync(join(configDir, "ide"), { mode: 0o700 });
    writeFileSync(join(configDir, "ide", "12345.lock"), JSON.stringify({ pid: 2 ** 22 + 7, workspaceFolders: [] }));
    const { endpoint } = await startEndpoint({ configDir });
    expect(readdirSync(join(configDir, "ide"))).toEqual([`${endpoint.port}.lock`]);
  });

  test("openFile selects one line early and one character late, and misses an endText on the same line", async () => {
    const { client, write } = await setUp();
    const filePath = write("a.txt", "zero\nüne 😀 two three\n");
    await client.call("openFile", { filePath, startText: "two", endText: "three" });
    expect(await client.call("getCurrentSelection")).toMatchObject({
      text: "two three",
      selection: { start: { line: 1, character: 7 }, end: { line: 1, character: 16 } },
    });
  });

  test("file URIs are not escaped", async () => {
    const { client, editor, write } = await setUp();
    editor.open(write("a b#ü%.txt", "x"));
    const [tab] = (await client.call("getOpenEditors")).tabs;
    expect(tab?.uri).toMatch(/\/a%20b%23%C3%BC%25\.txt$/);
  });

  test("a bad token is answered 400", async () => {
    const running = await setUp();
    expect(await refusal(running, { [authorizationHeader]: "wrong" })).toBe(401);
  });

  test("a browser's Origin is accepted", async () => {
    const running = await setUp();
    const headers = { [authorizationHeader]: running.endpoint.authToken, origin: "https://example.org" };
    expect(await refusal(running, headers)).toBe(403);
  });

  test("a message of 10 MB is too much", async () => {
    const { client, editor, write } = await setUp();
    const text = "0123456789abcde\n".repeat(600_000);
    const answer = client.call("openDiff", proposal(write("a.txt", ""), "t", text));
    await until(() => editor.reviews.length === 1);
    editor.reviews[0]?.accept();
    expect(await answer).toEqual({ decision: "saved", text });
  });

  test("a quick selection is lost", async () => {
    const { client, editor, write } = await setUp();
    const texts: string[] = [];
    client.on("selection_changed", ({ text }) => texts.push(text));
    editor.open(write("a.txt", "word\nnext\n"));
    const at = (line: number, end: number) => ({ start: { line, character: 0 }, end: { line, character: end } });
    editor.select(at(0, 4));
    editor.select(at(1, 0));
    await until(() => texts.includes("word") && texts.at(-1) === "");
  });

  test("a diff lingers after its client has left", async () => {
    const { client, editor, write } = await setUp();
    client.call("openDiff", proposal(write("a.txt", "old\n"), "t")).catch(() => {});
    await until(() => editor.reviews.length === 1);
    await client.close();
    await until(() => editor.reviews.length === 0);
  });

  test("http_proxy breaks connections to loopback", () => {
    const env = claudeEnvironment(12345, { http_proxy: "http://proxy:3128", NO_PROXY: "corp" });
    expect(env.NO_PROXY).toBe("corp,127.0.0.1,localhost,::1");
    expect(env.no_proxy).toBe("corp,127.0.0.1,localhost,::1");
  });
});

describe("seen in an Electron editor", () => {
  test("the lock is 0644 in a directory that is 0755", async () => {
    const { endpoint, configDir } = await setUp();
    expect(statSync(endpoint.lockFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(configDir, "ide")).mode & 0o777).toBe(0o700);
  });

  test("openDiff, close_tab and closeAllDiffTabs are unknown", async () => {
    const { client } = await setUp();
    const names = client.tools.map((tool) => tool.name);
    expect(names).toEqual(expect.arrayContaining(["openDiff", "close_tab", "closeAllDiffTabs"]));
  });

  test("bad JSON is silently ignored", async () => {
    const running = await setUp();
    const socket = await openRaw(running);
    socket.send("");
    expect(await nextMessage(socket)).toMatchObject({ id: null, error: { code: -32700 } });
  });
});

describe("seen in other editors' sources", () => {
  test("the token is not checked", async () => {
    const running = await setUp();
    expect(await refusal(running, {})).toBe(401);
  });

  test("it listens on every interface", async () => {
    const { endpoint } = await setUp();
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of addresses.filter((each) => !each.internal && each.family === "IPv4")) {
      const [error] = await once(connectTcp(endpoint.port, address), "error");
      expect(error).toMatchObject({ code: "ECONNREFUSED" });
    }
  });

  test("the token is in a debug log", async () => {
    const entries: unknown[] = [];
    const running = await startEndpoint({ log: (entry) => entries.push(entry), logLevel: "debug", logBodies: true });
    const client = await running.connect();
    await client.call("getOpenEditors");
    expect(entries.length).toBeGreaterThan(5);
    expect(JSON.stringify(entries)).not.toContain(running.endpoint.authToken);
  });

  test("openDiff is answered at once with a stub", async () => {
    const { client, editor, write } = await setUp();
    let isAnswered = false;
    const answer = client.call("openDiff", proposal(write("a.txt", "old\n"), "t")).finally(() => {
      isAnswered = true;
    });
    await until(() => editor.reviews.length === 1);
    await client.ping();
    expect(isAnswered).toBe(false);
    editor.reviews[0]?.reject();
    expect(await answer).toEqual({ decision: "rejected", tabName: "t" });
  });

  test("at_mentioned counts lines from 1", async () => {
    const { client, editor, write } = await setUp();
    const mentioned = new Promise((resolve) => client.on("at_mentioned", resolve));
    const path = write("a.txt", "x\n");
    editor.mention({ path, lines: { start: 4, end: 6 } });
    expect(await mentioned).toEqual({ filePath: path, lineStart: 4, lineEnd: 6 });
  });

  test("close_tab ignores diff views", async () => {
    const { client, editor, write } = await setUp();
    const answer = client.call("openDiff", proposal(write("a.txt", "old\n"), "t"));
    await until(() => editor.reviews.length === 1);
    await client.call("close_tab", { tab_name: "t" });
    expect(editor.reviews).toEqual([]);
    expect(await answer).toEqual({ decision: "rejected", tabName: "t" });
  });

  test("pings are switched off", async () => {
    const running = await startEndpoint({ healthCheckMs: 20 });
    const socket = await openRaw(running);
    await once(socket, "ping");
  });

  test("the editor writes the file itself, and the client then refuses its own write", async () => {
    const { client, editor, write } = await setUp();
    const path = write("a.txt", "old\n");
    const before = statSync(path).mtimeMs;
    const answer = client.call("openDiff", proposal(path, "t"));
    await until(() => editor.reviews.length === 1);
    editor.reviews[0]?.accept();
    await answer;
    expect([readFileSync(path, "utf8"), statSync(path).mtimeMs]).toEqual(["old\n", before]);
  });
});
