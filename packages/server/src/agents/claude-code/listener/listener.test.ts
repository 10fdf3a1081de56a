import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { networkInterfaces } from "node:os";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { needs } from "../../../../../../test/parts.js";
import { StartError } from "../../../errors.js";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { TestClient } from "../../../testing/test-client.js";

const run = promisify(execFile);

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Sends a raw upgrade request and returns the HTTP response. */
function upgrade(port: number, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port,
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        ...headers,
      },
    });
    outgoing.on("error", reject);
    outgoing.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: response.headers, body: "" });
    });
    outgoing.on("response", (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    outgoing.end();
  });
}

const token = "x-claude-code-ide-authorization";

describe("the port (CON-01, CON-02)", () => {
  test("is in 10000 to 65535 and only reachable on loopback", async () => {
    const { endpoint } = await runEndpoint();
    expect(endpoint.port).toBeGreaterThanOrEqual(10000);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((each) => !each.internal && each.family === "IPv4");
    for (const { address } of others) {
      const socket = connect(endpoint.port, address);
      const [error] = await once(socket, "error");
      expect(error).toMatchObject({ code: "ECONNREFUSED" });
    }
  });

  test("tries every port of the range before giving up", async () => {
    const taken = createTcpServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    await expect(runEndpoint({ portRange: { min: port, max: port } })).rejects.toMatchObject({
      name: "StartError",
      code: "no-free-port",
      message: expect.stringContaining(`No port from ${port} to ${port} is free`),
    });
  });

  test("fails with the number of a fixed port that is in use", async () => {
    const { endpoint } = await runEndpoint();
    const failed = runEndpoint({ port: endpoint.port });
    await expect(failed).rejects.toThrow(StartError);
    await expect(failed).rejects.toThrow(`Port ${endpoint.port} is in use`);
  });

  test("two endpoints that start at the same time get separate ports and locks", async () => {
    const first = await runEndpoint();
    const many = await Promise.all(Array.from({ length: 8 }, () => runEndpoint({ configDir: first.configDir })));
    expect(new Set([first, ...many].map(({ endpoint }) => endpoint.port)).size).toBe(9);
    expect(new Set([first, ...many].map(({ endpoint }) => endpoint.lockFile)).size).toBe(9);
  });

  test("the same port and token survive a restart, and a client reconnects with them (CON-09)", async () => {
    const first = await runEndpoint();
    const { port, authToken } = first.endpoint;
    const client = await TestClient.connect(first.endpoint);
    await first.endpoint.close();
    expect((await client.closed).code).toBe(1001);
    const second = await runEndpoint({ configDir: first.configDir, port, authToken });
    await TestClient.connect({ port, authToken });
    expect(second.endpoint.status.clients).toHaveLength(1);
  });
});

