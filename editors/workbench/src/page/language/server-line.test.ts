import { Text } from "@codemirror/state";
import { expect, test, vi } from "vitest";
import { ServerLine } from "./server-line.js";

const uri = "file:///a.ts";

/** A line whose two ends are lists; `says` answers the last request with what is given. */
function line() {
  const sent: { readonly id: number; readonly method: string }[] = [];
  const received: unknown[] = [];
  const state = { text: Text.of(["one"]), synced: Promise.resolve(), isConnected: true };
  const made = new ServerLine({
    send: async (message) => {
      if (!state.isConnected) throw new Error("There is no connection");
      sent.push(JSON.parse(message));
    },
    synced: () => state.synced,
    textOf: () => state.text,
  });
  made.subscribe((message) => received.push(JSON.parse(message)));
  const ask = (id: number, method: string) =>
    made.send(JSON.stringify({ jsonrpc: "2.0", id, method, params: { textDocument: { uri } } }));
  const says = (answer: object) => made.receive(JSON.stringify({ jsonrpc: "2.0", ...answer }));
  return { made, sent, received, state, ask, says };
}

test("a question leaves when what was typed before it has arrived", async () => {
  const { sent, state, ask } = line();
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

test("what is said about texts stays here, and so does an answer that nobody waits for", async () => {
  const { made, sent, received, says } = line();
  made.send(JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument: { uri } } }));
  made.send(JSON.stringify({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 9 } }));
  says({ id: 9, result: 1 });
  says({ method: "window/logMessage", params: { type: 1, message: "noise" } });
  await Promise.resolve();
  expect([sent, received]).toEqual([[], []]);
});

test("a hover that fails is none; a definition that fails says why", async () => {
  const { sent, received, ask, says } = line();
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

test("a hover about a text that has changed meanwhile is none, for its places are of the old one", async () => {
  const { sent, received, state, ask, says } = line();
  ask(1, "textDocument/hover");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  state.text = Text.of([""]);
  says({ id: 1, result: { contents: "x" } });
  expect(received).toEqual([{ jsonrpc: "2.0", id: 1, result: null }]);
});

test("a greeting that fails is repeated when the server runs", async () => {
  const { made, sent, received, ask, says } = line();
  ask(1, "initialize");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  says({ id: 1, error: { message: "given up" } });
  expect(received).toEqual([]);
  made.serverRuns();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  says({ id: 1, result: { capabilities: {} } });
  expect(received).toEqual([{ jsonrpc: "2.0", id: 1, result: { capabilities: {} } }]);
});

test("the end of the line answers what is open, and lets nothing through afterwards", async () => {
  const { made, sent, received, state, ask } = line();
  ask(1, "textDocument/completion");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  made.close();
  expect(received).toEqual([{ jsonrpc: "2.0", id: 1, result: null }]);
  state.isConnected = false;
  ask(2, "textDocument/completion");
  await Promise.resolve();
  expect(sent).toHaveLength(1);
});
