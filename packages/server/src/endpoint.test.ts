import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { FakeClock } from "@tandem/base/testing";
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
  test("what happened before is told half a second after tools/list: the selection, then mentions in order", async () => {
    const clock = new FakeClock();
    const { ide, editor, folder } = await runEndpoint({ clock, readyDelayMs: 500 });
    editor.select(join(folder, "a.txt"), "abc");
    editor.events?.mentioned({ path: join(folder, "one"), lines: { start: 0, end: 1 } });
    const client = await TestClient.connect(ide);
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

  test("a client that never lists tools is told a second after initialized", async () => {
    const clock = new FakeClock();
    const { ide, editor, folder } = await runEndpoint({ clock });
    editor.select(join(folder, "a.txt"), "abc");
    const client = await TestClient.open(ide);
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

  test("every client is told, a later one the state of now", async () => {
    const { ide, editor, folder } = await runEndpoint();
    const first = await TestClient.connect(ide);
    editor.select(join(folder, "a.txt"), "abc");
    await first.find((message) => message.params?.text === "abc");
    editor.events?.selectionChanged(undefined);
    await first.find((message) => message.method === "selection_changed" && message.params?.filePath === undefined);
    const second = await TestClient.connect(ide);
    editor.select(join(folder, "b.txt"), "later");
    await second.find((message) => message.params?.text === "later");
    expect(second.notifications("selection_changed")).toHaveLength(1);
  });

  test("log_event goes to every client that listens (NOT-03)", async () => {
    const { ide } = await runEndpoint();
    const client = await TestClient.connect(ide);
    while (client.notifications("log_event").length === 0) {
      ide.logEvent("opened", { n: 1 });
      await client.request("ping");
    }
    expect(client.notifications("log_event")[0]?.params).toEqual({ eventName: "opened", eventData: { n: 1 } });
  });

  test("a client that does not read is dropped, the others are told all the same", async () => {
    const { ide, editor, folder } = await runEndpoint({ maxUnsentBytes: 1024 * 1024, selectionIntervalMs: 0 });
    const [slow, good] = [await TestClient.connect(ide), await TestClient.connect(ide)];
    slow.socket.pause();
    // Not faster than the good one reads: on a busy machine both would be taken for one that does not.
    for (let turn = 0; ide.status.clients.length === 2; turn++) {
      editor.select(join(folder, "a.txt"), `${turn} ${"x".repeat(900_000)}`);
      await good.find(({ params }) => typeof params?.text === "string" && params.text.startsWith(`${turn} `));
    }
    expect(ide.status.clients).toHaveLength(1);
    editor.select(join(folder, "a.txt"), "the last");
    await good.find((message) => message.params?.text === "the last");
  });
});

describe("start and stop", () => {
  test("at the end clients get 1001, the port is free, and no timer is left (CLN-01 to CLN-04)", async () => {
    const clock = new FakeClock();
    const { ide, editor } = await runEndpoint({ clock });
    const client = await TestClient.connect(ide);
    await ide.close();
    expect(await client.closed).toMatchObject({ code: 1001 });
    expect(editor.events).toBeUndefined();
    expect(clock.pending).toBe(0);
    const again = await runEndpoint({ port: ide.port });
    expect(again.ide.port).toBe(ide.port);
  });

  test("await using closes it", async () => {
    const configDir = temporaryDirectory();
    {
      await using _ide = await createEndpoint(new TestEditor([configDir]), { configDir, env: {}, home: configDir });
      expect(readdirSync(join(configDir, "ide"))).toHaveLength(1);
    }
    expect(readdirSync(join(configDir, "ide"))).toEqual([]);
  });

  test("a lock directory that is a file is an error that says what to do, and nothing is left", async () => {
    const configDir = temporaryDirectory();
    writeFileSync(join(configDir, "ide"), "");
    await expect(runEndpoint({ configDir })).rejects.toMatchObject({
      code: "lock-directory-not-a-directory",
      message: expect.stringContaining("CLAUDE_CONFIG_DIR"),
    });
    writeTo(configDir, "file", "");
    await expect(runEndpoint({ configDir: join(configDir, "file") })).rejects.toMatchObject({ name: "StartError" });
  });

  needs("setpriv").test(
    "a lock directory that is not writable is an error in words, and nothing listens (as an ordinary user)",
    async () => {
      // Root passes every permission check, so a user without rights tries it in a process of its own.
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
        conditions: ["@tandem/source"],
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
      expect(first).toMatch(/^lock-directory-not-writable Cannot write a lock file into .*permission denied/);
      expect(second).toMatch(asNobody.length > 0 ? /^lock-directory-not-ours / : /^started/);
    },
  );

  test.each([
    [{ port: 0 }, "port must be"],
    [{ port: 70_000 }, "port must be"],
    [{ portRange: { min: 5, max: 4 } }, "portRange must be"],
  ])("%j is a bad option", async (options, words) => {
    await expect(runEndpoint(options)).rejects.toThrow(words);
  });

  test("dead locks are reaped at the start, living ones stay (LCK-09)", async () => {
    const first = await runEndpoint();
    writeFileSync(
      join(first.configDir, "ide", "10001.lock"),
      JSON.stringify({ pid: 2 ** 22 + 1, workspaceFolders: [] }),
    );
    const second = await runEndpoint({ configDir: first.configDir });
    expect(readdirSync(join(first.configDir, "ide")).sort()).toEqual(
      [`${first.ide.port}.lock`, `${second.ide.port}.lock`].sort(),
    );
  });

  test("a free port whose lock is a living stranger's is not taken: it may be in a container", async () => {
    const configDir = temporaryDirectory();
    const probe = await runEndpoint();
    const { port } = probe.ide;
    await probe.ide.close();
    const stranger = JSON.stringify({ pid: process.ppid, authToken: "theirs" });
    writeTo(configDir, `ide/${port}.lock`, stranger);
    await expect(runEndpoint({ configDir, portRange: { min: port, max: port } })).rejects.toMatchObject({
      code: "no-free-port",
    });
    expect(readdirSync(join(configDir, "ide"))).toEqual([`${port}.lock`]);
  });

  test("no folder open is said in the log", async () => {
    const { log } = await runEndpoint({}, new TestEditor([]));
    expect(log).toContainEqual(
      expect.objectContaining({ level: "warn", message: expect.stringContaining("No folder is open") }),
    );
  });
});

describe("the log (DBG-01, AUTH-04)", () => {
  test("has the words that the Obsidian document lists", async () => {
    const { ide, editor, folder, log } = await runEndpoint();
    const client = await TestClient.connect(ide);
    while (client.notifications("at_mentioned").length === 0) {
      editor.events?.mentioned({ path: join(folder, "a") });
      await client.request("ping");
    }
    client.socket.close();
    await client.closed;
    await ide.close();
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

  test("has neither the token nor, unless asked, message bodies", async () => {
    for (const logBodies of [false, true]) {
      const { ide, log, editor, folder } = await runEndpoint({ logBodies });
      editor.select(join(folder, "a.txt"), "the user's text");
      const client = await TestClient.connect(ide);
      await client.callTool("getCurrentSelection");
      expect(JSON.stringify(log)).not.toContain(ide.authToken);
      expect(JSON.stringify(log).includes("the user's text")).toBe(logBodies);
    }
  });

  test("below its level nothing is written", async () => {
    const { ide, log } = await runEndpoint({ logLevel: "warn" });
    await TestClient.connect(ide);
    expect(log).toEqual([]);
  });
});
