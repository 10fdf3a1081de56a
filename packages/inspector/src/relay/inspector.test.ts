/** The relay between real ends: our own client, and an endpoint with the editor in memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { authorizationHeader, subprotocol } from "@tandem-ide/protocol";
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

const inspectEndpoint = ({ endpoint, configDir }: TestEndpoint) =>
  inspect({ port: endpoint.port, authToken: endpoint.authToken }, configDir);
const isClosed = (entry: Entry) => "close" in entry;

/** A raw endpoint, for what a correct one never does. */
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
  // These tests check that it was refused.
  socket.on("error", () => {});
  onTestFinished(() => socket.terminate());
  return socket;
}

describe("a session through the relay", () => {
  test("works as it does without the relay, and is reported without faults", async () => {
    const running = await startEndpoint();
    const path = running.write("a.ts", "one\n");
    const inspected = await inspectEndpoint(running);
    const client = await connect({ port: inspected.inspector.port, authToken: inspected.token });
    const answer = client.call("openDiff", {
      old_file_path: path,
      new_file_path: path,
      new_file_contents: "two\n",
      tab_name: "t",
    });
    await eventually(() => expect(running.editor.reviews).toHaveLength(1));
    running.editor.reviews[0]?.accept();
    expect(await answer).toEqual({ decision: "saved", text: "two\n" });
    await client.close();
    await eventually(() => expect(inspected.entries.some(isClosed)).toBe(true));

    const conversation = new Conversation();
    const rows = inspected.entries.flatMap((entry) => conversation.add(entry));
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rows.filter(({ tool }) => tool === "openDiff").map(({ kind }) => kind)).toEqual(["request", "answer"]);
    expect(JSON.stringify(inspected.entries)).not.toContain(running.endpoint.authToken);
    expect(JSON.stringify(inspected.entries)).not.toContain(inspected.token);
  });

  test("leaves the editor's lock file alone and attracts no clients", async () => {
    const running = await startEndpoint();
    const before = [readFileSync(running.endpoint.lockFile, "utf8"), statSync(running.endpoint.lockFile).mtimeMs];
    const { inspector } = await inspectEndpoint(running);
    expect([readFileSync(running.endpoint.lockFile, "utf8"), statSync(running.endpoint.lockFile).mtimeMs]).toEqual(
      before,
    );
    const lock = JSON.parse(readFileSync(inspector.lockFile, "utf8"));
    expect(lock).toMatchObject({
      workspaceFolders: [],
      ideName: "Memory (inspected)",
      pid: process.pid,
      onlyByPort: true,
    });
    expect(statSync(inspector.lockFile).mode & 0o777).toBe(0o600);
    await inspector.close();
    expect(readdirSync(join(running.configDir, "ide"))).toEqual([`${running.endpoint.port}.lock`]);
  });

  test("two clients have separate connections", async () => {
    const running = await startEndpoint();
    const inspected = await inspectEndpoint(running);
    const target = { port: inspected.inspector.port, authToken: inspected.token };
    const clients = await Promise.all([connect(target), connect(target)]);
    await eventually(() => expect(running.endpoint.status.clients).toHaveLength(2));
    expect(new Set(inspected.entries.map(({ connection }) => connection))).toEqual(new Set([1, 2]));
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe("frames are relayed unchanged", () => {
  test("keeps text, binary frames, pings and close codes", async () => {
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

  test("relays an editor that sends the first message", async () => {
    const port = await server((socket) => socket.send("first"));
    const socket = dial(await inspect({ port }));
    const [data] = await once(socket, "message");
    expect(String(data)).toBe("first");
  });

  test("a lost editor ends the client, and its messages are recorded", async () => {
    const port = await server((socket) => socket.send("last", () => socket.terminate()));
    const inspected = await inspect({ port });
    const [code] = await once(dial(inspected), "close");
    expect(code).toBe(1006);
    expect(inspected.entries.slice(1)).toMatchObject([
      { from: "editor", text: "last" },
      { from: "editor", close: { code: 1006 } },
    ]);
  });

  test("a client that doesn't read makes the editor wait, and nothing is lost", async () => {
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

describe("refused connections", () => {
  test("refuses a wrong token, a page or a foreign host without contacting the editor", async () => {
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

  test("passes the editor's response to the upgrade on to the client", async () => {
    const running = await startEndpoint();
    const inspected = await inspect({ port: running.endpoint.port, authToken: "an old token" });
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
  test("closing ends both connections and leaves no lock file", async () => {
    const running = await startEndpoint();
    const inspected = await inspectEndpoint(running);
    const socket = dial(inspected);
    await once(socket, "open");
    const closed = once(socket, "close");
    await inspected.inspector.close();
    expect((await closed)[0]).toBe(1001);
    await eventually(() => expect(running.endpoint.status.clients).toEqual([]));
    expect(existsSync(inspected.inspector.lockFile)).toBe(false);
  });

  test("removes a killed inspector's lock file, but not those of running editors", async () => {
    const configDir = temporaryDirectory();
    const running = await startEndpoint({ configDir });
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
    const { inspector } = await inspectEndpoint(running);
    expect(existsSync(left)).toBe(false);
    expect(readdirSync(join(configDir, "ide")).sort()).toEqual(
      [`${running.endpoint.port}.lock`, `${inspector.port}.lock`].sort(),
    );
  });
});
