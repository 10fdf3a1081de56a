/** How much the page loads, and from where. */
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { serverRuns, startProject } from "./language-session.js";
import { notebookOf } from "./notebook-driver.js";
import { eventually, startSession } from "./user-session.js";

const { describe, test } = needsChromium();

describe("What the page loads, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("the scripts of the first screen are under 500 KB compressed and don't include the terminal", async () => {
    const user = await startSession(browser);
    const scripts = new Map<string, number>();
    const reading: Promise<unknown>[] = [];
    user.page.on("response", (response) => {
      if (!response.url().endsWith(".js")) return;
      reading.push(response.body().then((body) => scripts.set(response.url(), gzipSync(body).length)));
    });
    await user.page.reload();
    await user.row("a.txt").waitFor();
    await user.page.waitForLoadState("load");
    await user.press("Control+p", "Escape");
    await Promise.all(reading);
    expect(scripts.size).toBeGreaterThan(0);
    const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeGreaterThan(50_000); // Otherwise the measurement is wrong: CodeMirror alone is larger.
    expect(total).toBeLessThan(500 * 1024);
    expect([...scripts.keys()].filter((url) => /xterm|terminal/.test(url))).toEqual([]);
  });

  test("code for language servers loads with the first file that has one, and is under 30 KB compressed", async () => {
    const user = await startProject(browser, { files: { "a.ts": "export const a = 1;\n", "b.ts": "const b = 1;\n" } });
    const scripts = new Map<string, number>();
    user.page.on("response", async (response) => {
      if (/\/(editor-language|marked)[^/]*\.js$/.test(response.url()))
        scripts.set(response.url(), gzipSync(await response.body()).length);
    });
    await user.page.reload();
    await user.open("a.txt");
    expect(scripts.size).toBe(0);
    await user.open("a.ts");
    await serverRuns(user);
    await eventually(() => scripts.size).toBe(2);
    const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThan(30 * 1024);
  });

  test("code for notebooks loads with the first notebook, and is under 40 KB compressed", async () => {
    const user = await startSession(browser, { files: { "n.ipynb": notebookOf("1") } });
    const scripts = new Map<string, number>();
    user.page.on("response", async (response) => {
      if (/\/(open-notebook|marked)[^/]*\.js$/.test(response.url()))
        scripts.set(response.url(), gzipSync(await response.body()).length);
    });
    await user.page.reload();
    await user.open("a.txt");
    expect(scripts.size).toBe(0);
    await user.row("n.ipynb").dblclick();
    await user.page.getByTestId("cell").waitFor();
    await eventually(() => scripts.size).toBe(2);
    const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThan(40 * 1024);
  });

  test("a session that uses every part makes no foreign requests, and the policy blocks nothing", async () => {
    const user = await startSession(browser, {
      files: { "b.ts": "const a = 1;\n", "c.md": "# c\n\n![picture](https://example.com/x.png)\n" },
      env: { PATH: "/nowhere" },
    });
    const asked: string[] = [];
    user.context.on("request", (request) => asked.push(request.url()));
    user.context.on("page", (page) => asked.push(page.url()));
    user.page.on("websocket", (socket) => asked.push(socket.url()));
    const blocked = user.page.evaluate(() => {
      const seen: string[] = [];
      addEventListener("securitypolicyviolation", ({ violatedDirective }) => seen.push(violatedDirective));
      Object.assign(window, { blockedSoFar: seen });
    });
    await blocked;
    await user.open("b.ts");
    await user.open("c.md");
    await user.press("Control+\\", "Control+f", "Escape", "Control+`");
    await eventually(() => user.page.getByTestId("terminal-status").textContent()).toContain("on the PATH");
    await user.page.evaluate(() => window.tandemPage?.run("theme.dark"));
    await user.press("Alt+Shift+H");
    await user.page.getByTestId("privacy-dialog").waitFor();
    await user.press("Escape");
    const own = new URL(user.page.url()).host;
    const foreign = asked.filter((url) => !/^(about|data|blob):/.test(url) && new URL(url).host !== own);
    expect(asked.length).toBeGreaterThan(0);
    expect(foreign).toEqual([]);
    expect(await user.page.evaluate(() => Reflect.get(window, "blockedSoFar"))).toEqual([]);
  });
});
