/** The relay between real ends: our own client, and an endpoint with the editor in memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect } from "@tandem/client";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { startEndpoint, type TestEndpoint, temporaryDirectory } from "../../../../test/endpoint.js";
import { eventually } from "../../../../test/eventually.js";
import { Conversation } from "../reading/conversation.js";
import type { Entry } from "../recording/entry.js";
import { type Inspector, startInspector } from "./inspector.js";

interface Inspected {
  readonly inspector: Inspector;
  readonly entries: Entry[];
  readonly configDir: string;
  readonly token: string;
}

async function inspect(
  target: { port: number; authToken?: string },
  configDir = temporaryDirectory(),
): Promise<Inspected> {
  const entries: Entry[] = [];
  const inspector = await startInspector({
    editor: { name: "Memory", target },
    configDir,
    env: {},
    onEntry: (entry) => entries.push(entry),
  });
  onTestFinished(() => inspector.close());
  const { authToken } = JSON.parse(readFileSync(inspector.lockFile, "utf8"));
  return { inspector, entries, configDir, token: authToken };
}

const inspectEndpoint = ({ ide, configDir }: TestEndpoint) =>
  inspect({ port: ide.port, authToken: ide.authToken }, configDir);
const isClosed = (entry: Entry) => "close" in entry;

/** An endpoint by hand, for what no correct one does. */
async function server(onSocket: (socket: WebSocket) => void, options: object = {}): Promise<number> {
  const wss = new WebSocketServer({ port: 0, host: "127.0.0.1", handleProtocols: () => subprotocol, ...options });
  onTestFinished(() => {
    for (const socket of wss.clients) socket.terminate();
    wss.close();
  });
  wss.on("connection", onSocket);
  await once(wss, "listening");
  const address = wss.address();
  return typeof address === "object" && address ? address.port : 0;
}

