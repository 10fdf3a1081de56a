/** Everyday use of the example: problems, changing files, permissions of the page; with a stand-in for Electron. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { toolNames, toRawFileUri } from "@tandem-ide/protocol";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { useElectron } from "./fixture.js";

const { describe, test } = needsChromium();
const start = { line: 0, character: 0 };

describe("the Electron example (with a fake Electron)", () => {
  const electron = useElectron();

  test("problems are current, even for text just typed", async () => {
    const fixture = await electron.start({ files: { "a.json": '{ "a": 1 }\n' } });
    const client = await fixture.client();
    const uri = toRawFileUri(fixture.path("a.json"));
    const ask = () => client.call("getDiagnostics", { uri }, { timeoutMs: 500 });
    await fixture.driver.openFile(fixture.path("a.json"));
    expect(await ask()).toEqual([{ uri, diagnostics: [] }]);
    await fixture.driver.select(fixture.path("a.json"), { start, end: start });
    await fixture.driver.type("oops");
    // Without waiting: the linter on its own would run after three quarters of a second.
    const [file] = await ask();
    expect(file?.diagnostics).toMatchObject([{ severity: "Error", source: "json" }]);
    expect(file?.diagnostics[0]?.message).toMatch(/not valid JSON|Unexpected/);
  });

  test("an unclosed bracket is a problem, but not in a string", async () => {
    const fixture = await electron.start({ files: { "a.js": 'const a = "(";\nconst b = (1;\n' } });
    const client = await fixture.client();
    await fixture.driver.openFile(fixture.path("a.js"));
    await eventually(async () => {
      const [file] = await client.call("getDiagnostics", { uri: toRawFileUri(fixture.path("a.js")) });
      expect(file?.diagnostics.map(({ message, range }) => [message, range.start.line])).toEqual([['Unclosed "("', 1]]);
    });
  });

  test("a clean file follows the disk, and unsaved changes are never lost", async () => {
    const fixture = await electron.start({ files: { "a.txt": "one\r\ntwo\r\n" } });
    const path = fixture.path("a.txt");
    const { page } = fixture.driver;
    const content = page.locator(".editor:not([hidden]) .cm-content");
    await fixture.driver.openFile(path);
    writeFileSync(path, "uno\r\ntwo\r\n");
    await eventually(async () => expect(await content.textContent()).toBe("unotwo"));
    await fixture.driver.select(path, { start, end: start });
    await fixture.driver.type("mine ");
    writeFileSync(path, "theirs\r\n");
    await page.locator("#notice").getByText("has changed on disk").waitFor();
    await page.keyboard.press("Control+s");
    await page.locator("#message[data-kind=warning]").waitFor();
    expect(readFileSync(path, "utf8")).toBe("theirs\r\n");
    expect(await content.textContent()).toBe("mine unotwo");
    await page.getByRole("button", { name: "Overwrite" }).click();
    await eventually(() => expect(readFileSync(path, "utf8")).toBe("mine uno\r\ntwo\r\n"));
  });

  test("the status bar shows the connection, and a click pauses sharing", async () => {
    const fixture = await electron.start({ files: { "a.txt": "one\n" } });
    const { page } = fixture.driver;
    const bar = page.locator("#connection");
    expect(await bar.textContent()).toBe("Claude Code isn't connected");
    await fixture.driver.mention(fixture.path("a.txt"));
    await eventually(async () => expect(await bar.textContent()).toContain("1 queued"));
    await fixture.client();
    await eventually(async () => expect(await bar.textContent()).toBe("Claude Code is connected"));
    await bar.click();
    await eventually(async () => expect(await bar.textContent()).toBe("Sharing is paused"));
  });

  test("the window is locked down, and everything in the page follows its policy", async () => {
    const fixture = await electron.start({ files: { "a.txt": "one\n" } });
    const { webPreferences } = fixture.running.windowOptions ?? {};
    expect(webPreferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });
    const client = await fixture.client();
    await fixture.driver.openFile(fixture.path("a.txt"));
    void fixture.propose(client, fixture.path("a.txt"), "two\n", "the review");
    await fixture.reviewShown("the review");
    expect(fixture.running.problems).toEqual([]);
    // The styles are applied, so the nonce works.
    const bar = fixture.driver.page.locator(".tandem-reviews-strip");
    expect(await bar.evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  });

  test("refuses to read files outside the open folder for a page", async () => {
    const fixture = await electron.start({ files: { "a.txt": "one\n" } });
    const refused = await fixture.driver.page.evaluate(() =>
      window.files.read("/etc/hostname").then(
        () => "read",
        (error: Error) => error.message,
      ),
    );
    expect(refused).toBe("/etc/hostname isn't in the open folder. Open its folder first.");
  });

  test("NOT-04 the active editor is reported too", async () => {
    const fixture = await electron.start({ files: { "a.txt": "one\ntwo\n" } });
    const client = await fixture.client();
    const received = new Promise<unknown>((resolve) => {
      client.on("workspace/didChangeActiveEditor", resolve);
    });
    await fixture.driver.openFile(fixture.path("a.txt"));
    expect(await received).toMatchObject({ filePath: fixture.path("a.txt"), text: "" });
  });

  test("only the user can read the lock file", async () => {
    const fixture = await electron.start();
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([mode(fixture.running.lockFile), mode(dirname(fixture.running.lockFile))]).toEqual([0o600, 0o700]);
  });

  test("openDiff, close_tab and closeAllDiffTabs exist (Kale: unknown)", async () => {
    const fixture = await electron.start();
    const client = await fixture.client();
    const names = client.tools.map(({ name }) => name);
    expect(names.sort()).toEqual(toolNames.filter((name) => name !== "executeCode").sort());
    expect(await client.call("closeAllDiffTabs")).toEqual({ closed: 0 });
    expect((await client.call("close_tab", { tab_name: "none" })).message).toBe("TAB_CLOSED");
  });

  test("bad JSON is answered with a parse error (Kale: ignored silently)", async () => {
    const fixture = await electron.start();
    const { authToken }: { authToken: string } = JSON.parse(readFileSync(fixture.running.lockFile, "utf8"));
    const socket = new WebSocket(`ws://127.0.0.1:${fixture.running.port}`, ["mcp"], {
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
