/** The life cycle of an endpoint: created, started, restarted at its address, closed (CON-09). */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Address } from "./address.js";
import { prepareEndpoint } from "./create-endpoint.js";
import type { EndpointOptions } from "./options.js";
import { runEndpoint } from "./testing/running-endpoint.js";
import { temporaryDirectory } from "./testing/temporary.js";
import { TestClient } from "./testing/test-client.js";
import { TestEditor } from "./testing/test-editor.js";

function prepared(options: EndpointOptions = {}) {
  const folder = temporaryDirectory();
  const editor = new TestEditor([folder]);
  const endpoint = prepareEndpoint(editor, { env: {}, home: folder, configDir: folder, readyDelayMs: 0, ...options });
  onTestFinished(() => endpoint.close());
  return { endpoint, editor, folder };
}

/** A store for the address that a test can inspect. */
function memoryStore(before?: Address) {
  const kept: Address[] = before ? [before] : [];
  return { kept, load: () => kept.at(-1), save: (address: Address) => void kept.push(address) };
}

async function occupied(): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

describe("restart", () => {
  test("restart closes all connections and keeps the address, pause, rules and listeners", async () => {
    const { endpoint, editor } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    const { port, authToken } = endpoint;
    const seen: string[] = [];
    endpoint.onStatusChanged(({ state, clients }) => seen.push(`${state.kind} ${clients.length}`));
    endpoint.setPaused(true);
    endpoint.setHiddenRules(["*.secret"]);
    await endpoint.restart();
    expect(await client.closed).toMatchObject({ code: 1001 });
    expect([endpoint.port, endpoint.authToken]).toEqual([port, authToken]);
    expect(endpoint.status).toMatchObject({ isPaused: true, clients: [], state: { kind: "serving" } });
    expect(endpoint.whyHidden("/x/a.secret")).toMatchObject({ source: "settings" });
    expect(editor.events).toBeDefined();
    await TestClient.connect(endpoint);
    expect(seen.at(-1)).toBe("serving 1");
    expect(seen).toContain("starting 0");
  });

  test("restart accepts other serving options", async () => {
    const { endpoint } = await runEndpoint();
    await endpoint.restart({ clients: "single" });
    const first = await TestClient.connect(endpoint);
    await TestClient.connect(endpoint);
    expect(await first.closed).toMatchObject({ code: 1000 });
  });

  test("concurrent restarts run in sequence, and a close in between ends the endpoint", async () => {
    const { endpoint } = await runEndpoint();
    const { port } = endpoint;
    await Promise.all([endpoint.restart(), endpoint.restart()]);
    expect(endpoint.port).toBe(port);
    const restarting = endpoint.restart();
    await endpoint.close();
    await restarting;
    expect(endpoint.status.state).toEqual({ kind: "closed" });
    expect(existsSync(endpoint.lockFile)).toBe(false);
  });
});

describe("a saved address", () => {
  test("is used by the next process", async () => {
    const store = memoryStore();
    const first = prepared({ address: store });
    await first.endpoint.start();
    await first.endpoint.close();
    const second = prepared({ address: store });
    await second.endpoint.start();
    expect(store.kept).toHaveLength(2);
    expect(store.kept[1]).toEqual(store.kept[0]);
    expect(second.endpoint.port).toBe(first.endpoint.port);
  });

  test("waits for the previous process to release the port", async () => {
    const store = memoryStore();
    const first = prepared({ address: store });
    await first.endpoint.start();
    const second = prepared({ address: store, configDir: first.folder });
    const started = second.endpoint.start();
    await first.endpoint.close();
    await started;
    expect(second.endpoint.port).toBe(first.endpoint.port);
  });

  test("falls back to another port with the same token if a program uses the port", async () => {
    const port = await occupied();
    const store = memoryStore({ port, authToken: "0123456789abcdef" });
    const log: string[] = [];
    const after = (_ms: number, task: () => void) => {
      setImmediate(task);
      return () => {};
    };
    const clock = { now: () => 0, after };
    const { endpoint } = prepared({ address: store, clock, log: ({ message }) => void log.push(message) });
    await endpoint.start();
    expect(endpoint.port).not.toBe(port);
    expect(store.kept.at(-1)).toEqual({ port: endpoint.port, authToken: "0123456789abcdef" });
    expect(log).toContainEqual(expect.stringContaining(`The previous port ${port} is in use`));
  });

  test("serves even if the address can't be saved", async () => {
    const log: string[] = [];
    const { endpoint } = prepared({
      address: { load: () => undefined, save: () => Promise.reject(new Error("the disk is full")) },
      log: ({ message }) => void log.push(message),
    });
    await endpoint.start();
    expect(endpoint.status.state).toEqual({ kind: "serving" });
    expect(log).toContain("Could not save the address: the disk is full");
  });
});

describe("a failed start", () => {
  test("has the reason in the status, and the next restart tries again", async () => {
    const port = await occupied();
    const { endpoint } = prepared({ port });
    const seen: string[] = [];
    endpoint.onStatusChanged(({ state }) => seen.push(state.kind));
    expect(endpoint.status.state).toEqual({ kind: "starting" });
    await expect(endpoint.start()).rejects.toMatchObject({ code: "port-taken" });
    expect(endpoint.status.state).toMatchObject({ kind: "failed", reason: expect.stringContaining(String(port)) });
    expect(seen).toEqual(["failed"]);
    await expect(endpoint.restart()).rejects.toMatchObject({ code: "port-taken" });
  });
});

test("pause and rules can be set before the start", async () => {
  const { endpoint, editor } = prepared();
  endpoint.setPaused(true);
  expect([endpoint.port, endpoint.lockFile, endpoint.environment(), editor.events]).toEqual([0, "", {}, undefined]);
  await endpoint.start();
  expect(endpoint.status.isPaused).toBe(true);
});
