/** Servers in separate processes, and clients that measure them. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { authorizationHeader, subprotocol } from "@tandem-ide/protocol";
import { WebSocket } from "ws";
import { takeTurns } from "./statistics.mjs";

const main = fileURLToPath(new URL("servers/main.mjs", import.meta.url));

/** Starts a server of `servers/main.mjs`, which exits on `stop` or together with this process. */
export async function serve(kind, fixture = {}, execArgv = []) {
  const child = fork(main, [kind, JSON.stringify(fixture)], { execArgv });
  const [target] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`The server "${kind}" exited with ${code} before it listened`);
    }),
  ]);
  return { target, child, stop: () => child.disconnect() };
}

/** Measures the CPU time of the server's process during the work, in ms: the time an editor can't do anything else. */
export async function processorTime({ child }, work) {
  const now = async () => {
    child.send("processor");
    const [time] = await once(child, "message");
    return time;
  };
  const before = await now();
  await work();
  return (await now()) - before;
}

/** Starts the three compared servers: the floor, the alternative and Tandem. */
async function serveAll(fixture) {
  const servers = {
    floor: await serve("echo", fixture),
    alternative: await serve("sdk", fixture),
    ours: await serve("tandem", fixture),
  };
  const stop = () => {
    for (const server of Object.values(servers)) server.stop();
  };
  return { servers, stop };
}

const initializeParams = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};

/** A client that sends frames and passes on messages without parsing them, which would be measured too. */
export class Client {
  #socket;
  #id = 0;
  #listener = () => {};

  constructor(socket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#listener(data));
  }

  static async open({ target: { port, authToken } }) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, [subprotocol], {
      headers: { [authorizationHeader]: authToken },
      perMessageDeflate: false,
      maxPayload: 256 * 1024 * 1024,
    });
    await once(socket, "open");
    return new Client(socket);
  }

  /** Connects and initialises. */
  static async join(server) {
    const client = await Client.open(server);
    await client.request("initialize", initializeParams);
    client.notify("notifications/initialized");
    return client;
  }

  onMessage(listener) {
    this.#listener = listener;
  }

  send(frame) {
    this.#socket.send(frame);
  }

  frame(method, params) {
    return JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params });
  }

  /** Sends a frame and resolves to the next message. */
  exchange(frame) {
    return new Promise((resolve) => {
      this.#listener = resolve;
      this.#socket.send(frame);
    });
  }

  request(method, params) {
    return this.exchange(this.frame(method, params));
  }

  notify(method, params) {
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  end() {
    this.#socket.terminate();
  }
}

/**
 * Starts the three servers, each with a client. `compare(round, options)` runs rounds of all clients in turn, where
 * `round(client, server)` returns one sample or several.
 */
export async function startComparison(fixture = {}) {
  const { servers, stop } = await serveAll(fixture);
  const clients = {};
  for (const [name, server] of Object.entries(servers)) clients[name] = await Client.join(server);
  const compare = (round, options) =>
    takeTurns(
      mapValues(clients, (client, name) => () => round(client, servers[name])),
      options,
    );
  return { compare, stop };
}

/** Returns the object with each value replaced by `map(value, name)`. */
export function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}

/** Returns the row members with one figure of the three servers. */
export function besides(
  samples,
  measure,
  { scale = 1, floorIs = "bare ws JSON echo", alternativeIs = "MCP SDK server" } = {},
) {
  const of = (name) => measure(samples[name]) * scale;
  return {
    ours: of("ours"),
    floor: of("floor"),
    floorIs,
    ...(samples.alternative && { alternative: of("alternative"), alternativeIs }),
  };
}
