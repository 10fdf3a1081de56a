import { expect, onTestFinished, test } from "vitest";
import type { Client } from "../client.js";
import { connect } from "../connect.js";
import { ConnectionClosedError } from "../errors.js";
import type { ConnectionState } from "../state.js";
import { FakeEditor, type FakeEditorOptions } from "../testing/fake-editor.js";
import { Inbox } from "../testing/inbox.js";
import { ManualClock } from "../testing/manual-clock.js";
import { steadyAfter } from "./back-off.js";

async function start(options?: FakeEditorOptions): Promise<FakeEditor> {
  const editor = await FakeEditor.start(options);
  onTestFinished(() => editor[Symbol.asyncDispose]());
  return editor;
}

function watch(client: Client): Inbox<ConnectionState> {
  const states = new Inbox<ConnectionState>();
  client.onState((state) => states.add(state));
  onTestFinished(() => client.close());
  return states;
}

const isAttempt = (attempt: number) => (state: ConnectionState) =>
  state.status === "reconnecting" && state.attempt === attempt;

test("reconnects at once after a drop, with the same token and a new handshake", async () => {
  const editor = await start();
  const client = await connect({ port: editor.port, authToken: "t" }, { reconnect: true, clock: new ManualClock() });
  const states = watch(client);
  const received = new Inbox<string>();
  client.on("at_mentioned", ({ filePath }) => received.add(filePath));

  (await editor.connections.next()).terminate();
  const second = await editor.connections.next();
  await states.next((state) => state.status === "connected");
  expect(states.all).toMatchObject([{ status: "reconnecting", attempt: 1, delayMs: 0 }, { status: "connected" }]);
  expect(second.headers["x-claude-code-ide-authorization"]).toBe("t");
  expect(second.messages.all.map(({ id, method }) => [id, method])).toEqual([
    [0, "initialize"],
    [undefined, "notifications/initialized"],
    [undefined, "ide_connected"],
    [1, "tools/list"],
  ]);
  second.notify("at_mentioned", { filePath: "/after" });
  expect(await received.next()).toBe("/after");
  await client.ping();
});

test("retries at once and after 1, 2, 4 and 8 s, then gives up", async () => {
  const editor = await start();
  const clock = new ManualClock();
  const client = await connect({ port: editor.port }, { reconnect: true, clock });
  const states = watch(client);
  await editor[Symbol.asyncDispose]();

  const failing = expect(client.ping()).rejects.toThrow(ConnectionClosedError);
  for (const ms of [1000, 2000, 4000, 8000]) await clock.elapse(ms);
  await failing;
  const closed = await client.closed;
  expect(closed).toMatchObject({ byClient: false, closeCode: 1006 });
  expect(closed.reason).toMatch(/All attempts to reconnect failed\. Nothing is listening on 127\.0\.0\.1/);
  expect(states.all.map((state) => (state.status === "reconnecting" ? state.delayMs : state.status))).toEqual([
    0,
    1000,
    2000,
    4000,
    8000,
    "closed",
  ]);
});

test("reconnects to an editor that returns in time, and the delays start over once the connection is stable", async () => {
  const first = await start();
  const { port } = first;
  const clock = new ManualClock();
  const client = await connect({ port }, { reconnect: true, clock });
  const states = watch(client);

  await first[Symbol.asyncDispose]();
  await clock.elapse(1000);
  await states.next(isAttempt(3));
  const second = await start({ port, answers: { "tools/list": () => ({ tools: [] }) } });
  await clock.elapse(2000);
  await states.next((state) => state.status === "connected");
  expect(client.tools).toEqual([]);
  await clock.elapse(steadyAfter);

  (await second.connections.next()).terminate();
  await states.next(isAttempt(1));
  await states.next((state) => state.status === "connected");
});

test("gives up on an editor that always closes after the handshake", async () => {
  const editor = await start({
    answers: {
      "tools/list": (_params, connection) => {
        queueMicrotask(() => connection.close(1001, "flapping"));
        return { tools: [] };
      },
    },
  });
  const clock = new ManualClock();
  const client = await connect({ port: editor.port }, { reconnect: true, clock });
  const states = watch(client);
  for (const ms of [1000, 2000, 4000, 8000]) await clock.elapse(ms);
  const closed = await client.closed;
  expect(closed.reason).toMatch(/flapping.* closes them within seconds/);
  expect(states.all.flatMap((state) => (state.status === "reconnecting" ? state.delayMs : []))).toEqual([
    0, 1000, 2000, 4000, 8000,
  ]);
  expect(editor.requests).toHaveLength(6);
});

test("a refused connection counts as a failed attempt", async () => {
  const first = await start();
  const { port } = first;
  const clock = new ManualClock();
  const client = await connect({ port }, { reconnect: true, clock });
  const states = watch(client);
  (await first.connections.next()).close(1000, "evicted");
  await first[Symbol.asyncDispose]();
  const busy = await start({ port, refuse: { status: 503, body: "another client is connected" } });
  for (const ms of [1000, 2000, 4000, 8000]) await clock.elapse(ms);
  const closed = await client.closed;
  expect(closed.reason).toContain("another client is connected");
  expect(busy.requests.length).toBeGreaterThanOrEqual(4);
  expect(states.all.at(-1)).toBe(closed);
});

test("close during a delay stops reconnecting", async () => {
  const editor = await start();
  const clock = new ManualClock();
  const client = await connect({ port: editor.port }, { reconnect: true, clock });
  const states = watch(client);
  await editor[Symbol.asyncDispose]();
  await states.next(isAttempt(2));
  await client.close();
  expect(client.state).toMatchObject({ status: "closed", byClient: true });
  const waits = clock.waits.all.length;
  for (const wait of clock.waits.all) wait.elapse();
  expect(clock.waits.all).toHaveLength(waits);
});

test("close during an attempt ends the new connection too", async () => {
  let isFirst = true;
  const editor = await start({
    answers: {
      initialize: ({ protocolVersion }) => {
        if (!isFirst) void client.close();
        isFirst = false;
        return { protocolVersion, capabilities: {}, serverInfo: { name: "e", version: "1" } };
      },
    },
  });
  const client = await connect({ port: editor.port }, { reconnect: true });
  (await editor.connections.next()).terminate();
  const second = await editor.connections.next();
  await second.closed;
  expect(await client.closed).toMatchObject({ byClient: true });
});

test("close at the moment of reconnecting closes the new connection", async () => {
  const editor = await start({
    answers: {
      "tools/list": (_params, connection) => {
        // Right after the response, so that both arrive together, before the client considers itself connected.
        queueMicrotask(() => connection.notify("log_event", { eventName: "back", eventData: {} }));
        return { tools: [] };
      },
    },
  });
  let isFirst = true;
  const onNotification = () => {
    if (!isFirst) void client.close();
    isFirst = false;
  };
  const client = await connect({ port: editor.port }, { reconnect: true, onNotification });
  await client.ping();
  (await editor.connections.next()).terminate();
  const second = await editor.connections.next();
  await second.closed;
  expect(await client.closed).toMatchObject({ byClient: true });
});

test("without the option, a drop closes the client", async () => {
  const editor = await start();
  const client = await connect({ port: editor.port });
  (await editor.connections.next()).terminate();
  expect(await client.closed).toMatchObject({ byClient: false, closeCode: 1006 });
  expect(editor.requests).toHaveLength(1);
});
