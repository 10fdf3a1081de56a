/** A real Jupyter server at a path like a hub's, not started by Tandem, and a proxy that can cut its connections. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { TestHome } from "./home.js";

export interface RealServer {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  stop(): Promise<void>;
}

export async function startRealServer(home: TestHome): Promise<RealServer> {
  const port = await freePort();
  const token = "token-of-the-test";
  const url = `http://127.0.0.1:${port}/user/ada/`;
  const settings = {
    ip: "127.0.0.1",
    port,
    port_retries: 0,
    base_url: "/user/ada/",
    token,
    open_browser: "False",
    allow_root: "True",
    root_dir: home.folder,
    iopub_data_rate_limit: 0,
  };
  const argv = Object.entries(settings).map(([name, value]) => `--ServerApp.${name}=${value}`);
  const child = spawn("jupyter-server", argv, { cwd: home.directory, env: home.environment, stdio: "ignore" });
  const ended = once(child, "exit");
  for (;;) {
    const isUp = await fetch(`${url}api`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null) throw new Error(`jupyter-server ended with ${child.exitCode}`);
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url, port, token, stop };
}

export interface Proxy {
  readonly port: number;
  /** Cuts all connections abruptly, like a network failure. */
  cut(): void;
  /** Sets whether new connections are rejected. */
  block(isBlocked: boolean): void;
  stop(): Promise<void>;
}

export async function startProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isBlocked = false;
  const server = createServer((near) => {
    if (isBlocked) return near.destroy();
    const far = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    return undefined;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: portOf(server.address()),
    cut,
    block: (block) => {
      isBlocked = block;
    },
    stop: async () => {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const port = portOf(probe.address());
  probe.close();
  await once(probe, "close");
  return port;
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
