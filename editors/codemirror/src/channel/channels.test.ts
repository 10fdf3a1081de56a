/** The behaviour that all channels share. */
import { EventEmitter, once } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { Channel } from "./channel.js";
import { electronChannels, type IpcEventLike } from "./electron-main.js";
import { electronChannel } from "./electron-page.js";
import { type ChannelBridge, exposeChannel } from "./electron-preload.js";
import { memoryChannels } from "./memory-channel.js";
import { type EmitterPort, portChannel } from "./port-channel.js";
import { socketChannel } from "./socket-channel.js";

interface Pair {
  readonly ends: readonly [Channel, Channel];
  stop?(): void;
}

/** A stand-in for Electron's MessagePortMain, which only has `on` and passes events instead of messages. */
function mainPort(port: MessagePort): EmitterPort {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (type, listener) => port.on(type, (data: unknown) => listener({ data })),
    start: () => port.start(),
    close: () => port.close(),
  };
}

async function socketPair(): Promise<Pair> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "string" || address === null) throw new Error("No port");
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`);
  const taken = once(server, "connection");
  // Created before the socket is open, as in a page.
  const early = socketChannel(client);
  const [socket]: WebSocket[] = await taken;
  if (!socket) throw new Error("No socket");
  return { ends: [socketChannel(socket), early], stop: () => server.close() };
}

/** A stand-in for the IPC of Electron. */
function ipc() {
  const main = new EventEmitter();
  const contents = Object.assign(new EventEmitter(), {
    id: 1,
    isDestroyed: () => false,
    send: (name: string, message: unknown) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => renderer.emit(name, {}, copy));
    },
  });
  const event: IpcEventLike = { sender: contents, senderFrame: { url: "app://editor/", parent: null } };
  const renderer = Object.assign(new EventEmitter(), {
    send: (name: string, message: unknown) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => main.emit(name, event, copy));
    },
  });
  let bridge: ChannelBridge | undefined;
  vi.stubGlobal("addEventListener", () => {});
  const contextBridge = {
    exposeInMainWorld(_key: string, api: ChannelBridge) {
      bridge = api;
    },
  };
  exposeChannel(contextBridge, renderer);
  vi.unstubAllGlobals();
  const open = () => {
    vi.stubGlobal("addEventListener", () => {});
    const channel = electronChannel(bridge);
    vi.unstubAllGlobals();
    return channel;
  };
  return { main, contents, event, open };
}

async function ipcPair(): Promise<Pair> {
  const { main, open } = ipc();
  const opened = new Promise<Channel>((resolve) => {
    electronChannels(main, resolve);
  });
  const page = open();
  return { ends: [await opened, page] };
}

const kinds: Record<string, () => Pair | Promise<Pair>> = {
  memory: () => ({ ends: memoryChannels() }),
  "a port of Node": () => {
    const { port1, port2 } = new MessageChannel();
    return { ends: [portChannel(port1), portChannel(port2)] };
  },
  "a port of Electron's main process (a stand-in)": () => {
    const { port1, port2 } = new MessageChannel();
    return { ends: [portChannel(mainPort(port1)), portChannel(port2)] };
  },
  "a WebSocket": socketPair,
  "Electron's IPC (a stand-in)": ipcPair,
};

/** The next messages of a channel. */
function nextMessages(channel: Channel, count: number): Promise<unknown[]> {
  return new Promise((resolve) => {
    const seen: unknown[] = [];
    const stop = channel.onMessage((message) => {
      seen.push(message);
      if (seen.length < count) return;
      stop();
      resolve(seen);
    });
  });
}

const closed = (channel: Channel) => new Promise<void>((resolve) => void channel.onClose(resolve));

describe.each(Object.keys(kinds))("a channel over %s", (kind) => {
  async function withPair(run: (a: Channel, b: Channel) => Promise<void>): Promise<void> {
    const pair = await kinds[kind]?.();
    if (!pair) throw new Error(`No ${kind}`);
    const [a, b] = pair.ends;
    try {
      await run(a, b);
    } finally {
      a.close();
      b.close();
      pair.stop?.();
    }
  }

  test("delivers messages in both directions, complete and in order", () =>
    withPair(async (a, b) => {
      const big = { text: "ü😀\u2028\n".repeat(100_000) };
      for (const message of [{ n: 1 }, big, { n: 3 }]) a.send(message);
      expect(await nextMessages(b, 3)).toEqual([{ n: 1 }, big, { n: 3 }]);
      b.send({ back: [null, true, "x"] });
      expect(await nextMessages(a, 1)).toEqual([{ back: [null, true, "x"] }]);
    }));

  test("keeps messages that arrive before the first listener is added", () =>
    withPair(async (a, b) => {
      a.send({ early: 1 });
      b.send({ back: 1 });
      await nextMessages(a, 1);
      expect(await nextMessages(b, 1)).toEqual([{ early: 1 }]);
    }));

  test("delivers a copy", () =>
    withPair(async (a, b) => {
      const message = { list: [1] };
      a.send(message);
      message.list.push(2);
      expect(await nextMessages(b, 1)).toEqual([{ list: [1] }]);
    }));

  test("notifies both ends once when it closes, including late listeners", () =>
    withPair(async (a, b) => {
      let received = 0;
      b.onClose(() => received++);
      b.onMessage(() => {});
      const both = Promise.all([closed(a), closed(b)]);
      a.close();
      a.close();
      await both;
      await closed(b);
      expect(received).toBe(1);
      expect(() => b.send({ late: true })).not.toThrow();
    }));

  test("a removed listener gets no more messages", () =>
    withPair(async (a, b) => {
      const messages: unknown[] = [];
      const stop = b.onMessage((message) => messages.push(message));
      const first = nextMessages(b, 1);
      a.send(1);
      await first;
      stop();
      a.send(2);
      await nextMessages(b, 1);
      expect(messages).toEqual([1]);
    }));
});

describe("channels over Electron's IPC (a stand-in)", () => {
  test("a reloaded page closes its earlier channel", async () => {
    const { main, open } = ipc();
    const channels: Channel[] = [];
    electronChannels(main, (channel) => channels.push(channel));
    open();
    await vi.waitFor(() => expect(channels).toHaveLength(1));
    const end = channels[0] && closed(channels[0]);
    open();
    await end;
    await vi.waitFor(() => expect(channels).toHaveLength(2));
  });

  test("a page whose process is gone closes its channel", async () => {
    const { main, contents, open } = ipc();
    const opened = new Promise<Channel>((resolve) => void electronChannels(main, resolve));
    open();
    const end = closed(await opened);
    contents.emit("render-process-gone");
    await end;
  });

  test.each([
    ["an embedded frame", { url: "app://editor/", parent: {} }],
    ["another page", { url: "https://example.com/", parent: null }],
    ["a frame that is gone", null],
  ])("ignores %s", (_who, senderFrame) => {
    const { main, event } = ipc();
    const channels: Channel[] = [];
    electronChannels(main, (channel) => channels.push(channel), { allows: (url) => url.startsWith("app://editor/") });
    main.emit("tandem", { ...event, senderFrame }, { kind: "open", id: "1" });
    expect(channels).toEqual([]);
    main.emit("tandem", event, { kind: "open", id: "1" });
    expect(channels).toHaveLength(1);
  });

  test.each([null, 5, "open", {}, { kind: "open" }, { kind: "else", id: "1" }])("ignores %j", (message) => {
    const { main, event } = ipc();
    const channels: Channel[] = [];
    electronChannels(main, (channel) => channels.push(channel));
    main.emit("tandem", event, message);
    expect(channels).toEqual([]);
  });

  test("says what to do if a page has no preload script", () => {
    vi.stubGlobal("window", {});
    expect(() => electronChannel()).toThrow(/exposeChannel/);
    vi.unstubAllGlobals();
  });
});

test("bad JSON on a WebSocket closes it with a reason instead of being ignored silently", async () => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "string" || address === null) throw new Error("No port");
  server.on("connection", (socket) => socketChannel(socket));
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`);
  await once(client, "open");
  client.send("{not json");
  const [code, reason] = await once(client, "close");
  expect([code, String(reason)]).toEqual([4400, "Messages must be JSON in text frames"]);
  server.close();
});
