/** What a Copilot CLI gets from an endpoint, over its socket. */

import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, test } from "vitest";
import type { EndpointOptions } from "../../options.js";
import { CopilotClient } from "../../testing/copilot-client.js";
import { runEndpoint } from "../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";

async function copilotFixture(options: EndpointOptions = {}) {
  const home = temporaryDirectory();
  mkdirSync(join(home, ".copilot"));
  const tmp = temporaryDirectory();
  const running = await runEndpoint({ home, env: { TMPDIR: tmp }, ...options });
  const directory = join(home, ".copilot/ide");
  const lockFile = join(directory, readdirSync(directory)[0] ?? "");
  const connect = async () => {
    const client = await new CopilotClient(lockFile).connect();
    await expect.poll(() => running.endpoint.status.clients[0]?.isListening).toBe(true);
    return client;
  };
  return { ...running, home, tmp, directory, lockFile, connect };
}

test("the lock file names a socket that only the user can reach, and both are gone once the editor has closed", async () => {
  const { endpoint, folder, lockFile, directory, tmp } = await copilotFixture();
  const lock = JSON.parse(readFileSync(lockFile, "utf8"));
  expect(lock).toMatchObject({
    scheme: "unix",
    headers: { Authorization: expect.stringMatching(/^Nonce [-0-9a-f]{36}$/) },
    pid: process.pid,
    ideName: "Test Editor",
    workspaceFolders: [folder],
  });
  expect([lockFile, lock.socketPath, dirname(lock.socketPath)].map((path) => lstatSync(path).mode & 0o777)).toEqual([
    0o600, 0o600, 0o700,
  ]);
  await endpoint.close();
  expect([readdirSync(directory), readdirSync(tmp)]).toEqual([[], []]);
});

test("a wrong nonce is refused", async () => {
  const { lockFile } = await copilotFixture();
  const { socketPath } = JSON.parse(readFileSync(lockFile, "utf8"));
  const copy = writeTo(
    temporaryDirectory(),
    "copy",
    JSON.stringify({ socketPath, headers: { Authorization: "Nonce x" } }),
  );
  expect(await new CopilotClient(copy).send("POST", {})).toMatchObject({ status: 401 });
});

test("what a killed editor left is removed with its socket, and what others left stays", async () => {
  const home = temporaryDirectory();
  const tmp = temporaryDirectory();
  const socketPath = writeTo(tmp, "tandem-copilot-abc/mcp.sock");
  const left = JSON.stringify({ socketPath, tandem: { pid: 4_194_304 } });
  const ours = writeTo(home, ".copilot/ide/ours.lock", left);
  const theirs = writeTo(home, ".copilot/ide/theirs.lock", JSON.stringify({ socketPath: "/nowhere", pid: 4_194_304 }));
  await runEndpoint({ home, env: { TMPDIR: tmp } });
  expect([ours, socketPath, dirname(socketPath), theirs].map((path) => existsSync(path))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("a client that starts over with the same session id is one client", async () => {
  const { endpoint, connect } = await copilotFixture();
  const client = await connect();
  expect(await client.send("DELETE")).toMatchObject({ status: 200 });
  expect(endpoint.status.clients).toEqual([]);
  await client.connect();
  expect(endpoint.status.clients.map(({ name, version }) => [name, version])).toEqual([["Copilot CLI", "1.0.102"]]);
});

describe("the editor's state", () => {
  test("the selection is told and can be asked for, and a hidden or paused one never", async () => {
    const { endpoint, editor, folder, connect } = await copilotFixture();
    const client = await connect();
    const path = join(folder, "a.txt");
    editor.select(path, "abc");
    await expect.poll(() => client.received.at(-1)?.params?.text).toBe("abc");
    expect(await client.tool("get_selection")).toMatchObject({ text: "abc", filePath: path, current: true });
    editor.select(join(folder, ".env"), "TOKEN=1");
    await expect.poll(() => client.received.at(-1)?.params?.text).toBe("");
    expect(await client.tool("get_selection")).toBeNull();
    endpoint.setPaused(true);
    const paused = await client.call("tools/call", { name: "get_selection", arguments: {} });
    expect(paused.result).toMatchObject({ isError: true, content: [{ text: "Sharing is paused" }] });
    expect(JSON.stringify(client.received)).not.toContain("TOKEN");
  });

  test("problems have its names for severities, and files without any are left out", async () => {
    const { editor, folder, connect } = await copilotFixture();
    const path = writeTo(folder, "a.ts", "let x\n");
    const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } };
    editor.diagnosticsAnswer = {
      files: [
        { path, diagnostics: [{ message: "unused", severity: "Info", range, source: "ts", code: 6133 }] },
        { path: join(folder, "b.ts"), diagnostics: [] },
      ],
      isCurrent: true,
    };
    const client = await connect();
    expect(await client.tool("get_diagnostics")).toEqual([
      {
        uri: `file://${path}`,
        filePath: path,
        diagnostics: [{ message: "unused", severity: "information", range, source: "ts", code: 6133 }],
      },
    ]);
  });

  test("a mention is a file reference", async () => {
    const { editor, folder, connect } = await copilotFixture();
    const client = await connect();
    const path = join(folder, "a.txt");
    expect(editor.events?.mentioned({ path, lines: { start: 1, end: 2 } })).toEqual({ status: "sent", clients: 1 });
    await expect.poll(() => client.received.at(-1)?.method).toBe("add_file_reference");
    expect(client.received.at(-1)?.params).toMatchObject({
      filePath: path,
      selection: { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } },
    });
  });
});

