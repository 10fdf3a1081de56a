import { Text } from "@codemirror/state";
import { expect, test, vi } from "vitest";
import { ServerTransport } from "./server-transport.js";

const uri = "file:///a.ts";

/** A transport that records what is sent and received. `says` simulates a message from the server. */
function transport() {
  const sent: { readonly id: number; readonly method: string }[] = [];
  const received: unknown[] = [];
  const state = { text: Text.of(["one"]), synced: Promise.resolve(), isConnected: true };
  const made = new ServerTransport({
    send: async (message) => {
      if (!state.isConnected) throw new Error("There is no connection");
      sent.push(JSON.parse(message));
    },
    whenSynced: () => state.synced,
    textOf: () => state.text,
  });
  made.subscribe((message) => received.push(JSON.parse(message)));
  const ask = (id: number, method: string) =>
    made.send(JSON.stringify({ jsonrpc: "2.0", id, method, params: { textDocument: { uri } } }));
  const says = (answer: object) => made.receive(JSON.stringify({ jsonrpc: "2.0", ...answer }));
  return { made, sent, received, state, ask, says };
}

test("sends a request once the host has all earlier changes", async () => {
  const { sent, state, ask } = transport();
  let arrive = () => {};
  state.synced = new Promise((resolve) => {
    arrive = resolve;
  });
  ask(1, "textDocument/completion");
  await Promise.resolve();
  expect(sent).toEqual([]);
  arrive();
  await vi.waitFor(() => expect(sent).toMatchObject([{ id: 1 }]));
});

test("drops notifications about documents and unexpected responses", async () => {
  const { made, sent, received, says } = transport();
  made.send(JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument: { uri } } }));
  made.send(JSON.stringify({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 9 } }));
  says({ id: 9, result: 1 });
  says({ method: "window/logMessage", params: { type: 1, message: "noise" } });
  await Promise.resolve();
  expect([sent, received]).toEqual([[], []]);
});

test("answers a failed hover with null, and a failed definition with its error", async () => {
  const { sent, received, ask, says } = transport();
  ask(1, "textDocument/hover");
  ask(2, "textDocument/definition");
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  says({ id: 1, error: { message: "gone" } });
  says({ id: 2, error: { message: "gone" } });
  expect(received).toEqual([
    { jsonrpc: "2.0", id: 1, result: null },
    { jsonrpc: "2.0", id: 2, error: { message: "gone" } },
  ]);
});

test("answers an outdated hover with null", async () => {
  const { sent, received, state, ask, says } = transport();
  ask(1, "textDocument/hover");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  state.text = Text.of([""]);
  says({ id: 1, result: { contents: "x" } });
  expect(received).toEqual([{ jsonrpc: "2.0", id: 1, result: null }]);
});

test("repeats a failed initialize request when the server starts", async () => {
  const { made, sent, received, ask, says } = transport();
  ask(1, "initialize");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  says({ id: 1, error: { message: "given up" } });
  expect(received).toEqual([]);
  made.serverStarted();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  says({ id: 1, result: { capabilities: {} } });
  expect(received).toEqual([{ jsonrpc: "2.0", id: 1, result: { capabilities: {} } }]);
});

test("answers open requests when it closes, and sends nothing afterwards", async () => {
  const { made, sent, received, state, ask } = transport();
  ask(1, "textDocument/completion");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  made.close();
  expect(received).toEqual([{ jsonrpc: "2.0", id: 1, result: null }]);
  state.isConnected = false;
  ask(2, "textDocument/completion");
  await Promise.resolve();
  expect(sent).toHaveLength(1);
});
