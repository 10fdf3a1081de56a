/** `tandem inspect` as a real process between real ends. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { parseRecording } from "@tandem-ide/inspector";
import { describe, expect, test } from "vitest";
import { Home, type Running } from "./cli-command.js";
import { needs } from "./parts.js";
import { Terminal } from "./terminal.js";

interface Ready {
  readonly inspector: Running;
  readonly port: number;
  readonly lockFile: string;
}

async function inspect(home: Home, ...args: string[]): Promise<Ready> {
  const inspector = home.start(["inspect", "--json", "--no-page", ...args]);
  const [line = ""] = await inspector.printed(/^\{"port".*\n/);
  return { inspector, ...JSON.parse(line) };
}

const tokenOf = (lockFile: string): string => JSON.parse(readFileSync(lockFile, "utf8")).authToken;
const rowsOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));

describe("tandem inspect between an editor and a client", () => {
  test("prints each message as JSON, and records it readable only by the user", async () => {
    await using home = await Home.make();
    const { port: editorPort, lockFile: editorLock } = await home.serve();
    const { inspector, port, lockFile } = await inspect(home, "--record", "s.jsonl");
    const client = await connect({ port, authToken: tokenOf(lockFile) });
    await client.call("openFile", { filePath: join(home.folder, "a.txt") });
    await client.close();
    await inspector.printed(/"kind":"closed"/);
    inspector.kill("SIGINT");
    expect((await inspector.exited).code).toBe(130);

    const rows = rowsOf(inspector.stdout);
    expect(rows.find(({ tool, kind }) => tool === "openFile" && kind === "answer")).toMatchObject({
      from: "editor",
      faults: [],
      tookMs: expect.any(Number),
      message: { result: { content: [{ type: "text" }] } },
    });
    const file = join(home.folder, "s.jsonl");
    const recording = parseRecording(readFileSync(file, "utf8"));
    expect(recording.header).toMatchObject({ editor: "Tandem", folders: [home.folder] });
    expect(recording.entries).toHaveLength(rows.length);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const secret of [tokenOf(editorLock)]) {
      expect(inspector.stdout).not.toContain(secret);
      expect(readFileSync(file, "utf8")).not.toContain(secret);
    }
    expect(await home.locks()).toEqual([`${editorPort}.lock`]);
  });

  test("starts a client after -- and returns its exit code", async () => {
    await using home = await Home.make();
    await home.serve();
    await home.install("client", '#!/bin/sh\ntandem call getOpenEditors --port "$CLAUDE_CODE_SSE_PORT" "$@"\nexit 7\n');
    const { code, stdout } = await home.run(["inspect", "--no-page", "--", "client", "--json"]);
    expect(code).toBe(7);
    expect(stdout).toContain('{"content":[{"type":"text"');
    expect(stdout).toMatch(/\d+ messages, 1 connection, 0 faults\.\n$/);
  });

  test("the next start removes a killed inspector's lock file", async () => {
    await using home = await Home.make();
    const { port: editorPort } = await home.serve();
    const killed = await inspect(home);
    killed.inspector.kill("SIGKILL");
    await killed.inspector.exited;
    expect(await home.locks()).toEqual([`${editorPort}.lock`, `${killed.port}.lock`].sort());
    const next = await inspect(home);
    expect(await home.locks()).toEqual([`${editorPort}.lock`, `${next.port}.lock`].sort());
  });

  test("no other client connects to it, and ls shows what it is", async () => {
    await using home = await Home.make();
    const { port: editorPort } = await home.serve();
    const { port } = await inspect(home);
    const { stdout, code } = await home.run(["ls"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`CLAUDE_CODE_SSE_PORT=${port} claude`);
    expect(stdout).toContain(`Claude Code connects to Tandem on port ${editorPort}`);
    const { findings } = JSON.parse((await home.run(["doctor", "--json"])).stdout);
    expect(JSON.stringify(findings)).not.toContain(String(port));
  });
});

describe("a recording", () => {
  const recording = [
    { recording: 1, at: "2026-01-02T03:04:05Z", editor: "Kale", folders: ["/w"] },
    { t: 0, connection: 1, open: { headers: { "user-agent": "claude-code/2.1.325 (cli)" }, protocol: "mcp" } },
    {
      t: 1500,
      connection: 1,
      from: "editor",
      message: {
        jsonrpc: "2.0",
        method: "at_mentioned",
        params: { filePath: "/w/a.ts", lineStart: null, lineEnd: null },
      },
    },
    { t: 1600, connection: 1, from: "client", message: { jsonrpc: "2.0", id: 3, method: "ping" } },
    { t: 1700, connection: 1, from: "editor", message: { jsonrpc: "2.0", id: 3, result: {} } },
    {
      t: 1800,
      connection: 1,
      from: "editor",
      text: `{"jsonrpc":"2.0", "method":"log_event","params":{"eventName":"\u202e${"long ".repeat(100)}\\u0007","eventData":{}}}`,
    },
  ];
  const file = (home: Home) => {
    writeFileSync(join(home.folder, "s.jsonl"), recording.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };

  test("is shown like a live session, without colors or control characters in a pipe", async () => {
    await using home = await Home.make();
    file(home);
    const { stdout, code } = await home.run(["inspect", "s.jsonl"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/#2 +1\.500 ← at_mentioned/);
    expect(stdout).toMatch(/✗ params: "lineStart" must be of type number/);
    expect(stdout).toMatch(/#4 +1\.700 ← ping +\{\} {2}100 ms/);
    expect(stdout).toMatch(/4 messages, 1 connection, 1 fault\./);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this checks that there are none.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test("can be filtered, and printed as JSON", async () => {
    await using home = await Home.make();
    file(home);
    const { stdout } = await home.run(["inspect", "s.jsonl", "--filter", "calls -editor", "--json"]);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).number),
    ).toEqual([3]);
  });
});

describe("errors are reported and nothing is changed", () => {
  test.each([
    [["inspect"], 1, /No editor has ~\/project open/],
    [["inspect", "s.jsonl"], 2, /Can't read s\.jsonl: ENOENT/],
    [["inspect", "a.txt"], 2, /This isn't a Tandem recording/],
    [["inspect", "99999"], 2, /Use a whole number from 1 to 65535/],
    [["inspect", "41234", "claude"], 2, /command after --: tandem inspect 41234 -- claude/],
    [["inspect", "a.txt", "--", "claude"], 2, /is a recording\. A client or --record needs an editor/],
    [["inspect", "--json", "--", "claude"], 2, /both need the terminal/],
  ])("%j", async (args, code, words) => {
    await using home = await Home.make();
    const done = await home.run(args);
    expect(done.stderr).toMatch(words);
    expect(done.code).toBe(code);
  });

  test("doesn't overwrite an existing file", async () => {
    await using home = await Home.make();
    await home.serve();
    const { code, stderr } = await home.run(["inspect", "--no-page", "--record", "a.txt"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/the file already exists/);
    expect(readFileSync(join(home.folder, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
    expect(await home.locks()).toHaveLength(1);
  });

  test("reports a missing client and leaves no lock file", async () => {
    await using home = await Home.make();
    const { port } = await home.serve();
    const { code, stderr } = await home.run(["inspect", "--no-page", "--", "no-such-client"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Can't find no-such-client/);
    expect(await home.locks()).toEqual([`${port}.lock`]);
  });
});

describe("at a terminal", () => {
  const { test: atTerminal } = needs("tmux");

  atTerminal("messages come with colour, and can be narrowed, shown in full and paused by what is typed", async () => {
    await using terminal = await Terminal.open();
    const { home } = terminal;
    const { server } = await home.serve();
    terminal.enter("clear; tandem inspect --no-page");
    await terminal.shows(/CLAUDE_CODE_SSE_PORT=\d+ claude/);
    const [, port = ""] = /CLAUDE_CODE_SSE_PORT=(\d+)/.exec(terminal.text) ?? [];
    const call = (tool: string) => home.run(["call", tool, "--port", port]);
    await call("getOpenEditors");
    await terminal.shows(/← getOpenEditors +\{"tabs":\[\]\}/);
    expect(terminal.screen).toContain("\u001b[36m");

    terminal.enter("clear; filter getWorkspaceFolders");
    await terminal.shows(/Unknown command: clear;/);
    terminal.enter("filter getWorkspaceFolders");
    await terminal.shows(/Showing messages that match getWorkspaceFolders/);
    await call("getWorkspaceFolders");
    await terminal.shows(/← getWorkspaceFolders +\{"success":true/);
    expect(terminal.text.match(/→ initialize/g)).toHaveLength(1);

    terminal.enter("show 3");
    await terminal.shows(/#3 initialize, answer from the editor[\s\S]*"serverInfo": \{/);
    terminal.enter("pending");
    await terminal.shows(/No pending calls\./);
    terminal.enter("status");
    await terminal.shows(/16 messages, 2 connections, 0 faults\./);
    for (const line of terminal.text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    terminal.enter("quit");
    await terminal.isBack();
    server.kill("SIGTERM");
    await server.exited;
  });
});
