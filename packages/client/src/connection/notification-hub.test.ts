import { expect, onTestFinished, test } from "vitest";
import type { Client } from "../client.js";
import { connect } from "../connect.js";
import type { ConnectOptions } from "../options.js";
import { type FakeConnection, FakeEditor } from "../testing/fake-editor.js";
import { Inbox } from "../testing/inbox.js";
import type { Violation } from "../violation.js";

async function pair(options: ConnectOptions = {}): Promise<{ client: Client; connection: FakeConnection }> {
  const editor = await FakeEditor.start();
  onTestFinished(() => editor[Symbol.asyncDispose]());
  const client = await connect({ port: editor.port }, options);
  onTestFinished(() => client.close());
  return { client, connection: await editor.connections.next() };
}

test("listeners receive checked params until they are removed", async () => {
  const { client, connection } = await pair();
  const mentions = new Inbox<unknown>();
  const stop = client.on("at_mentioned", (params) => mentions.add(params));
  connection.notify("at_mentioned", { filePath: "/a", lineStart: 4, lineEnd: 6 });
  expect(await mentions.next()).toEqual({ filePath: "/a", lineStart: 4, lineEnd: 6 });
  stop();
  connection.notify("at_mentioned", { filePath: "/b" });
  await client.ping();
  expect(mentions.all).toHaveLength(1);
});

test("invalid params go to onViolation, and unchanged to onAny", async () => {
  const violations = new Inbox<Violation>();
  const { client, connection } = await pair({ onViolation: (violation) => violations.add(violation) });
  const received: unknown[] = [];
  const any: unknown[] = [];
  client.on("at_mentioned", (params) => received.push(params));
  client.onAny((method, params) => any.push([method, params]));
  connection.notify("at_mentioned", { filePath: "/a", lineStart: null });
  const violation = await violations.next();
  expect(violation).toMatchObject({ code: "bad-notification", method: "at_mentioned" });
  expect(violation.message).toContain('"lineStart" must be of type');
  expect(received).toEqual([]);
  expect(any).toEqual([["at_mentioned", { filePath: "/a", lineStart: null }]]);
});

test("onAny receives unknown notifications", async () => {
  const { client, connection } = await pair();
  const any = new Inbox<string>();
  client.onAny((method) => any.add(method));
  connection.notify("diagnostics_changed");
  expect(await any.next()).toBe("diagnostics_changed");
});

test("a listener that throws doesn't disturb the connection or other listeners", async () => {
  const { client, connection } = await pair();
  const received = new Inbox<string>();
  const uncaught = new Promise<unknown>((resolve) => {
    const others = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    process.once("uncaughtException", resolve);
    onTestFinished(() => {
      for (const other of others) process.on("uncaughtException", other);
    });
  });
  const fault = new Error("a fault of the listener");
  client.on("at_mentioned", () => {
    throw fault;
  });
  client.on("at_mentioned", ({ filePath }) => received.add(filePath));
  connection.notify("at_mentioned", { filePath: "/a" });
  expect(await received.next()).toBe("/a");
  expect(await uncaught).toBe(fault);
  await client.ping();
});