describe("the upgrade", () => {
  test("echoes mcp, without which the client gives up before initialize (CON-06)", async () => {
    const { endpoint } = await runEndpoint();
    const answer = await upgrade(endpoint.port, { [token]: endpoint.authToken, "sec-websocket-protocol": "mcp" });
    expect(answer).toMatchObject({ status: 101, headers: { "sec-websocket-protocol": "mcp" } });
  });

  test("works without a subprotocol and doesn't claim one", async () => {
    const { endpoint } = await runEndpoint();
    const answer = await upgrade(endpoint.port, { [token]: endpoint.authToken });
    expect(answer.status).toBe(101);
    expect(answer.headers).not.toHaveProperty("sec-websocket-protocol");
    const other = await upgrade(endpoint.port, { [token]: endpoint.authToken, "sec-websocket-protocol": "chat" });
    expect(other.headers["sec-websocket-protocol"]).toBeUndefined();
  });

  test("declines compression", async () => {
    const { endpoint } = await runEndpoint();
    const answer = await upgrade(endpoint.port, {
      [token]: endpoint.authToken,
      "sec-websocket-extensions": "permessage-deflate; client_max_window_bits",
    });
    expect(answer.headers).not.toHaveProperty("sec-websocket-extensions");
  });

  test("answers a missing or wrong token with 401 and a message, and never writes it anywhere (AUTH-01, AUTH-02, AUTH-04)", async () => {
    const { endpoint, log } = await runEndpoint();
    const wrong = endpoint.authToken.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const [headers, reason] of [
      [{}, "is missing"],
      [{ [token]: wrong }, "is wrong"],
      [{ [token]: "" }, "is wrong"],
      [{ [token]: "é".repeat(36) }, "is wrong"],
    ] as const) {
      const answer = await upgrade(endpoint.port, { ...headers });
      expect(answer).toMatchObject({ status: 401, body: expect.stringContaining(`${token} ${reason}`) });
      expect(answer.body).toContain("lock file");
    }
    expect(JSON.stringify(log)).not.toContain(endpoint.authToken);
    expect(JSON.stringify(log)).not.toContain(wrong);
    expect(endpoint.status.clients).toEqual([]);
  });

  needs("curl").test("the curl command from the Obsidian docs gets a 401 that says what is missing", async () => {
    const { endpoint } = await runEndpoint();
    const { stdout } = await run("curl", [
      ...["-s", "-i", "-N", "--max-time", "5", "--noproxy", "*"],
      ...["-H", "Connection: Upgrade", "-H", "Upgrade: websocket"],
      ...["-H", "Sec-WebSocket-Key: test", "-H", "Sec-WebSocket-Version: 13"],
      `http://localhost:${endpoint.port}/`,
    ]);
    expect(stdout).toMatch(/^HTTP\/1\.1 401 Unauthorized/);
    expect(stdout).toContain(`The header ${token} is missing`);
  });

  test("optionally accepts a wrong token and closes with 1008 (AUTH-02)", async () => {
    const { endpoint } = await runEndpoint({ reject: 1008 });
    const client = await TestClient.open({ port: endpoint.port, authToken: "wrong" });
    client.begin("initialize", {});
    expect(await client.closed).toEqual({ code: 1008, reason: "Unauthorized" });
    expect(client.received).toEqual([]);
    expect(endpoint.status.clients).toEqual([]);
  });

  test("rejects a web page by its Origin, even with the token (AUTH-05)", async () => {
    const { endpoint } = await runEndpoint();
    for (const origin of ["http://evil.example", "null", `http://127.0.0.1:${endpoint.port}`])
      expect(await upgrade(endpoint.port, { [token]: endpoint.authToken, origin })).toMatchObject({ status: 403 });
  });

  test("rejects a Host other than loopback, even with the token (AUTH-05)", async () => {
    const { endpoint } = await runEndpoint();
    for (const host of [
      "evil.example",
      `evil.example:${endpoint.port}`,
      "127.0.0.1.evil.example",
      "192.168.1.4",
      "1270.0.0.1",
    ])
      expect(await upgrade(endpoint.port, { [token]: endpoint.authToken, host })).toMatchObject({ status: 403 });
    for (const host of [`localhost:${endpoint.port}`, "LOCALHOST", "127.0.0.1", `[::1]:${endpoint.port}`])
      expect(await upgrade(endpoint.port, { [token]: endpoint.authToken, host })).toMatchObject({ status: 101 });
  });

  test("allowedHosts allows a host name", async () => {
    const { endpoint } = await runEndpoint({ allowedHosts: ["Host.Docker.Internal"] });
    const answer = await upgrade(endpoint.port, {
      [token]: endpoint.authToken,
      host: `host.docker.internal:${endpoint.port}`,
    });
    expect(answer.status).toBe(101);
  });

  test("answers a plain GET with 426", async () => {
    const { endpoint } = await runEndpoint();
    const answer = await fetch(`http://127.0.0.1:${endpoint.port}/`);
    expect(answer.status).toBe(426);
    expect(await answer.text()).toContain("WebSocket");
  });

  test("limits the headers of a client without a token", async () => {
    const { endpoint } = await runEndpoint();
    const socket = connect(endpoint.port, "127.0.0.1");
    socket.on("error", () => {});
    let sent = 0;
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ");
    const closed = new Promise((resolve) => socket.on("close", resolve));
    const flood = setInterval(() => {
      sent += 1024;
      socket.write("x".repeat(1024));
    }, 1);
    await closed;
    clearInterval(flood);
    expect(sent).toBeLessThanOrEqual(64 * 1024);
  });

  test("limits the frames of a client without a token before closing with 1008", async () => {
    const { endpoint } = await runEndpoint({ reject: 1008 });
    const client = await TestClient.open({ port: endpoint.port, authToken: "wrong" });
    client.sendRaw("x".repeat(1024 * 1024));
    expect([1006, 1008, 1009]).toContain((await client.closed).code);
    expect(endpoint.status.clients).toEqual([]);
  });

  test("survives a reset during the handshake", async () => {
    const { endpoint } = await runEndpoint();
    const socket = connect(endpoint.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    socket.resetAndDestroy();
    await TestClient.connect(endpoint);
  });
});

describe("client limits (CON-04, CON-10)", () => {
  test("many: answers the eleventh client with 503 until another one disconnects", async () => {
    const { endpoint } = await runEndpoint();
    const clients = await Promise.all(Array.from({ length: 10 }, () => TestClient.connect(endpoint)));
    expect(await upgrade(endpoint.port, { [token]: endpoint.authToken })).toMatchObject({
      status: 503,
      body: expect.stringContaining("10 clients are connected"),
    });
    const disconnected = new Promise<void>((resolve) =>
      endpoint.onStatusChanged(({ clients: now }) => now.length < 10 && resolve()),
    );
    clients[0]?.socket.close();
    await disconnected;
    await TestClient.connect(endpoint);
  });

  test("single: keeps the new client, closes the replaced one and answers it with 503", async () => {
    const { endpoint } = await runEndpoint({ clients: "single" });
    const first = await TestClient.connect(endpoint);
    const second = await TestClient.connect(endpoint);
    expect(await first.closed).toMatchObject({ code: 1000, reason: expect.stringContaining("Replaced") });
    expect(await upgrade(endpoint.port, { [token]: endpoint.authToken })).toMatchObject({ status: 503 });
    expect((await second.request("ping")).result).toEqual({});
    const disconnected = new Promise<void>((resolve) =>
      endpoint.onStatusChanged(({ clients: now }) => now.length === 0 && resolve()),
    );
    second.socket.close();
    await disconnected;
    await TestClient.connect(endpoint); // Any client may connect now.
  });
});

test("a proxy in the environment is bypassed for loopback", async () => {
  const proxy = createServer((_request, response) => response.writeHead(502).end()).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { endpoint } = await runEndpoint({ env: { http_proxy: address, no_proxy: "corp.example" } });
  expect(endpoint.environment()).toMatchObject({
    CLAUDE_CODE_SSE_PORT: String(endpoint.port),
    MCP_CONNECTION_NONBLOCKING: "true",
    ENABLE_IDE_INTEGRATION: "true",
    no_proxy: "corp.example,127.0.0.1,localhost,::1",
    NO_PROXY: "corp.example,127.0.0.1,localhost,::1",
  });
});
