/** What a host does wrong must not end the editor's process, nor leave anything behind. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guardedClock, Logger } from "@tandem/base";
import { FakeClock } from "@tandem/base/testing";
import { describe, expect, test } from "vitest";
import { createEndpoint } from "../../create-endpoint.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { TestClient } from "../../testing/test-client.js";
import { TestEditor } from "../../testing/test-editor.js";

describe("a host that fails", () => {
  test("a log sink that throws is dropped: clients come and go, and the end is orderly", async () => {
    const { ide, configDir } = await runEndpoint({
      log: () => {
        throw new Error("the output channel is disposed");
      },
    });
    const gone = new Promise<void>((resolve) =>
      ide.onStatusChanged(({ clients }) => clients.length === 0 && resolve()),
    );
    const client = await TestClient.connect(ide);
    client.socket.close();
    await gone;
    await ide.close();
    expect(readdirSync(join(configDir, "ide"))).toEqual([]);
  });

  test("a status listener that throws takes nobody down, and the others are told", async () => {
    const { ide, log } = await runEndpoint();
    ide.onStatusChanged(() => {
      throw new Error("no window");
    });
    const told = new Promise<void>((resolve) => ide.onStatusChanged(() => resolve()));
    const client = await TestClient.connect(ide);
    await told;
    expect((await client.request("ping")).result).toEqual({});
    expect(log.map((entry) => entry.message)).toContain("A status listener failed: no window");
  });

  test("an editor whose subscription cannot be ended is closed all the same", async () => {
    const editor = new TestEditor([temporaryDirectory()]);
    editor.subscribe = () => () => {
      throw new Error("already disposed");
    };
    const { ide } = await runEndpoint({}, editor);
    const client = await TestClient.connect(ide);
    await ide.close();
    expect((await client.closed).code).toBe(1001);
    await (await runEndpoint({ port: ide.port })).ide.close();
  });

  test("an editor that cannot be subscribed to is an error, and nothing is left", async () => {
    const configDir = temporaryDirectory();
    const editor = new TestEditor([configDir]);
    editor.subscribe = () => {
      throw new Error("not ready");
    };
    await expect(createEndpoint(editor, { configDir, env: {}, home: configDir })).rejects.toThrow("not ready");
    expect(readdirSync(join(configDir, "ide"))).toEqual([]);
  });

  test("folders that cannot be told for a moment are those that were", async () => {
    const { ide, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(ide);
    await client.callJson("getWorkspaceFolders");
    Object.defineProperty(editor, "workspaceFolders", {
      get: () => {
        throw new Error("window is closing");
      },
    });
    editor.select(join(folder, "a.txt"), "x");
    expect(await client.callJson("getWorkspaceFolders")).toMatchObject({ rootPath: folder });
  });

  test("an editor that cannot tell whether a file is withheld has not said that it may be shared", async () => {
    const { ide, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(ide);
    Object.assign(editor, {
      isWithheld: () => {
        throw new Error("index is not built yet");
      },
    });
    editor.select(join(folder, "a.txt"), "secret");
    expect(await client.callJson("getCurrentSelection")).toMatchObject({ success: false });
    expect(JSON.stringify(client.received)).not.toContain("secret");
  });

  test("an event for the log that cannot be told is nobody's trouble while nobody listens", async () => {
    const { ide } = await runEndpoint();
    expect(() => ide.logEvent("odd", { count: 1n })).not.toThrow();
  });

  test("events that make no sense are dropped: none of them throws into the editor", async () => {
    const { ide, editor } = await runEndpoint();
    const tell = (event: string, ...told: unknown[]): unknown => Reflect.get(editor.events ?? {}, event)(...told);
    for (const nonsense of [null, undefined, 7, "x", {}, { path: null }, { path: "/w/a", lines: 7, range: [] }]) {
      tell("selectionChanged", nonsense);
      expect(tell("mentioned", nonsense)).toMatchObject({ status: "refused" });
    }
    expect(ide.status.queuedMentions).toBe(0);
  });

  test("a task that fails in a timer is logged instead of ending the process", () => {
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
  ])("the option %j is refused, and its words do not hold a token", async (options, name) => {
    const failed = runEndpoint(options);
    await expect(failed).rejects.toMatchObject({ code: "bad-option", message: expect.stringContaining(name) });
    if ("authToken" in options && options.authToken) await expect(failed).rejects.not.toThrow(options.authToken);
  });
});

describe("locks beside ours", () => {
  test("an exit handler of before a restart leaves the successor's lock alone (CON-09)", async () => {
    const first = await runEndpoint();
    const { port, authToken } = first.ide;
    await first.ide.close();
    const second = await runEndpoint({ configDir: first.configDir, port, authToken });
    first.ide.removeLock();
    expect(JSON.parse(readFileSync(second.ide.lockFile, "utf8")).port).toBe(port);
  });

  test("a sidecar that crashed comes back over its own lock, though its editor lives (CON-09)", async () => {
    const probe = await runEndpoint();
    const { port, authToken } = probe.ide;
    await probe.ide.close();
    // What a killed sidecar leaves: the lock of a living editor, on a port where nobody listens.
    writeTo(probe.configDir, `ide/${port}.lock`, JSON.stringify({ pid: process.ppid, authToken }));
    const { ide } = await runEndpoint({ configDir: probe.configDir, port, authToken });
    expect(JSON.parse(readFileSync(ide.lockFile, "utf8")).pid).toBe(process.pid);
  });

  test("a fixed port that a living stranger announces is refused, and their lock stays (LCK-09)", async () => {
    const probe = await runEndpoint();
    const { port } = probe.ide;
    await probe.ide.close();
    const stranger = JSON.stringify({ pid: process.ppid, authToken: "theirs" });
    const path = writeTo(probe.configDir, `ide/${port}.lock`, stranger);
    await expect(runEndpoint({ configDir: probe.configDir, port })).rejects.toMatchObject({ code: "port-taken" });
    expect(readFileSync(path, "utf8")).toBe(stranger);
  });

  test("a copy that cannot be written is a warning, one that can is the user's alone (LCK-10)", async () => {
    const home = temporaryDirectory();
    const mirror = join(home, ".config/claude/ide");
    mkdirSync(mirror, { recursive: true, mode: 0o755 });
    const { ide, editor, log } = await runEndpoint({ home });
    expect(statSync(mirror).mode & 0o777).toBe(0o700);
    rmSync(mirror, { recursive: true });
    writeFileSync(mirror, "");
    editor.events?.workspaceFoldersChanged();
    expect(log.at(-1)).toMatchObject({ level: "warn", message: expect.stringContaining("no copy") });
    expect(readFileSync(ide.lockFile, "utf8")).toContain(ide.authToken);
  });
});

describe("what hosts are told and may change", () => {
  test("tools that come and go are announced, and listed anew", async () => {
    const { ide, editor } = await runEndpoint();
    Object.assign(editor, { runCode: undefined });
    const client = await TestClient.connect(ide);
    while (!ide.status.clients[0]?.isListening) await client.request("ping");
    Object.assign(editor, { runCode: async () => [] });
    editor.events?.toolsChanged();
    await client.find((message) => message.method === "notifications/tools/list_changed");
    expect(JSON.stringify((await client.request("tools/list")).result)).toContain("executeCode");
  });

  test("rules that change while a file is in front clear it at the clients", async () => {
    const { ide, editor, folder } = await runEndpoint();
    const client = await TestClient.connect(ide);
    const path = writeTo(folder, "plans.md", "text");
    editor.select(path, "text");
    await client.find((message) => message.params?.filePath === path);
    expect(ide.status.lastShared).toBe(path);
    ide.setWithhold(["plans.md"]);
    await client.find((message) => message.method === "selection_changed" && message.params?.filePath === undefined);
    expect(ide.status.lastShared).toBeUndefined();
    expect(ide.whyWithheld(path)).toMatchObject({ source: "settings", rule: "plans.md" });
  });

  test("an edited .tandemignore counts at the next health check at the latest", async () => {
    const clock = new FakeClock();
    const { ide, editor, folder } = await runEndpoint({ clock });
    const client = await TestClient.connect(ide);
    clock.advance(500);
    editor.select(join(folder, "plans.md"), "text");
    await client.find((message) => message.params?.text === "text");
    writeTo(folder, ".tandemignore", "plans.md\n");
    clock.advance(30_000);
    await client.find((message) => message.method === "selection_changed" && message.params?.filePath === undefined);
  });

  test("a replaced client is never seen beside the newcomer", async () => {
    const { ide } = await runEndpoint({ clients: "single" });
    await TestClient.connect(ide);
    const counts: number[] = [];
    ide.onStatusChanged(({ clients }) => counts.push(clients.length));
    await TestClient.connect(ide);
    expect(Math.max(...counts)).toBe(1);
  });

  test("who comes while the end is near is told so", async () => {
    const { ide, editor } = await runEndpoint();
    const client = await TestClient.connect(ide);
    const closing = ide.close();
    expect(editor.events).toBeUndefined();
    await Promise.all([closing, client.closed]);
    await expect(TestClient.open(ide)).rejects.toThrow();
  });

  test("the version that clients are told is the package's", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.open(ide);
    const { result } = await client.request("initialize", { protocolVersion: "2025-11-25" });
    const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(result?.serverInfo).toMatchObject({ version: manifest.version });
  });
});
