/** Servers in processes of their own, and clients of them that measure. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
import { WebSocket } from "ws";

const main = fileURLToPath(new URL("servers/main.mjs", import.meta.url));

/** Starts a server of `servers/main.mjs`; it ends with `stop`, and with this process. */
export async function serve(kind, scene = {}, execArgv = []) {
  const child = fork(main, [kind, JSON.stringify(scene)], { execArgv });
  const [target] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`The server "${kind}" has ended before it listened, with ${code}`);
    }),
  ]);
  return { target, child, stop: () => child.disconnect() };
}

/** What the server's process uses of the processor while this runs, in ms: what an editor is kept from other things. */
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

/** The three that every figure of a server has: the floor, what one would write instead, and ours. */
export async function serveAll(scene = {}) {
  const servers = {
    floor: await serve("echo", scene),
    alternative: await serve("sdk", scene),
    ours: await serve("tandem", scene),
  };
  return {
    servers,
    stop: () => {
      for (const { stop } of Object.values(servers)) stop();
    },
  };
}

export const initializeParams = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};

/** A client that sends frames and hears of each message; it parses nothing, as that would be measured too. */
export class Client {
  #socket;
  #id = 0;
  #heard = () => {};

  constructor(socket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#heard(data));
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

  /** Connected and initialised. */
  static async join(server) {
    const client = await Client.open(server);
    await client.request("initialize", initializeParams);
    client.notify("notifications/initialized");
    return client;
  }

  onMessage(listener) {
    this.#heard = listener;
  }

  send(frame) {
    this.#socket.send(frame);
  }

  frame(method, params) {
    return JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params });
  }

  /** Sends, and resolves with the next message as it came. */
  exchange(frame) {
    return new Promise((resolve) => {
      this.#heard = resolve;
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

/** A client of each server. */
export async function joinAll(servers) {
  const entries = Object.entries(servers).map(async ([name, server]) => [name, await Client.join(server)]);
  return Object.fromEntries(await Promise.all(entries));
}

/** The same figure of three contenders as members of a row. */
export function besides(samples, measure, scale = 1) {
  return {
    ours: measure(samples.ours) * scale,
    floor: measure(samples.floor) * scale,
    floorIs: "bare ws JSON echo",
    ...(samples.alternative && { alternative: measure(samples.alternative) * scale, alternativeIs: "MCP SDK server" }),
  };
}
