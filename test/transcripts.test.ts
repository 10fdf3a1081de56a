/** What three releases of Claude Code really sent, played against the endpoint: every request must be answered well. */
import { readdirSync, readFileSync } from "node:fs";
import {
  authorizationHeader,
  classify,
  decodeToolResult,
  isToolName,
  type Message,
  type Notification,
  parseParams,
  type Request,
  subprotocol,
  tools,
} from "@tandem/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { type Endpoint, startEndpoint, until } from "./endpoint.js";

const directory = new URL("fixtures/transcripts/", import.meta.url);

function read(name: string, folder: string): (Request | Notification)[] {
  const lines = readFileSync(new URL(name, directory), "utf8").trim().split("\n");
  const entries = lines.map((line): { msg?: Request | Notification } => JSON.parse(line.replaceAll("$WS", folder)));
  return entries.flatMap(({ msg }) => msg ?? []);
}

interface Answer {
  id?: unknown;
  error?: unknown;
  result?: { content?: { type: "text"; text: string }[] };
}

async function play(messages: (Request | Notification)[], { ide, editor }: Endpoint): Promise<Map<unknown, Answer>> {
  const socket = new WebSocket(`ws://127.0.0.1:${ide.port}`, [subprotocol], {
    headers: { [authorizationHeader]: ide.authToken },
  });
  onTestFinished(() => socket.terminate());
  const answers = new Map<unknown, Answer>();
  socket.on("message", (data) => {
    const message: Answer = JSON.parse(data.toString());
    if (message.id !== undefined) answers.set(message.id, message);
  });
  await new Promise((resolve) => socket.once("open", resolve));
  for (const message of messages) {
    socket.send(JSON.stringify(message));
    if (!("id" in message)) continue;
    const isDiff = message.params && "name" in message.params && message.params.name === "openDiff";
    // The user of these sessions accepted at once; the client then closed the tab that was already gone.
    if (isDiff) await until(() => editor.reviews.length === 1).then(() => editor.reviews[0]?.accept());
    await until(() => answers.has(message.id));
  }
  return answers;
}

describe.each(readdirSync(directory))("%s", (name) => {
  test("is made of messages that the protocol knows, with arguments that fit", () => {
    for (const message of read(name, "/w")) {
      const { kind } = classify(message satisfies Message);
      expect(kind).toMatch(/^(request|notification)$/);
      if (message.method !== "tools/call" || !message.params || !("name" in message.params)) continue;
      const tool = String(message.params.name);
      if (!isToolName(tool)) throw new Error(`The client called ${tool}, which is not in the table`);
      parseParams(tools[tool].arguments, message.params.arguments, tool);
    }
  });

  test("is answered without an error, in shapes that decode", async () => {
    const endpoint = await startEndpoint({}, { runCode: async () => [{ type: "text", text: "2\n" }] });
    endpoint.write("a.txt", "line 1\nline 2\nline 3\n");
    endpoint.write("b.txt", "alpha\nbeta\ngamma\n");
    const messages = read(name, endpoint.folder);
    const answers = await play(messages, endpoint);
    for (const message of messages) {
      if (!("id" in message)) continue;
      const answer = answers.get(message.id);
      expect(answer?.error).toBeUndefined();
      if (message.method !== "tools/call" || !message.params || !("name" in message.params)) continue;
      const tool = String(message.params.name);
      if (isToolName(tool)) expect(decodeToolResult(tool, { content: answer?.result?.content ?? [] })).toBeDefined();
    }
    expect(endpoint.editor.reviews).toEqual([]);
  });
});
