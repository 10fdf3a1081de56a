/** Errors of a host must not end the editor's process or leave anything behind. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guardedClock, Logger } from "@tandem-ide/base";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import { createEndpoint } from "../../create-endpoint.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { TestClient } from "../../testing/test-client.js";
import { TestEditor } from "../../testing/test-editor.js";

describe("a host that fails", () => {
  test("errors of the log sink are ignored: clients connect and leave, and the endpoint closes cleanly", async () => {
    const { endpoint, configDir } = await runEndpoint({
      log: () => {
        throw new Error("the output channel is disposed");
      },
    });
    const disconnected = new Promise<void>((resolve) =>
      endpoint.onStatusChanged(({ clients }) => clients.length === 0 && resolve()),
    );
    const client = await TestClient.connect(endpoint);
    client.socket.close();
    await disconnected;
    await endpoint.close();
    expect(readdirSync(join(configDir, "ide"))).toEqual([]);
  });

  test("a status listener that throws doesn't affect the others", async () => {
    const { endpoint, log } = await runEndpoint();
    endpoint.onStatusChanged(() => {
      throw new Error("no window");
    });
    const notified = new Promise<void>((resolve) => endpoint.onStatusChanged(() => resolve()));
    const client = await TestClient.connect(endpoint);
    await notified;
    expect((await client.request("ping")).result).toEqual({});
    expect(log.map((entry) => entry.message)).toContain("A status listener failed: no window");
  });

  test("an endpoint closes even if unsubscribing from the editor fails", async () => {
    const editor = new TestEditor([temporaryDirectory()]);
    editor.subscribe = () => () => {
      throw new Error("already disposed");
    };
    const { endpoint } = await runEndpoint({}, editor);
    const client = await TestClient.connect(endpoint);
    await endpoint.close();
    expect((await client.closed).code).toBe(1001);
    await (await runEndpoint({ port: endpoint.port })).endpoint.close();
  });

  test("fails cleanly if subscribing to the editor fails", async () => {
    const configDir = temporaryDirectory();
    const editor = new TestEditor([configDir]);
    editor.subscribe = () => {
      throw new Error("not ready");
    };
    await expect(createEndpoint(editor, { configDir, env: {}, home: configDir })).rejects.toThrow("not ready");
    expect(readdirSync(join(configDir, "ide"))).toEqual([]);
  });

  test("keeps the last folders while the editor can't report them", async () => {
    const { endpoint, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    await client.callJson("getWorkspaceFolders");
    Object.defineProperty(editor, "workspaceFolders", {
      get: () => {
        throw new Error("window is closing");
      },
    });
    editor.select(join(folder, "a.txt"), "x");
    expect(await client.callJson("getWorkspaceFolders")).toMatchObject({ rootPath: folder });
  });

  test("hides a file if the editor can't tell whether it is hidden", async () => {
    const { endpoint, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    Object.assign(editor, {
      isHidden: () => {
        throw new Error("index is not built yet");
      },
    });
    editor.select(join(folder, "a.txt"), "secret");
    expect(await client.callJson("getCurrentSelection")).toMatchObject({ success: false });
    expect(JSON.stringify(client.received)).not.toContain("secret");
  });

  test("a log event that can't be serialised is ignored while no client is listening", async () => {
    const { endpoint } = await runEndpoint();
    expect(() => endpoint.logEvent("odd", { count: 1n })).not.toThrow();
  });

  test("ignores invalid events without throwing", async () => {
    const { endpoint, editor } = await runEndpoint();
    const tell = (event: string, ...told: unknown[]): unknown => Reflect.get(editor.events ?? {}, event)(...told);
    for (const nonsense of [null, undefined, 7, "x", {}, { path: null }, { path: "/w/a", lines: 7, range: [] }]) {
      tell("selectionChanged", nonsense);
      expect(tell("mentioned", nonsense)).toMatchObject({ status: "refused" });
    }
    expect(endpoint.status.queuedMentions).toBe(0);
  });

  test("logs errors of timer tasks instead of ending the process", () => {
    const clock = new FakeClock();
    const entries: string[] = [];
    const guarded = guardedClock(clock, new Logger((entry) => entries.push(entry.message), "error"));
    guarded.after(10, () => {
      throw new Error("no window");
    });
    clock.advance(10);
    expect(entries).toEqual(["A task failed: no window"]);
  });

  test.each([
    [{ authToken: "" }, "authToken"],
    [{ authToken: "short" }, "authToken"],
    [{ authToken: "with a space in the middle" }, "authToken"],
    [{ maxMessageBytes: 0 }, "maxMessageBytes"],
    [{ healthCheckMs: Number.POSITIVE_INFINITY }, "healthCheckMs"],
    [{ callTimeoutMs: Number.NaN }, "callTimeoutMs"],
    [{ maxClients: 0 }, "maxClients"],
    [{ selectionIntervalMs: -1 }, "selectionIntervalMs"],
  ])("rejects the option %j with a message that contains no token", async (options, name) => {
    const failed = runEndpoint(options);
    await expect(failed).rejects.toMatchObject({ code: "bad-option", message: expect.stringContaining(name) });
    if ("authToken" in options && options.authToken) await expect(failed).rejects.not.toThrow(options.authToken);
  });
});

describe("locks of other processes", () => {
  test("an exit handler from before a restart leaves the successor's lock alone (CON-09)", async () => {
    const first = await runEndpoint();
    const { port, authToken } = first.endpoint;
    await first.endpoint.close();
    const second = await runEndpoint({ configDir: first.configDir, port, authToken });
    first.endpoint.removeLock();
    expect(JSON.parse(readFileSync(second.endpoint.lockFile, "utf8")).port).toBe(port);
  });

  test("a crashed sidecar replaces its own lock while its editor is running (CON-09)", async () => {
    const probe = await runEndpoint();
    const { port, authToken } = probe.endpoint;
    await probe.endpoint.close();
    // A killed sidecar leaves the lock of a running editor, on a port where nothing listens.
    writeTo(probe.configDir, `ide/${port}.lock`, JSON.stringify({ pid: process.ppid, authToken }));
    const { endpoint } = await runEndpoint({ configDir: probe.configDir, port, authToken });
    expect(JSON.parse(readFileSync(endpoint.lockFile, "utf8")).pid).toBe(process.pid);
  });

  test("rejects a fixed port that is in another live process's lock, and keeps that lock (LCK-09)", async () => {
    const probe = await runEndpoint();
    const { port } = probe.endpoint;
    await probe.endpoint.close();
    const otherLock = JSON.stringify({ pid: process.ppid, authToken: "theirs" });
    const path = writeTo(probe.configDir, `ide/${port}.lock`, otherLock);
    await expect(runEndpoint({ configDir: probe.configDir, port })).rejects.toMatchObject({ code: "port-taken" });
    expect(readFileSync(path, "utf8")).toBe(otherLock);
  });

  test("warns if the copy can't be written, and makes it private otherwise (LCK-10)", async () => {
    const home = temporaryDirectory();
    const mirror = join(home, ".config/claude/ide");
    mkdirSync(mirror, { recursive: true, mode: 0o755 });
    const { endpoint, editor, log } = await runEndpoint({ home });
    expect(statSync(mirror).mode & 0o777).toBe(0o700);
    rmSync(mirror, { recursive: true });
    writeFileSync(mirror, "");
    editor.events?.workspaceFoldersChanged();
    expect(log.at(-1)).toMatchObject({ level: "warn", message: expect.stringContaining("Could not copy the lock") });
    expect(readFileSync(endpoint.lockFile, "utf8")).toContain(endpoint.authToken);
  });
});

describe("changes at runtime", () => {
  test("notifies clients when tools change, and lists the new ones", async () => {
    const { endpoint, editor } = await runEndpoint();
    Object.assign(editor, { runCode: undefined });
    const client = await TestClient.connect(endpoint);
    while (!endpoint.status.clients[0]?.isListening) await client.request("ping");
    Object.assign(editor, { runCode: async () => [] });
    editor.events?.toolsChanged();
    await client.find((message) => message.method === "notifications/tools/list_changed");
    expect(JSON.stringify((await client.request("tools/list")).result)).toContain("executeCode");
  });

  test("clears the active file in clients when changed rules hide it", async () => {
    const { endpoint, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    const path = writeTo(folder, "plans.md", "text");
    editor.select(path, "text");
    await client.find((message) => message.params?.filePath === path);
    expect(endpoint.status.lastShared).toBe(path);
    endpoint.setHiddenRules(["plans.md"]);
    await client.find((message) => message.method === "selection_changed" && message.params?.filePath === undefined);
    expect(endpoint.status.lastShared).toBeUndefined();
    expect(endpoint.whyHidden(path)).toMatchObject({ source: "settings", rule: "plans.md" });
  });

  test("an edited .tandemignore applies by the next health check", async () => {
    const clock = new FakeClock();
    const { endpoint, editor, folder } = await runEndpoint({ clock });
    const client = await TestClient.connect(endpoint);
    clock.advance(500);
    editor.select(join(folder, "plans.md"), "text");
    await client.find((message) => message.params?.text === "text");
    writeTo(folder, ".tandemignore", "plans.md\n");
    clock.advance(30_000);
    await client.find((message) => message.method === "selection_changed" && message.params?.filePath === undefined);
  });

  test("a replaced client is never listed together with the new one", async () => {
    const { endpoint } = await runEndpoint({ clients: "single" });
    await TestClient.connect(endpoint);
    const counts: number[] = [];
    endpoint.onStatusChanged(({ clients }) => counts.push(clients.length));
    await TestClient.connect(endpoint);
    expect(Math.max(...counts)).toBe(1);
  });

  test("rejects clients while shutting down", async () => {
    const { endpoint, editor } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    const closing = endpoint.close();
    expect(editor.events).toBeUndefined();
    await Promise.all([closing, client.closed]);
    await expect(TestClient.open(endpoint)).rejects.toThrow();
  });

  test("reports the package's version to clients", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.open(endpoint);
    const { result } = await client.request("initialize", { protocolVersion: "2025-11-25" });
    const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(result?.serverInfo).toMatchObject({ version: manifest.version });
  });
});