describe("a review", () => {
  const diff = (path: string) => ({ original_file_path: path, new_file_contents: "two\n", tab_name: "a tab" });

  test("is accepted or rejected, and edits are impossible", async () => {
    const { endpoint, editor, folder, connect } = await copilotFixture();
    const path = writeTo(folder, "a.txt", "one\n");
    const client = await connect();
    for (const accepted of [true, false]) {
      const answer = client.tool("open_diff", diff(path));
      const shown = await editor.diff("a tab");
      endpoint.reviews[0]?.edit("three\n");
      expect(endpoint.reviews[0]).toMatchObject({ acceptedForm: "decision", result: "two\n" });
      shown.decide(accepted ? { accepted, text: "two\n" } : { accepted });
      expect(await answer).toMatchObject({
        result: accepted ? "SAVED" : "REJECTED",
        trigger: accepted ? "accepted_via_button" : "rejected_via_button",
        tab_name: "a tab",
      });
    }
  });

  test("that the client closes is rejected, and closing it again is fine", async () => {
    const { editor, folder, connect } = await copilotFixture();
    const client = await connect();
    const answer = client.tool("open_diff", diff(writeTo(folder, "a.txt", "one\n")));
    await editor.diff("a tab");
    expect(await client.tool("close_diff", { tab_name: "a tab" })).toMatchObject({ already_closed: false });
    expect(await answer).toMatchObject({ result: "REJECTED", trigger: "closed_via_tool" });
    expect(await client.tool("close_diff", { tab_name: "a tab" })).toMatchObject({ already_closed: true });
    expect(editor.shown).toEqual([]);
  });

  test("ends with its client", async () => {
    const { endpoint, editor, folder, connect } = await copilotFixture();
    const client = await connect();
    void client.send("POST", {
      ...{ jsonrpc: "2.0", id: 99, method: "tools/call" },
      params: { name: "open_diff", arguments: diff(writeTo(folder, "a.txt", "one\n")) },
    });
    await editor.diff("a tab");
    await client.send("DELETE");
    await expect.poll(() => editor.shown).toEqual([]);
    expect(endpoint.endedReviews[0]?.outcome).toBe("withdrawn");
  });

  test("becomes a stream if the user takes long, so the client doesn't time out", async () => {
    const clock = new FakeClock();
    const { editor, folder, lockFile } = await copilotFixture({ clock });
    const client = await new CopilotClient(lockFile).connect();
    const params = { name: "open_diff", arguments: diff(writeTo(folder, "a.txt", "one\n")) };
    let parts = "";
    const shownAsStream = new Promise<void>((resolve) => {
      void client.send("POST", { jsonrpc: "2.0", id: 99, method: "tools/call", params }, (part) => {
        parts += part;
        resolve();
      });
    });
    const shown = await editor.diff("a tab");
    clock.advance(1_000);
    clock.advance(30_000);
    await shownAsStream;
    shown.decide({ accepted: false });
    await expect.poll(() => parts).toMatch(/^: keep-alive\n\nevent: message\ndata: .*REJECTED/);
  });
});
