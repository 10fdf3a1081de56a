import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { FakeClock } from "@tandem-ide/base/testing";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { needs } from "../../../test/parts.js";
import { createEndpoint } from "./create-endpoint.js";
import { runEndpoint } from "./testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "./testing/temporary.js";
import { TestClient } from "./testing/test-client.js";
import { TestEditor } from "./testing/test-editor.js";

const run = promisify(execFile);

describe("notifications reach a client when it listens (docs/protocol.md, section 4, NOT-05)", () => {
  test("earlier events are sent half a second after tools/list: the selection, then mentions in order", async () => {
    const clock = new FakeClock();
    const { endpoint, editor, folder } = await runEndpoint({ clock, readyDelayMs: 500 });
    editor.select(join(folder, "a.txt"), "abc");
    editor.events?.mentioned({ path: join(folder, "one"), lines: { start: 0, end: 1 } });
    const client = await TestClient.connect(endpoint);
    expect(editor.events?.mentioned({ path: join(folder, "two") })).toEqual({ status: "queued" });
    clock.advance(499);
    await client.request("ping");
    expect(client.received.filter((message) => message.method)).toEqual([]);
    clock.advance(1);
    await client.request("ping");
    expect(
      client.received.filter((message) => message.method).map(({ method, params }) => [method, params?.filePath]),
    ).toEqual([
      ["selection_changed", join(folder, "a.txt")],
      ["at_mentioned", join(folder, "one")],
      ["at_mentioned", join(folder, "two")],
    ]);
  });

  test("a client that never lists tools gets them a second after initialized", async () => {
    const clock = new FakeClock();
    const { endpoint, editor, folder } = await runEndpoint({ clock });
    editor.select(join(folder, "a.txt"), "abc");
    const client = await TestClient.open(endpoint);
    await client.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "n", version: "1" },
    });
    client.notify("notifications/initialized");
    await client.request("ping");
    clock.advance(1000);
    await client.find((message) => message.method === "selection_changed");
  });

  test("all clients get events, and a later one gets the current state", async () => {
    const { endpoint, editor, folder } = await runEndpoint();
    const first = await TestClient.connect(endpoint);
    editor.select(join(folder, "a.txt"), "abc");
    await first.find((message) => message.params?.text === "abc");
    editor.events?.selectionChanged(undefined);
    await first.find((message) => message.method === "selection_changed" && message.params?.filePath === undefined);
    const second = await TestClient.connect(endpoint);
    editor.select(join(folder, "b.txt"), "later");
    await second.find((message) => message.params?.text === "later");
    expect(second.notifications("selection_changed")).toHaveLength(1);
  });

  test("log_event goes to every client that listens (NOT-03)", async () => {
    const { endpoint } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    while (client.notifications("log_event").length === 0) {
      endpoint.logEvent("opened", { n: 1 });
      await client.request("ping");
    }
    expect(client.notifications("log_event")[0]?.params).toEqual({ eventName: "opened", eventData: { n: 1 } });
  });

  test("drops a client that doesn't read, while others still get events", async () => {
    const { endpoint, editor, folder } = await runEndpoint({ maxUnsentBytes: 1024 * 1024, selectionIntervalMs: 0 });
    const [slow, good] = [await TestClient.connect(endpoint), await TestClient.connect(endpoint)];
    slow.socket.pause();
    // No faster than the good client reads. Otherwise a busy machine would make both look like clients that don't read.
    for (let turn = 0; endpoint.status.clients.length === 2; turn++) {
      editor.select(join(folder, "a.txt"), `${turn} ${"x".repeat(900_000)}`);
      await good.find(({ params }) => typeof params?.text === "string" && params.text.startsWith(`${turn} `));
    }
    expect(endpoint.status.clients).toHaveLength(1);
    editor.select(join(folder, "a.txt"), "the last");
    await good.find((message) => message.params?.text === "the last");
  });
});

