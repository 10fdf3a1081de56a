/** Faults seen in another plugin for Neovim, each as a case that must pass in a real Neovim with this plugin. */
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@tandem-ide/client";
import { authorizationHeader } from "@tandem-ide/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { client as connectTo, lockOf, started } from "./endpoint.js";
import type { Neovim } from "./neovim.js";

const { test } = needs("neovim");

describe("seen in the other plugin for Neovim", () => {
  let neovim: Neovim;
  beforeAll(async () => {
    neovim = await started();
  });
  afterAll(() => neovim.stop());
  beforeEach(async () => {
    await neovim.keys("<C-\\><C-n>");
    await neovim.command("silent! tabonly! | silent! only! | enew!");
  });

  async function client(options = {}): Promise<Client> {
    const connected = await connectTo(neovim, options);
    onTestFinished(() => connected.close());
    return connected;
  }

  function write(name: string, text: string): string {
    const path = join(neovim.folder, name);
    writeFileSync(path, text);
    return path;
  }

  function socket(headers: Record<string, string>): WebSocket {
    const opened = new WebSocket(`ws://127.0.0.1:${lockOf(neovim).port}`, ["mcp"], { headers });
    onTestFinished(() => opened.terminate());
    return opened;
  }

  async function openRaw(): Promise<WebSocket> {
    const opened = socket({ [authorizationHeader]: lockOf(neovim).authToken });
    await once(opened, "open");
    return opened;
  }

  async function nextMessage(from: WebSocket): Promise<unknown> {
    const [data] = await once(from, "message");
    return JSON.parse(String(data));
  }

  const pending = () => neovim.lua<number>('return require("tandem.review").pending()');
  const proposal = (path: string, tab = "t", text = "new\n") => ({
    old_file_path: path,
    new_file_path: path,
    new_file_contents: text,
    tab_name: tab,
  });

  test("one client's closeAllDiffTabs rejects another client's pending diff", async () => {
    const [one, other] = [await client(), await client()];
    const answer = one.call("openDiff", proposal(write("a.txt", "old\n")));
    await eventually(async () => expect(await pending()).toBe(1));
    expect(await other.call("closeAllDiffTabs")).toEqual({ closed: 0 });
    await neovim.keys(":w<CR>");
    expect(await answer).toEqual({ decision: "saved", text: "new\n" });
  });

  test("closeAllDiffTabs closes every diff that the user has open", async () => {
    const [a, b] = [write("mine-a.txt", "a\n"), write("mine-b.txt", "b\n")];
    await neovim.command(`edit ${a} | vertical diffsplit ${b}`);
    const windows = () =>
      neovim.lua("return vim.tbl_map(function(win) return vim.wo[win].diff end, vim.api.nvim_list_wins())");
    expect(await windows()).toEqual([true, true]);
    const one = await client();
    void one.call("openDiff", proposal(write("c.txt", "old\n"))).catch(() => {});
    await eventually(async () => expect(await pending()).toBe(1));
    expect(await one.call("closeAllDiffTabs")).toEqual({ closed: 1 });
    await eventually(async () => expect(await windows()).toEqual([true, true]));
  });

  test("JSON-RPC ping is answered with method not found", async () => {
    await (await client()).ping();
  });

  test("a parse error is answered without an id", async () => {
    const raw = await openRaw();
    raw.send("{ nope");
    expect(await nextMessage(raw)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
  });

  test("logging is advertised and not served", async () => {
    expect((await client()).initializeResult.capabilities).toEqual({ tools: { listChanged: true } });
  });

  test("a fragmented message closes the socket with 1003", async () => {
    const raw = await openRaw();
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: "ü😀", method: "ping" }));
    for (let i = 0; i < bytes.length; i++)
      raw.send(bytes.subarray(i, i + 1), { binary: false, fin: i === bytes.length - 1 });
    expect(await nextMessage(raw)).toEqual({ jsonrpc: "2.0", id: "ü😀", result: {} });
  });

  test("the lock of a killed editor is not reaped at the next start", async () => {
    const configDir = join(neovim.home, "other-config");
    mkdirSync(join(configDir, "ide"), { recursive: true, mode: 0o700 });
    writeFileSync(join(configDir, "ide", "12345.lock"), JSON.stringify({ pid: 2 ** 22 + 7, workspaceFolders: [] }));
    await using next = await started({ configDir });
    const { port } = await next.lua<{ port: number }>('return require("tandem").status()');
    expect(readdirSync(join(configDir, "ide"))).toEqual([`${port}.lock`]);
  });

  test("openFile selects one line early and one character late, and misses an endText on the same line", async () => {
    const filePath = write("texts.txt", "zero\nüne 😀 two three\n");
    const one = await client();
    await one.call("openFile", { filePath, startText: "two", endText: "three" });
    expect(await one.call("getCurrentSelection")).toMatchObject({
      text: "two three",
      selection: { start: { line: 1, character: 7 }, end: { line: 1, character: 16 } },
    });
  });

  test("columns are bytes instead of UTF-16 units", async () => {
    await neovim.command(`edit ${write("columns.txt", "😀ü x\n")}`);
    await neovim.keys("0fxv");
    expect(await (await client()).call("getCurrentSelection")).toMatchObject({
      text: "x",
      selection: { start: { line: 0, character: 4 }, end: { line: 0, character: 5 } },
    });
  });

  test("file URIs are not escaped", async () => {
    await neovim.lua('vim.cmd({ cmd = "edit", args = { ... }, magic = { file = false } })', write("a b#ü%.txt", "x"));
    const { tabs } = await (await client()).call("getOpenEditors");
    expect(tabs.map((tab) => tab.uri)).toContainEqual(expect.stringMatching(/\/a%20b%23%C3%BC%25\.txt$/));
  });

  test("a bad token is answered 400: here the socket opens and is closed with 1008", async () => {
    const raw = socket({ [authorizationHeader]: "wrong" });
    const [code] = await once(raw, "close");
    expect(code).toBe(1008);
  });

  test("a browser's Origin is accepted", async () => {
    const raw = socket({ [authorizationHeader]: lockOf(neovim).authToken, origin: "https://example.org" });
    raw.on("error", () => {});
    const [, response] = await once(raw, "unexpected-response");
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  test("a message of 10 MB takes seconds, and more than ten times as long as one of 1 MB", async () => {
    const one = await client({ requestTimeoutMs: 30_000 });
    const path = write("big.txt", "old\n");
    const timeOf = async (bytes: number) => {
      const started = performance.now();
      const answer = one.call("openDiff", proposal(path, `${bytes}`, `${"x".repeat(99)}\n`.repeat(bytes / 100)));
      await eventually(async () => expect(await pending()).toBe(1), 20_000, 5);
      const shown = performance.now() - started;
      await one.call("closeAllDiffTabs");
      await answer.catch(() => {});
      await eventually(async () => expect(await pending()).toBe(0));
      return shown;
    };
    await timeOf(1_000_000);
    const small = Math.min(await timeOf(1_000_000), await timeOf(1_000_000));
    const large = Math.min(await timeOf(9_000_000), await timeOf(9_000_000));
    // Nine times the text: linear, with room for a busy machine.
    expect(large / small).toBeLessThan(30);
  }, 60_000);

  test(":q on a diff does not reject it", async () => {
    const answer = (await client()).call("openDiff", proposal(write("q.txt", "old\n")));
    await eventually(async () => expect(await pending()).toBe(1));
    await neovim.keys(":q<CR>");
    expect(await answer).toMatchObject({ decision: "rejected" });
  });

  test("a quick visual selection is lost", async () => {
    const told: string[] = [];
    await client({
      onNotification: (method: string, params: unknown) => {
        if (method === "selection_changed") told.push((params as { text: string }).text);
      },
    });
    await neovim.command(`edit ${write("quick.txt", "quick selection\n")}`);
    await eventually(() => expect(told.length).toBeGreaterThan(0));
    // Both at once, so that nothing happens in between.
    await neovim.keys("viw<Esc>");
    await eventually(() => expect(told).toContain("quick"));
  });

  test("a diff lingers after its client has left", async () => {
    const leaving = await connectTo(neovim);
    void leaving.call("openDiff", proposal(write("left.txt", "old\n"))).catch(() => {});
    await eventually(async () => expect(await pending()).toBe(1));
    await leaving.close();
    await eventually(async () => expect(await pending()).toBe(0));
    await neovim.until("return vim.fn.tabpagenr('$') == 1");
  });

  test("there is no room for a diff when the terminal is the only window", async () => {
    await neovim.command("terminal");
    await neovim.command("silent! only!");
    const answer = (await client()).call("openDiff", proposal(write("room.txt", "old\n")));
    await eventually(async () => expect(await pending()).toBe(1));
    await neovim.keys("<C-\\><C-n>:TandemReview<CR>:w<CR>");
    expect(await answer).toEqual({ decision: "saved", text: "new\n" });
    await neovim.until("return vim.bo.buftype == 'terminal'");
  });

  test("http_proxy breaks connections to loopback", async () => {
    await using behind = await started({
      env: { http_proxy: "http://proxy.invalid:1", HTTP_PROXY: "http://proxy.invalid:1" },
    });
    const environment = await behind.lua<Record<string, string>>('return require("tandem.sidecar").environment()');
    for (const name of ["NO_PROXY", "no_proxy"]) expect(environment[name]).toContain("127.0.0.1");
    await (await connectTo(behind)).close();
  });
});
