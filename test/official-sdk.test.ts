/** The MCP part of the endpoint judged by the official SDK's client, over a WebSocket transport of five members. */
import { Client, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
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

async function connectSdk(endpoint: Awaited<ReturnType<typeof startEndpoint>>) {
  const client = new Client({ name: "official-sdk", version: "2" });
  await client.connect(new WebSocketTransport(endpoint.ide.port, endpoint.ide.authToken));
  onTestFinished(() => client.close());
  return client;
}

test("the official client shakes hands, pings, lists and calls", async () => {
  const endpoint = await startEndpoint();
  const client = await connectSdk(endpoint);
  expect(client.getServerVersion()).toMatchObject({ name: "Tandem" });
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
  await client.ping();
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toContain("openDiff");
  const answer = await client.callTool({ name: "getWorkspaceFolders", arguments: {} });
  expect(answer.content).toMatchObject([{ type: "text", text: expect.stringContaining(endpoint.folder) }]);
});

test("an openDiff waits for the user, with progress that keeps the official client patient", async () => {
  const endpoint = await startEndpoint({ healthCheckMs: 20 });
  const client = await connectSdk(endpoint);
  const path = endpoint.write("a.txt", "old\n");
  const progress: number[] = [];
  const call = client.callTool(
    {
      name: "openDiff",
      arguments: { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" },
    },
    {
      onprogress: (report) => {
        progress.push(report.progress);
        if (report.progress === 3) endpoint.editor.reviews[0]?.accept();
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

test("a call that the official client cancels closes the diff in the editor", async () => {
  const endpoint = await startEndpoint();
  const client = await connectSdk(endpoint);
  const path = endpoint.write("a.txt", "old\n");
  const controller = new AbortController();
  const call = client.callTool(
    {
      name: "openDiff",
      arguments: { old_file_path: path, new_file_path: path, new_file_contents: "new\n", tab_name: "t" },
    },
    { signal: controller.signal },
  );
  await until(() => endpoint.editor.reviews.length === 1);
  controller.abort();
  await expect(call).rejects.toThrow();
  await until(() => endpoint.editor.reviews.length === 0);
});

test("errors are those of the specification", async () => {
  const endpoint = await startEndpoint();
  const client = await connectSdk(endpoint);
  await expect(client.callTool({ name: "no-such-tool", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  const missing = await client.callTool({ name: "openFile", arguments: { filePath: "/no/such/file" } });
  expect(missing.isError).toBe(true);
});
