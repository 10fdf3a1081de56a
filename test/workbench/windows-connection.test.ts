/** What the page does when its connection ends, for each close code of the host. */
import { fileURLToPath } from "node:url";
import { startPageServer, type WindowSocket } from "@tandem-ide/page-server";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openInProcess } from "./fixture.js";

const { describe, test } = needsChromium();
const pageFolder = fileURLToPath(new URL("../../editors/workbench/dist/page", import.meta.url));

describe("The page's connection in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  /** The real page with a host that only sends a greeting. */
  async function greetingHost(onWindow: (window: WindowSocket, count: number) => void) {
    let count = 0;
    const pageServer = await startPageServer({
      pageFolder,
      log: () => {},
      onWindow: (window) => {
        const view = { front: [null, null], group: 0 };
        window.send(JSON.stringify({ event: "welcome", data: { window: "w", view } }));
        onWindow(window, ++count);
      },
    });
    onTestFinished(() => pageServer.close());
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(pageServer.newLink());
    await page.getByTestId("connection").waitFor({ state: "attached" });
    return { pageServer, page, count: () => count };
  }

  const words = (page: Page) => page.getByTestId("connection").textContent();

  describe("a page that ends", () => {
    /** The messages that the host receives when the page ends in this way. */
    async function messagesAtEnd(go: (page: Page) => Promise<unknown>): Promise<string[]> {
      const received: string[] = [];
      const { page, count } = await greetingHost((window) => {
        window.onMessage((text) => {
          if (text.includes("window.leave")) received.push("leave");
        });
        window.onClose(() => received.push("closed"));
      });
      await expect.poll(count).toBe(1);
      await go(page);
      await expect.poll(() => received).toContain("closed");
      return received;
    }

    test("because it is closed, reloaded or left says so before its connection ends", async () => {
      expect(await messagesAtEnd((page) => page.close({ runBeforeUnload: true }))).toEqual(["leave", "closed"]);
      expect(await messagesAtEnd((page) => page.reload())).toEqual(["leave", "closed"]);
      expect(await messagesAtEnd((page) => page.goto("about:blank"))).toEqual(["leave", "closed"]);
    });

    test("because it crashed says nothing", async () => {
      const crash = async (page: Page) => {
        const crashed = page.waitForEvent("crash");
        const session = await page.context().newCDPSession(page);
        // The crashing page can't answer.
        session.send("Page.crash").catch(() => {});
        await crashed;
      };
      expect(await messagesAtEnd(crash)).toEqual(["closed"]);
    });
  });

  test("says that it was lost, and reconnects automatically", async () => {
    const windows: WindowSocket[] = [];
    const { page, count } = await greetingHost((window) => windows.push(window));
    await expect.poll(count).toBe(1);
    windows[0]?.close(1011, "for a test");
    await expect.poll(count).toBe(2);
    await expect.poll(() => words(page)).toBe("");
  });

  test("a rejected page reloads once, and only then says what to do: it said so before its reload, too", async () => {
    // Every window is rejected, so a page that always reloads would do so forever.
    const { page, count } = await greetingHost((window) => window.close(1008, "for a test"));
    await expect.poll(() => words(page)).toContain("Tandem no longer recognises this page.");
    expect(count()).toBe(2);
  });

  test("a page that is replaced by a newer connection stops and says so", async () => {
    const { page, count } = await greetingHost((window) => window.close(4000, "for a test"));
    await expect.poll(() => words(page)).toContain("This page is now active in another tab");
    expect(count()).toBe(1);
  });

  test("after Tandem restarted on the same port, the page says how to sign in", async () => {
    const { running, page } = await openInProcess(browser, { "a.txt": "a\n" });
    const { port } = running.pageServer;
    await running.close();
    const again = await startPageServer({ pageFolder, port, log: () => {}, onWindow: () => {} });
    onTestFinished(() => again.close());
    await expect
      .poll(
        () =>
          page
            .locator("#message")
            .textContent()
            .catch(() => ""),
        { timeout: 15_000 },
      )
      .toMatch(/Tandem has restarted/);
    await page.goto(again.newLink());
    expect(page.url()).not.toContain("/enter#");
  });

  test("says that the host has stopped", async () => {
    const { running, page } = await openInProcess(browser, { "a.txt": "a\n" });
    await running.close();
    await expect.poll(() => words(page)).toContain("Connection to Tandem lost. Reconnecting…");
    await expect.poll(() => words(page), { timeout: 15_000 }).toContain("Tandem has stopped. Restart it and open");
  });
});