describe("start and stop", () => {
  test("closing sends 1001, frees the port and leaves no timer (CLN-01 to CLN-04)", async () => {
    const clock = new FakeClock();
    const { endpoint, editor } = await runEndpoint({ clock });
    const client = await TestClient.connect(endpoint);
    await endpoint.close();
    expect(await client.closed).toMatchObject({ code: 1001 });
    expect(editor.events).toBeUndefined();
    expect(clock.pending).toBe(0);
    const again = await runEndpoint({ port: endpoint.port });
    expect(again.endpoint.port).toBe(endpoint.port);
  });

  test("await using closes it", async () => {
    const configDir = temporaryDirectory();
    {
      await using _ide = await createEndpoint(new TestEditor([configDir]), { configDir, env: {}, home: configDir });
      expect(readdirSync(join(configDir, "ide"))).toHaveLength(1);
    }
    expect(readdirSync(join(configDir, "ide"))).toEqual([]);
  });

  test("fails cleanly with advice if the lock directory is a file", async () => {
    const configDir = temporaryDirectory();
    writeFileSync(join(configDir, "ide"), "");
    await expect(runEndpoint({ configDir })).rejects.toMatchObject({
      code: "lock-directory-not-a-directory",
      message: expect.stringContaining("CLAUDE_CONFIG_DIR"),
    });
    writeTo(configDir, "file", "");
    await expect(runEndpoint({ configDir: join(configDir, "file") })).rejects.toMatchObject({ name: "StartError" });
  });

  needs("setpriv").test("fails with a message if the lock directory isn't writable (as an ordinary user)", async () => {
    // Root passes all permission checks, so an unprivileged user tries it in a separate process.
    const directory = temporaryDirectory();
    const script = join(directory, "start.cjs");
    await build({
      stdin: {
        contents: `
          import { createEndpoint } from "./packages/server/src/index.ts";
          const editor = { name: "E", workspaceFolders: [], subscribe: () => () => {} };
          (async () => {
            for (const configDir of process.argv.slice(2))
              await createEndpoint(editor, { configDir, env: {}, home: configDir }).then(
                () => console.log("started"), (error) => console.log(error.code, error.message));
            process.exit();
          })();
        `,
        resolveDir: process.cwd(),
      },
      bundle: true,
      platform: "node",
      format: "cjs",
      conditions: ["@tandem-ide/source"],
      outfile: script,
      logLevel: "error",
    });
    const locked = join(directory, "locked");
    mkdirSync(locked);
    const foreign = join(directory, "foreign");
    mkdirSync(join(foreign, "ide"), { recursive: true });
    chmodSync(directory, 0o755);
    chmodSync(join(foreign, "ide"), 0o777);
    const asNobody = process.getuid?.() === 0 ? ["--reuid=65534", "--regid=65534", "--clear-groups"] : [];
    if (asNobody.length === 0) chmodSync(locked, 0o500);
    const { stdout } = await run("setpriv", [...asNobody, process.execPath, script, locked, foreign]);
    const [first, second] = stdout.split("\n");
    expect(first).toMatch(/^lock-directory-not-writable Cannot write a lock file to .*permission denied/);
    expect(second).toMatch(asNobody.length > 0 ? /^lock-directory-not-ours / : /^started/);
  });

  test.each([
    [{ port: 0 }, "port must be"],
    [{ port: 70_000 }, "port must be"],
    [{ portRange: { min: 5, max: 4 } }, "portRange must be"],
  ])("rejects the option %j", async (options, words) => {
    await expect(runEndpoint(options)).rejects.toThrow(words);
  });

  test("removes stale locks at the start and keeps others (LCK-09)", async () => {
    const first = await runEndpoint();
    writeFileSync(
      join(first.configDir, "ide", "10001.lock"),
      JSON.stringify({ pid: 2 ** 22 + 1, workspaceFolders: [] }),
    );
    const second = await runEndpoint({ configDir: first.configDir });
    expect(readdirSync(join(first.configDir, "ide")).sort()).toEqual(
      [`${first.endpoint.port}.lock`, `${second.endpoint.port}.lock`].sort(),
    );
  });

  test("doesn't use a free port whose lock belongs to another live process: it may be in a container", async () => {
    const configDir = temporaryDirectory();
    const probe = await runEndpoint();
    const { port } = probe.endpoint;
    await probe.endpoint.close();
    const otherLock = JSON.stringify({ pid: process.ppid, authToken: "theirs" });
    writeTo(configDir, `ide/${port}.lock`, otherLock);
    await expect(runEndpoint({ configDir, portRange: { min: port, max: port } })).rejects.toMatchObject({
      code: "no-free-port",
    });
    expect(readdirSync(join(configDir, "ide"))).toEqual([`${port}.lock`]);
  });

  test("logs that no folder is open", async () => {
    const { log } = await runEndpoint({}, new TestEditor([]));
    expect(log).toContainEqual(
      expect.objectContaining({ level: "warn", message: expect.stringContaining("No folder is open") }),
    );
  });
});

describe("the log (DBG-01, AUTH-04)", () => {
  test("has the messages listed in the Obsidian docs", async () => {
    const { endpoint, editor, folder, log } = await runEndpoint();
    const client = await TestClient.connect(endpoint);
    while (client.notifications("at_mentioned").length === 0) {
      editor.events?.mentioned({ path: join(folder, "a") });
      await client.request("ping");
    }
    client.socket.close();
    await client.closed;
    await endpoint.close();
    const words = log.map((entry) => entry.message);
    for (const expected of [
      "Authentication successful",
      "Client connected",
      "Client disconnected",
      "Raw data received",
      "Parsed message",
      "Sent at-mention",
    ])
      expect(words).toContain(expected);
  });

  test("contains no token, and message bodies only if enabled", async () => {
    for (const logBodies of [false, true]) {
      const { endpoint, log, editor, folder } = await runEndpoint({ logBodies });
      editor.select(join(folder, "a.txt"), "the user's text");
      const client = await TestClient.connect(endpoint);
      await client.callTool("getCurrentSelection");
      expect(JSON.stringify(log)).not.toContain(endpoint.authToken);
      expect(JSON.stringify(log).includes("the user's text")).toBe(logBodies);
    }
  });

  test("writes nothing below its level", async () => {
    const { endpoint, log } = await runEndpoint({ logLevel: "warn" });
    await TestClient.connect(endpoint);
    expect(log).toEqual([]);
  });
});
