/** The HTTP of agents that use it: who may connect, and how sessions begin and end. */
import { request } from "node:http";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { readDiscovery } from "../testing/gemini-client.js";
import { geminiFixture } from "../testing/gemini-fixture.js";

interface Answer {
  readonly status: number | undefined;
  readonly sessionId: string | undefined;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends a request with any headers, which `fetch` doesn't allow. */
function send(port: number, { method = "POST", path = "/mcp", headers = {}, body = "" }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      const sessionId = response.headers["mcp-session-id"];
      const finish = () => resolve({ status: response.statusCode, sessionId: String(sessionId ?? ""), body: text });
      // A stream doesn't end.
      if (response.headers["content-type"] === "text/event-stream") response.once("data", finish);
      else response.on("end", finish);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const json = { "content-type": "application/json" };
const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "n", version: "1" } },
});
const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

async function fixture(options: Parameters<typeof geminiFixture>[0] = {}) {
  const running = await geminiFixture(options);
  const { port, authToken } = readDiscovery(running.discoveryFile);
  const authorization = `Bearer ${authToken}`;
  const post = (body: string, headers: Record<string, string> = {}) =>
    send(port, { body, headers: { ...json, authorization, ...headers } });
  return { ...running, port, authorization, post };
}

describe("who may connect", () => {
  test("nobody without the token, whatever else they send", async () => {
    const { port, authorization, endpoint, log } = await fixture();
    for (const headers of [
      {},
      { authorization: "" },
      { authorization: "Bearer wrong" },
      { authorization: authorization.slice(7) },
    ])
      expect(await send(port, { headers: { ...json, ...headers }, body: initialize })).toMatchObject({ status: 401 });
    expect(JSON.stringify(log)).not.toContain(authorization);
    expect(endpoint.status.clients).toEqual([]);
  });

  test("no web page, even with the token", async () => {
    const { post } = await fixture();
    for (const headers of [{ origin: "http://evil.example" }, { origin: "null" }, { host: "evil.example" }])
      expect(await post(initialize, headers)).toMatchObject({ status: 403 });
    // Node's fetch sends this, so it doesn't make a web page.
    expect(await post(initialize, { "sec-fetch-mode": "cors", "accept-language": "*" })).toMatchObject({ status: 200 });
  });

  test("a client in a container, if the user allows its name for this machine", async () => {
    const host = { host: "host.docker.internal" };
    expect(await (await fixture()).post(initialize, host)).toMatchObject({ status: 403 });
    const { post } = await fixture({ allowedHosts: ["host.docker.internal"] });
    expect(await post(initialize, host)).toMatchObject({ status: 200 });
  });

  test("guesses of the token are limited, and the right one still works", async () => {
    const { port, post } = await fixture();
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => send(port, { headers: { authorization: "Bearer wrong" } })),
    );
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
    expect(await post(initialize)).toMatchObject({ status: 200 });
  });
});

describe("a session", () => {
  test("begins with initialize, and its id is needed from then on", async () => {
    const { post } = await fixture();
    expect(await post(ping)).toMatchObject({ status: 400 });
    expect(await post(ping, { "mcp-session-id": "unknown" })).toMatchObject({ status: 404 });
    const { sessionId = "" } = await post(initialize);
    expect(await post(ping, { "mcp-session-id": sessionId })).toMatchObject({ status: 200 });
  });

  test("a client that tries a newer revision first is told to send initialize", async () => {
    const { post } = await fixture();
    const answer = await post(JSON.stringify({ jsonrpc: "2.0", id: 7, method: "server/discover", params: {} }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ id: 7, error: { code: -32_601 } });
  });

  test("ends with DELETE", async () => {
    const { endpoint, port, authorization, post } = await fixture();
    const { sessionId = "" } = await post(initialize);
    expect(endpoint.status.clients).toHaveLength(1);
    const headers = { authorization, "mcp-session-id": sessionId };
    expect(await send(port, { method: "DELETE", headers })).toMatchObject({ status: 200 });
    expect(endpoint.status.clients).toEqual([]);
    expect(await post(ping, { "mcp-session-id": sessionId })).toMatchObject({ status: 404 });
  });

  test("without a stream is forgotten a minute after its last message", async () => {
    const clock = new FakeClock();
    const { endpoint, post } = await fixture({ clock });
    const { sessionId = "" } = await post(initialize);
    clock.advance(59_000);
    await post(ping, { "mcp-session-id": sessionId });
    clock.advance(59_000);
    expect(endpoint.status.clients).toHaveLength(1);
    clock.advance(1_000);
    expect(endpoint.status.clients).toEqual([]);
  });

  test("a quiet stream shows signs of life, or Node's fetch would end it after five minutes", async () => {
    const clock = new FakeClock();
    const { port, authorization, post } = await fixture({ clock });
    const { sessionId = "" } = await post(initialize);
    const headers = { authorization, "mcp-session-id": sessionId, accept: "text/event-stream" };
    const stream = send(port, { method: "GET", headers });
    await post(ping, { "mcp-session-id": sessionId });
    clock.advance(30_000);
    expect((await stream).body).toMatch(/^: keep-alive\n\n/);
  });
});

describe("requests that are refused", () => {
  test("another path, method or type, an oversized message, JSON that is none, and too deep JSON", async () => {
    const { port, authorization, post } = await fixture({ maxMessageBytes: 100_000 });
    const headers = { ...json, authorization };
    expect(await send(port, { path: "/", headers, body: initialize })).toMatchObject({ status: 404 });
    expect(await send(port, { method: "PUT", headers, body: initialize })).toMatchObject({ status: 405 });
    expect(await post(initialize, { "content-type": "text/plain" })).toMatchObject({ status: 415 });
    expect(await post("x".repeat(70_000))).toMatchObject({ status: 413 });
    const { sessionId = "" } = await post(initialize);
    const session = { "mcp-session-id": sessionId };
    expect(await post("x".repeat(100_001), session)).toMatchObject({ status: 413 });
    expect(JSON.parse((await post("{", session)).body)).toMatchObject({ error: { code: -32_700 } });
    expect(JSON.parse((await post("[".repeat(99_000), session)).body)).toMatchObject({ error: {} });
    expect(await post(ping, session)).toMatchObject({ status: 200 });
  });
});
