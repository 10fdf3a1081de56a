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

/** An upgrade by hand: what a refusal looks like on the wire. */
function upgrade(port: number, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({
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
    asked.on("error", reject);
    asked.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: response.headers, body: "" });
    });
    asked.on("response", (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.end();
  });
}

const token = "x-claude-code-ide-authorization";

describe("the port (CON-01, CON-02)", () => {
  test("lies in 10000 to 65535 and is not reachable on another address", async () => {
    const { ide } = await runEndpoint();
    expect(ide.port).toBeGreaterThanOrEqual(10000);
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((each) => !each.internal && each.family === "IPv4");
    for (const { address } of others) {
      const socket = connect(ide.port, address);
      const [error] = await once(socket, "error");
      expect(error).toMatchObject({ code: "ECONNREFUSED" });
    }
  });

  test("every port of the range is tried before giving up, and the error says so", async () => {
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

  test("a fixed port that is taken is an error that names it", async () => {
    const { ide } = await runEndpoint();
    const failed = runEndpoint({ port: ide.port });
    await expect(failed).rejects.toThrow(StartError);
    await expect(failed).rejects.toThrow(`Port ${ide.port} is taken`);
  });

  test("two endpoints that start at once get a port and a lock each", async () => {
    const first = await runEndpoint();
    const many = await Promise.all(Array.from({ length: 8 }, () => runEndpoint({ configDir: first.configDir })));
    expect(new Set([first, ...many].map(({ ide }) => ide.port)).size).toBe(9);
    expect(new Set([first, ...many].map(({ ide }) => ide.lockFile)).size).toBe(9);
  });

  test("the same port and token survive a restart, and a client comes back with them (CON-09)", async () => {
    const first = await runEndpoint();
    const { port, authToken } = first.ide;
    const client = await TestClient.connect(first.ide);
    await first.ide.close();
    expect((await client.closed).code).toBe(1001);
    const second = await runEndpoint({ configDir: first.configDir, port, authToken });
    await TestClient.connect({ port, authToken });
    expect(second.ide.status.clients).toHaveLength(1);
  });
});

describe("the upgrade", () => {
  test("echoes mcp, without which the client gives up before initialize (CON-06)", async () => {
    const { ide } = await runEndpoint();
    const answer = await upgrade(ide.port, { [token]: ide.authToken, "sec-websocket-protocol": "mcp" });
    expect(answer).toMatchObject({ status: 101, headers: { "sec-websocket-protocol": "mcp" } });
  });

  test("works without a subprotocol, and claims none that was not asked for", async () => {
    const { ide } = await runEndpoint();
    const answer = await upgrade(ide.port, { [token]: ide.authToken });
    expect(answer.status).toBe(101);
    expect(answer.headers).not.toHaveProperty("sec-websocket-protocol");
    const other = await upgrade(ide.port, { [token]: ide.authToken, "sec-websocket-protocol": "chat" });
    expect(other.headers["sec-websocket-protocol"]).toBeUndefined();
  });

  test("declines compression", async () => {
    const { ide } = await runEndpoint();
    const answer = await upgrade(ide.port, {
      [token]: ide.authToken,
      "sec-websocket-extensions": "permessage-deflate; client_max_window_bits",
    });
    expect(answer.headers).not.toHaveProperty("sec-websocket-extensions");
  });

  test("a missing or wrong token is 401 with words, and is not written anywhere (AUTH-01, AUTH-02, AUTH-04)", async () => {
    const { ide, log } = await runEndpoint();
    const wrong = ide.authToken.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const [headers, words] of [
      [{}, "is missing"],
      [{ [token]: wrong }, "is wrong"],
      [{ [token]: "" }, "is wrong"],
      [{ [token]: "é".repeat(36) }, "is wrong"],
    ] as const) {
      const answer = await upgrade(ide.port, { ...headers });
      expect(answer).toMatchObject({ status: 401, body: expect.stringContaining(`${token} ${words}`) });
      expect(answer.body).toContain("lock file");
    }
    expect(JSON.stringify(log)).not.toContain(ide.authToken);
    expect(JSON.stringify(log)).not.toContain(wrong);
    expect(ide.status.clients).toEqual([]);
  });

  needs("curl").test("the curl of the Obsidian document gets a 401 whose body says what is missing", async () => {
    const { ide } = await runEndpoint();
    const { stdout } = await run("curl", [
      ...["-s", "-i", "-N", "--max-time", "5", "--noproxy", "*"],
      ...["-H", "Connection: Upgrade", "-H", "Upgrade: websocket"],
      ...["-H", "Sec-WebSocket-Key: test", "-H", "Sec-WebSocket-Version: 13"],
      `http://localhost:${ide.port}/`,
    ]);
    expect(stdout).toMatch(/^HTTP\/1\.1 401 Unauthorized/);
    expect(stdout).toContain(`The header ${token} is missing`);
  });

  test("as an option a bad token is let in and closed with 1008 (AUTH-02)", async () => {
    const { ide } = await runEndpoint({ reject: 1008 });
    const client = await TestClient.open({ port: ide.port, authToken: "wrong" });
    client.begin("initialize", {});
    expect(await client.closed).toEqual({ code: 1008, reason: "Unauthorized" });
    expect(client.received).toEqual([]);
    expect(ide.status.clients).toEqual([]);
  });

  test("a web page is refused even with the token: Origin (AUTH-05)", async () => {
    const { ide } = await runEndpoint();
    for (const origin of ["http://evil.example", "null", `http://127.0.0.1:${ide.port}`])
      expect(await upgrade(ide.port, { [token]: ide.authToken, origin })).toMatchObject({ status: 403 });
  });

  test("a Host that is not loopback is refused even with the token (AUTH-05)", async () => {
    const { ide } = await runEndpoint();
    for (const host of [
      "evil.example",
      `evil.example:${ide.port}`,
      "127.0.0.1.evil.example",
      "192.168.1.4",
      "1270.0.0.1",
    ])
      expect(await upgrade(ide.port, { [token]: ide.authToken, host })).toMatchObject({ status: 403 });
    for (const host of [`localhost:${ide.port}`, "LOCALHOST", "127.0.0.1", `[::1]:${ide.port}`])
      expect(await upgrade(ide.port, { [token]: ide.authToken, host })).toMatchObject({ status: 101 });
  });

  test("allowedHosts admits a name", async () => {
    const { ide } = await runEndpoint({ allowedHosts: ["Host.Docker.Internal"] });
    const answer = await upgrade(ide.port, { [token]: ide.authToken, host: `host.docker.internal:${ide.port}` });
    expect(answer.status).toBe(101);
  });

  test("a plain GET is told to upgrade", async () => {
    const { ide } = await runEndpoint();
    const answer = await fetch(`http://127.0.0.1:${ide.port}/`);
    expect(answer.status).toBe(426);
    expect(await answer.text()).toContain("WebSocket");
  });

  test("a peer without the token cannot make it hold more than a little: endless headers are cut off", async () => {
    const { ide } = await runEndpoint();
    const socket = connect(ide.port, "127.0.0.1");
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

  test("a peer without the token that is closed with 1008 cannot send a large frame first", async () => {
    const { ide } = await runEndpoint({ reject: 1008 });
    const client = await TestClient.open({ port: ide.port, authToken: "wrong" });
    client.sendRaw("x".repeat(1024 * 1024));
    expect([1006, 1008, 1009]).toContain((await client.closed).code);
    expect(ide.status.clients).toEqual([]);
  });

  test("a peer that resets in the middle of the handshake harms nobody", async () => {
    const { ide } = await runEndpoint();
    const socket = connect(ide.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    socket.resetAndDestroy();
    await TestClient.connect(ide);
  });
});

describe("how many (CON-04, CON-10)", () => {
  test("many: the eleventh is answered 503 with words, and a place that becomes free is given again", async () => {
    const { ide } = await runEndpoint();
    const clients = await Promise.all(Array.from({ length: 10 }, () => TestClient.connect(ide)));
    expect(await upgrade(ide.port, { [token]: ide.authToken })).toMatchObject({
      status: 503,
      body: expect.stringContaining("10 clients are connected"),
    });
    const gone = new Promise<void>((resolve) =>
      ide.onStatusChanged(({ clients: now }) => now.length < 10 && resolve()),
    );
    clients[0]?.socket.close();
    await gone;
    await TestClient.connect(ide);
  });

  test("single: the newcomer stays, the one it replaced is closed and then answered 503", async () => {
    const { ide } = await runEndpoint({ clients: "single" });
    const first = await TestClient.connect(ide);
    const second = await TestClient.connect(ide);
    expect(await first.closed).toMatchObject({ code: 1000, reason: expect.stringContaining("Replaced") });
    expect(await upgrade(ide.port, { [token]: ide.authToken })).toMatchObject({ status: 503 });
    expect((await second.request("ping")).result).toEqual({});
    const gone = new Promise<void>((resolve) =>
      ide.onStatusChanged(({ clients: now }) => now.length === 0 && resolve()),
    );
    second.socket.close();
    await gone;
    await TestClient.connect(ide); // A free place takes anyone.
  });
});

test("a proxy in the environment is none of the endpoint's business", async () => {
  const proxy = createServer((_request, response) => response.writeHead(502).end()).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { ide } = await runEndpoint({ env: { http_proxy: address, no_proxy: "corp.example" } });
  expect(ide.environment()).toMatchObject({
    CLAUDE_CODE_SSE_PORT: String(ide.port),
    MCP_CONNECTION_NONBLOCKING: "true",
    ENABLE_IDE_INTEGRATION: "true",
    no_proxy: "corp.example,127.0.0.1,localhost,::1",
    NO_PROXY: "corp.example,127.0.0.1,localhost,::1",
  });
});
