/** The example as people use it: problems, files that change, what the page may do; with a stand-in for Electron. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { toolNames, toRawFileUri } from "@tandem/protocol";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { useElectron } from "./stage.js";

const { describe, test } = needsChromium();
const start = { line: 0, character: 0 };

describe("the Electron example (a stand-in for Electron)", () => {
  const electron = useElectron();

  test("problems are those of the text as it is now, in time", async () => {
    const stage = await electron.start({ files: { "a.json": '{ "a": 1 }\n' } });
    const client = await stage.client();
    const uri = toRawFileUri(stage.path("a.json"));
    const ask = () => client.call("getDiagnostics", { uri }, { timeoutMs: 500 });
    await stage.hand.openFile(stage.path("a.json"));
    expect(await ask()).toEqual([{ uri, diagnostics: [] }]);
    await stage.hand.select(stage.path("a.json"), { start, end: start });
    await stage.hand.type("oops");
    // Without waiting: the linter itself would look after three quarters of a second.
    const [file] = await ask();
    expect(file?.diagnostics).toMatchObject([{ severity: "Error", source: "json" }]);
    expect(file?.diagnostics[0]?.message).toMatch(/not valid JSON|Unexpected/);
  });

  test("a bracket that is never closed is a problem, one in a string is none", async () => {
    const stage = await electron.start({ files: { "a.js": 'const a = "(";\nconst b = (1;\n' } });
    const client = await stage.client();
    await stage.hand.openFile(stage.path("a.js"));
    await eventually(async () => {
      const [file] = await client.call("getDiagnostics", { uri: toRawFileUri(stage.path("a.js")) });
      expect(file?.diagnostics.map(({ message, range }) => [message, range.start.line])).toEqual([
        ['"(" is never closed', 1],
      ]);
    });
  });

  test("a clean file follows the disk, an unsaved one is never overwritten", async () => {
    const stage = await electron.start({ files: { "a.txt": "one\r\ntwo\r\n" } });
    const path = stage.path("a.txt");
    const { page } = stage.hand;
    const content = page.locator(".editor:not([hidden]) .cm-content");
    await stage.hand.openFile(path);
    writeFileSync(path, "uno\r\ntwo\r\n");
    await eventually(async () => expect(await content.textContent()).toBe("unotwo"));
    await stage.hand.select(path, { start, end: start });
    await stage.hand.type("mine ");
    writeFileSync(path, "theirs\r\n");
    await page.locator("#notice").getByText("changed by another program").waitFor();
    await page.keyboard.press("Control+s");
    await page.locator("#message[data-kind=warning]").waitFor();
    expect(readFileSync(path, "utf8")).toBe("theirs\r\n");
    expect(await content.textContent()).toBe("mine unotwo");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await eventually(() => expect(readFileSync(path, "utf8")).toBe("mine uno\r\ntwo\r\n"));
  });

  test("the status bar tells of Claude, and a click pauses", async () => {
    const stage = await electron.start({ files: { "a.txt": "one\n" } });
    const { page } = stage.hand;
    const bar = page.locator("#connection");
    expect(await bar.textContent()).toBe("Claude Code is not connected");
    await stage.hand.mention(stage.path("a.txt"));
    await eventually(async () => expect(await bar.textContent()).toContain("1 to mention"));
    await stage.client();
    await eventually(async () => expect(await bar.textContent()).toBe("Claude Code is connected"));
    await bar.click();
    await eventually(async () => expect(await bar.textContent()).toBe("Sharing is paused"));
  });

  test("the window is locked down, and the page's policy is kept by all that runs in it", async () => {
    const stage = await electron.start({ files: { "a.txt": "one\n" } });
    const { webPreferences } = stage.running.windowOptions ?? {};
    expect(webPreferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });
    const client = await stage.client();
    await stage.hand.openFile(stage.path("a.txt"));
    void stage.propose(client, stage.path("a.txt"), "two\n", "the review");
    await stage.reviewShown("the review");
    expect(stage.running.problems).toEqual([]);
    // Styles are there, so the nonce has worked.
    const bar = stage.hand.page.locator(".tandem-reviews-strip");
    expect(await bar.evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  });

  test("a page that asks for files elsewhere is refused", async () => {
    const stage = await electron.start({ files: { "a.txt": "one\n" } });
    const refused = await stage.hand.page.evaluate(() =>
      window.files.read("/etc/hostname").then(
        () => "read",
        (error: Error) => error.message,
      ),
    );
    expect(refused).toBe("/etc/hostname is not in the open folder. Open its folder first.");
  });

  test("NOT-04 the active editor is told besides", async () => {
    const stage = await electron.start({ files: { "a.txt": "one\ntwo\n" } });
    const client = await stage.client();
    const told = new Promise<unknown>((resolve) => {
      client.on("workspace/didChangeActiveEditor", resolve);
    });
    await stage.hand.openFile(stage.path("a.txt"));
    expect(await told).toMatchObject({ filePath: stage.path("a.txt"), text: "" });
  });

  test("the lock is nobody else's to read (Kale: 0644 in a 0755 directory)", async () => {
    const stage = await electron.start();
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([mode(stage.running.lockFile), mode(dirname(stage.running.lockFile))]).toEqual([0o600, 0o700]);
  });

  test("openDiff, close_tab and closeAllDiffTabs are known (Kale: unknown)", async () => {
    const stage = await electron.start();
    const client = await stage.client();
    const names = client.tools.map(({ name }) => name);
    expect(names.sort()).toEqual(toolNames.filter((name) => name !== "executeCode").sort());
    expect(await client.call("closeAllDiffTabs")).toEqual({ closed: 0 });
    expect((await client.call("close_tab", { tab_name: "none" })).message).toBe("TAB_CLOSED");
  });

  test("bad JSON is answered with a parse error (Kale: dropped in silence)", async () => {
    const stage = await electron.start();
    const { authToken }: { authToken: string } = JSON.parse(readFileSync(stage.running.lockFile, "utf8"));
    const socket = new WebSocket(`ws://127.0.0.1:${stage.running.port}`, ["mcp"], {
      headers: { "x-claude-code-ide-authorization": authToken },
    });
    const answer = await new Promise<string>((resolve, reject) => {
      socket.on("open", () => socket.send("{not json"));
      socket.on("message", (data) => resolve(String(data)));
      socket.on("error", reject);
    });
    socket.terminate();
    expect(JSON.parse(answer)).toMatchObject({ id: null, error: { code: -32700 } });
  });
});
