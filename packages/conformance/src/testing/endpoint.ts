/** The endpoint for the suite's own tests: correct except for the parts that a test breaks. */
import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { correctParts } from "./correct-parts.js";
import { FakeEditor } from "./fake-editor.js";
import type { Parts, Session } from "./parts.js";
import { cancel, receive, sendSelections } from "./session.js";
import { createTap } from "./tap.js";

export interface RunningEndpoint {
  readonly port: number;
  readonly lockFile: string;
  /** The endpoint's config directory. */
  readonly configDir: string;
  readonly workspace: string;
  close(): Promise<void>;
}

/** A directory for a fault's own files. */
export interface Surroundings {
  readonly root: string;
  readonly workspace: string;
  readonly editor: FakeEditor;
}

async function bind(server: Server, address: string, { min, max }: { min: number; max: number }): Promise<number> {
  for (;;) {
    const port = min + Math.floor(Math.random() * (max - min));
    const bound = await new Promise<boolean>((resolve) => {
      const failed = () => resolve(false);
      server.once("error", failed);
      server.listen(port, address, () => {
        server.off("error", failed);
        resolve(true);
      });
    });
    if (bound) return port;
  }
}

function refuse(socket: Duplex, status: number, body: string): void {
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The connected clients, and who can connect. */
class Clients {
  readonly all = new Set<WebSocket>();
  readonly #parts: Parts;
  #ever = 0;
  #evictedAt = Number.NEGATIVE_INFINITY;
  #newcomerStays = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  isFull(): boolean {
    const { policy, maxClients, freesSlots, stableMs } = this.#parts;
    if (policy === "many") return (freesSlots ? this.all.size : this.#ever) >= maxClients;
    if (this.all.size === 0) return false;
    return policy === "refuses" || (this.#newcomerStays && performance.now() - this.#evictedAt < stableMs);
  }

  add(socket: WebSocket): void {
    if (this.#parts.policy === "single") {
      for (const other of this.all) {
        this.#evictedAt = performance.now();
        this.#newcomerStays = true;
        this.all.delete(other);
        if (this.#parts.evict === "close") other.close(1001, "replaced");
        else other.terminate();
      }
    }
    this.#ever++;
    this.all.add(socket);
    socket.on("close", () => {
      this.all.delete(socket);
      if (this.#parts.forgetsNewcomer && this.all.size === 0) this.#newcomerStays = false;
    });
  }
}

/** Pings every client, and drops those that didn't answer since the last ping (CON-08). */
function watchHealth(parts: Parts, clients: Clients): NodeJS.Timeout {
  const waiting = new Set<WebSocket>();
  const check = () => {
    for (const socket of clients.all) {
      if (waiting.has(socket)) {
        socket.terminate();
        continue;
      }
      waiting.add(socket);
      if (parts.hearsPongs) socket.once("pong", () => waiting.delete(socket));
      if (parts.pingsFirst) socket.ping();
    }
  };
  return setInterval(check, Math.min(parts.healthMs, 2 ** 31 - 1));
}

/** Starts an endpoint in temporary directories, after `breakIt` has changed its parts. */
export async function startEndpoint(
  breakIt: (parts: Parts, surroundings: Surroundings) => void | Promise<void> = () => {},
): Promise<RunningEndpoint> {
  const root = await mkdtemp(join(await realpath(tmpdir()), "endpoint-for-tests-"));
  const workspace = join(root, "workspace");
  const editor = new FakeEditor();
  await mkdir(workspace);
  await writeFile(join(workspace, "readme.md"), "# Readme\n");
  const parts = correctParts(randomUUID());
  await breakIt(parts, { root, workspace, editor });

  const clients = new Clients(parts);
  const http = createServer({ maxHeaderSize: parts.maxHeaderSize }, (_, response) => {
    response.writeHead(parts.plainGetStatus, { Connection: "close" }).end("this is a WebSocket endpoint");
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: parts.maxPayload,
    perMessageDeflate: { threshold: 0 },
    handleProtocols: (offered) => parts.chooseProtocol(offered),
  });
  const health = watchHealth(parts, clients);
  const outer: { tap?: Server } = {};
  const crash = () => {
    clearInterval(health);
    for (const socket of sockets.clients) socket.terminate();
    http.close();
    http.closeAllConnections();
    outer.tap?.close();
  };

  const serveClient = (socket: WebSocket, isUnauthorized: boolean) => {
    const session: Session = {
      parts,
      editor,
      folder: workspace,
      version: undefined,
      diffs: new Map(),
      running: new Map(),
      send(message) {
        const passed = parts.outgoing(message, session);
        if (passed === undefined || socket.readyState !== socket.OPEN) return;
        socket.send(JSON.stringify(passed));
        if (socket.bufferedAmount <= parts.maxUnsent) return;
        socket.close(1013, "too much unread");
        setTimeout(() => socket.terminate(), 100);
      },
      becomeReadyAfter: (ms) => selectionSender.readyAfter(ms),
      crash,
    };
    const selectionSender = sendSelections(session);
    socket.on("error", () => {});
    socket.on("message", (data: Buffer, isBinary) => {
      if (isUnauthorized) return void receive(session, data.toString()).then(() => socket.close(1008, "Unauthorized"));
      if (isBinary) parts.onBinary(session);
      else void receive(session, data.toString());
    });
    socket.on("close", () => {
      selectionSender.stop();
      for (const controller of session.running.values()) controller.abort();
    });
  };

  http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => {});
    const reason = parts.admit(request, parts.token);
    if (reason && (parts.refusal === "status" || reason.status !== 401))
      return refuse(socket, reason.status, reason.body);
    if (!reason && clients.isFull()) return refuse(socket, parts.fullStatus, "no room for another client");
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (reason && parts.refusal === "close") return webSocket.close(parts.refusalCode, "Unauthorized");
      if (!reason) clients.add(webSocket);
      serveClient(webSocket, reason !== undefined);
    });
  });

  if (!parts.notifications.has("notifications/cancelled"))
    parts.notifications.set("notifications/cancelled", (params, { session }) => cancel(params, session));
  const port = await listen(http, parts, outer);
  const lockFile = await writeLock(root, workspace, port, parts);
  return {
    port,
    lockFile,
    configDir: join(root, "config"),
    workspace,
    async close() {
      crash();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function listen(http: Server, parts: Parts, outer: { tap?: Server }): Promise<number> {
  if (!parts.tap) return bind(http, parts.address, parts.ports);
  outer.tap = createTap(await bind(http, "127.0.0.1", parts.ports), parts.tap);
  return bind(outer.tap, parts.address, parts.ports);
}

async function writeLock(root: string, workspace: string, port: number, parts: Parts): Promise<string> {
  const directory = join(root, parts.lockDirectory);
  const lockFile = join(directory, `${port}.lock`);
  const lock = {
    pid: process.pid,
    workspaceFolders: [workspace],
    ideName: "Endpoint for tests",
    transport: "ws" as const,
    runningInWindows: process.platform === "win32",
    authToken: parts.token,
    port,
  };
  await mkdir(directory, { recursive: true, mode: parts.directoryMode });
  await writeFile(lockFile, parts.lockContent ?? JSON.stringify(parts.lockFields(lock)));
  for (const name of parts.leftovers) await writeFile(join(directory, name.replace("<port>", String(port))), "");
  await chmod(lockFile, parts.fileMode);
  await chmod(directory, parts.directoryMode);
  return lockFile;
}