function dial({ inspector, token }: Inspected, options: object = {}): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${inspector.port}`, [subprotocol], {
    headers: { [authorizationHeader]: token },
    ...options,
  });
  // That it was refused is what these tests look at.
  socket.on("error", () => {});
  onTestFinished(() => socket.terminate());
  return socket;
}

describe("a session through the relay", () => {
  test("is what it would be without it, and everything that passed is told without a fault", async () => {
    const endpoint = await startEndpoint();
    const path = endpoint.write("a.ts", "one\n");
    const inspected = await inspectEndpoint(endpoint);
    const client = await connect({ port: inspected.inspector.port, authToken: inspected.token });
    const answer = client.call("openDiff", {
      old_file_path: path,
      new_file_path: path,
      new_file_contents: "two\n",
      tab_name: "t",
    });
    await eventually(() => expect(endpoint.editor.reviews).toHaveLength(1));
    endpoint.editor.reviews[0]?.accept();
    expect(await answer).toEqual({ decision: "saved", text: "two\n" });
    await client.close();
    await eventually(() => expect(inspected.entries.some(isClosed)).toBe(true));

    const conversation = new Conversation();
    const rows = inspected.entries.flatMap((entry) => conversation.add(entry));
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rows.filter(({ tool }) => tool === "openDiff").map(({ kind }) => kind)).toEqual(["request", "answer"]);
    expect(JSON.stringify(inspected.entries)).not.toContain(endpoint.ide.authToken);
    expect(JSON.stringify(inspected.entries)).not.toContain(inspected.token);
  });

  test("the editor's lock is not touched, and ours draws no client to itself", async () => {
    const endpoint = await startEndpoint();
    const before = [readFileSync(endpoint.ide.lockFile, "utf8"), statSync(endpoint.ide.lockFile).mtimeMs];
    const { inspector } = await inspectEndpoint(endpoint);
    expect([readFileSync(endpoint.ide.lockFile, "utf8"), statSync(endpoint.ide.lockFile).mtimeMs]).toEqual(before);
    const lock = JSON.parse(readFileSync(inspector.lockFile, "utf8"));
    expect(lock).toMatchObject({
      workspaceFolders: [],
      ideName: "Memory (inspected)",
      pid: process.pid,
      onlyByPort: true,
    });
    expect(statSync(inspector.lockFile).mode & 0o777).toBe(0o600);
    await inspector.close();
    expect(readdirSync(join(endpoint.configDir, "ide"))).toEqual([`${endpoint.ide.port}.lock`]);
  });

  test("each of two clients has a connection of its own", async () => {
    const endpoint = await startEndpoint();
    const inspected = await inspectEndpoint(endpoint);
    const target = { port: inspected.inspector.port, authToken: inspected.token };
    const clients = await Promise.all([connect(target), connect(target)]);
    await eventually(() => expect(endpoint.ide.status.clients).toHaveLength(2));
    expect(new Set(inspected.entries.map(({ connection }) => connection))).toEqual(new Set([1, 2]));
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe("frames are passed on as they came", () => {
  test("text to the byte, binary, pings with their words, close codes", async () => {
    const got: unknown[] = [];
    const port = await server((socket) => {
      socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
      socket.on("ping", (data) => got.push(data.toString()));
      socket.on("close", (code, reason) => got.push(code, reason.toString()));
    });
    const inspected = await inspect({ port });
    const socket = dial(inspected);
    const echoes: unknown[] = [];
    socket.on("message", (data, isBinary) => echoes.push(isBinary ? data : data.toString()));
    socket.on("pong", (data) => echoes.push(`pong ${data}`));
    await once(socket, "open");
    const odd = '{ "a": 1.0,\n "b":"\u2028\u{1f600}" }';
    socket.send(odd);
    socket.send(Buffer.of(0, 255), { binary: true });
    socket.ping("are you there");
    await eventually(() => expect(echoes).toEqual([odd, Buffer.of(0, 255), "pong are you there"]));
    socket.close(4321, "enough");
    await eventually(() => expect(got).toEqual(["are you there", 4321, "enough"]));
    await eventually(() =>
      expect(inspected.entries.at(-1)).toMatchObject({ from: "client", close: { code: 4321, reason: "enough" } }),
    );
    expect(inspected.entries).toContainEqual(expect.objectContaining({ from: "client", text: odd }));
  });

  test("an editor that speaks first is heard", async () => {
    const port = await server((socket) => socket.send("first"));
    const socket = dial(await inspect({ port }));
    const [data] = await once(socket, "message");
    expect(String(data)).toBe("first");
  });

  test("an editor that breaks off breaks the client off, and what it said is told", async () => {
    const port = await server((socket) => socket.send("last", () => socket.terminate()));
    const inspected = await inspect({ port });
    const [code] = await once(dial(inspected), "close");
    expect(code).toBe(1006);
    expect(inspected.entries.slice(1)).toMatchObject([
      { from: "editor", text: "last" },
      { from: "editor", close: { code: 1006 } },
    ]);
  });

  test("a client that does not read makes the editor wait, and nothing is lost when it reads again", async () => {
    const size = 1024 * 1024;
    const count = 64;
    const port = await server((socket) => {
      for (let i = 0; i < count; i++) socket.send("x".repeat(size));
    });
    const inspected = await inspect({ port });
    const socket = dial(inspected);
    await once(socket, "open");
    socket.pause();
    await eventually(() => expect(inspected.entries.length).toBeGreaterThan(10));
    let bytes = 0;
    socket.on("message", (data) => {
      bytes += data.toString().length;
    });
    socket.resume();
    await eventually(() => expect(bytes).toBe(size * count));
  });
});

describe("who is not let in", () => {
  test("a wrong token, a page, a foreign host: refused here, and the editor hears nothing of it", async () => {
    let count = 0;
    const port = await server(() => count++);
    const inspected = await inspect({ port });
    const statuses = await Promise.all(
      [
        { headers: { [authorizationHeader]: "wrong" } },
        { headers: { [authorizationHeader]: inspected.token, origin: "http://evil.example" } },
        { headers: { [authorizationHeader]: inspected.token, host: "evil.example" } },
      ].map(async (options) => {
        const [, response] = await once(dial(inspected, options), "unexpected-response");
        return response.statusCode;
      }),
    );
    expect(statuses).toEqual([401, 403, 403]);
    expect(count).toBe(0);
    expect(inspected.entries).toEqual([]);
  });

  test("what the editor answers to the upgrade is what the client gets", async () => {
    const endpoint = await startEndpoint();
    const inspected = await inspect({ port: endpoint.ide.port, authToken: "an old token" });
    const [, response] = await once(dial(inspected), "unexpected-response");
    expect(response.statusCode).toBe(401);
    expect(inspected.entries).toMatchObject([{ refused: { status: 401, words: expect.stringContaining("is wrong") } }]);
  });

  test("an editor that is gone, one that forgets the subprotocol", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const address = closed.address();
    closed.close();
    const gone = await inspect({ port: typeof address === "object" && address ? address.port : 0 });
    await once(dial(gone), "unexpected-response");
    expect(gone.entries).toMatchObject([{ refused: { status: null, words: expect.stringContaining("ECONNREFUSED") } }]);

    const forgetful = await inspect({ port: await server(() => {}, { handleProtocols: () => false }) });
    await once(dial(forgetful), "unexpected-response");
    expect(forgetful.entries).toMatchObject([
      { refused: { status: 101, words: expect.stringContaining("no subprotocol") } },
    ]);
  });
});

describe("the end", () => {
  test("closing tells both ends, and leaves no lock", async () => {
    const endpoint = await startEndpoint();
    const inspected = await inspectEndpoint(endpoint);
    const socket = dial(inspected);
    await once(socket, "open");
    const closed = once(socket, "close");
    await inspected.inspector.close();
    expect((await closed)[0]).toBe(1001);
    await eventually(() => expect(endpoint.ide.status.clients).toEqual([]));
    expect(existsSync(inspected.inspector.lockFile)).toBe(false);
  });

  test("an inspector that was killed left a lock: the next one removes it, and no living editor's", async () => {
    const configDir = temporaryDirectory();
    const endpoint = await startEndpoint({ configDir });
    const dead = spawn(process.execPath, ["-e", ""]);
    await once(dead, "exit");
    mkdirSync(join(configDir, "ide"), { recursive: true });
    const left = join(configDir, "ide", "10001.lock");
    writeFileSync(
      left,
      JSON.stringify({
        pid: dead.pid,
        workspaceFolders: [],
        ideName: "Memory (inspected)",
        transport: "ws",
        authToken: "x",
      }),
    );
    const { inspector } = await inspectEndpoint(endpoint);
    expect(existsSync(left)).toBe(false);
    expect(readdirSync(join(configDir, "ide")).sort()).toEqual(
      [`${endpoint.ide.port}.lock`, `${inspector.port}.lock`].sort(),
    );
  });
});
