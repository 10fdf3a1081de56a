/** Tests the MCP part of the endpoint with the official SDK's client, over a WebSocket transport with five members. */
import { Client, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { authorizationHeader, subprotocol } from "@tandem-ide/protocol";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { startEndpoint, until } from "./endpoint.js";

class WebSocketTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #socket: WebSocket;

  constructor(port: number, token: string) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}`, [subprotocol], {
      headers: { [authorizationHeader]: token },
    });
  }

  start(): Promise<void> {
    this.#socket.on("message", (data) => this.onmessage?.(JSON.parse(data.toString())));
    this.#socket.on("close", () => this.onclose?.());
    return new Promise((resolve, reject) => {
      this.#socket.once("open", resolve);
      this.#socket.once("error", reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket.close();
  }
}

async function connectSdk(running: Awaited<ReturnType<typeof startEndpoint>>) {
  const client = new Client({ name: "official-sdk", version: "2" });
  await client.connect(new WebSocketTransport(running.endpoint.port, running.endpoint.authToken));
  onTestFinished(() => client.close());
  return client;
}

test("the official client connects, pings, lists and calls tools", async () => {
  const running = await startEndpoint();
  const client = await connectSdk(running);
  expect(client.getServerVersion()).toMatchObject({ name: "Tandem" });
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
  await client.ping();
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toContain("openDiff");
  const answer = await client.callTool({ name: "getWorkspaceFolders", arguments: {} });
  expect(answer.content).toMatchObject([{ type: "text", text: expect.stringContaining(running.folder) }]);
});

test("openDiff waits for the user, and progress keeps the official client from timing out", async () => {
  const running = await startEndpoint({ healthCheckMs: 20 });
  const client = await connectSdk(running);
  const path = running.write("a.txt", "old\n");
  const progress: number[] = [];
  const call = client.callTool(
    {
      name: "openDiff",
      arguments: { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" },
    },
    {
      onprogress: (report) => {
        progress.push(report.progress);
        if (report.progress === 3) running.editor.reviews[0]?.accept();
      },
      timeout: 5000,
      resetTimeoutOnProgress: true,
    },
  );
  expect((await call).content).toEqual([
    { type: "text", text: "FILE_SAVED" },
    { type: "text", text: "new\n" },
  ]);
  expect(progress).toEqual([0, 1, 2, 3]);
});

test("cancelling a call in the official client closes the diff in the editor", async () => {
  const running = await startEndpoint();
  const client = await connectSdk(running);
  const path = running.write("a.txt", "old\n");
  const controller = new AbortController();
  const call = client.callTool(
    {
      name: "openDiff",
      arguments: { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" },
    },
    { signal: controller.signal },
  );
  await until(() => running.editor.reviews.length === 1);
  controller.abort();
  await expect(call).rejects.toThrow();
  await until(() => running.editor.reviews.length === 0);
});

test("errors follow the specification", async () => {
  const running = await startEndpoint();
  const client = await connectSdk(running);
  await expect(client.callTool({ name: "no-such-tool", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  const missing = await client.callTool({ name: "openFile", arguments: { filePath: "/no/such/file" } });
  expect(missing.isError).toBe(true);
});
