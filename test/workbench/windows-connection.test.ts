/** What the page does when its connection ends, by each of the ways in which the host says so. */
import { fileURLToPath } from "node:url";
import { openDoor, type WindowSocket } from "@tandem/page-door";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openStillScene } from "./scene.js";

const { describe, test } = needsChromium();
const pageFolder = fileURLToPath(new URL("../../editors/workbench/dist/page", import.meta.url));

describe("the page's connection in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  /** The real page behind a host that only greets. */
  async function greetingHost(onWindow: (window: WindowSocket, count: number) => void) {
    let count = 0;
    const door = await openDoor({
      pageFolder,
      log: () => {},
      onWindow: (window) => {
        const view = { front: [null, null], group: 0 };
        window.send(JSON.stringify({ event: "welcome", data: { window: "w", view } }));
        onWindow(window, ++count);
      },
    });
    onTestFinished(() => door.close());
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(door.newLink());
    await page.getByTestId("connection").waitFor({ state: "attached" });
    return { door, page, count: () => count };
  }

  const words = (page: Page) => page.getByTestId("connection").textContent();

  describe("a page that goes", () => {
    /** Which goodbyes the host hears, in order, when this is done to the page. */
    async function goodbyes(go: (page: Page) => Promise<unknown>): Promise<string[]> {
      const heard: string[] = [];
      const { page, count } = await greetingHost((window) => {
        window.onMessage((text) => {
          if (text.includes("window.leave")) heard.push("leave");
        });
        window.onClose(() => heard.push("closed"));
      });
      await expect.poll(count).toBe(1);
      await go(page);
      await expect.poll(() => heard).toContain("closed");
      return heard;
    }

    test("because it is closed, reloaded or left says so before its connection ends", async () => {
      expect(await goodbyes((page) => page.close({ runBeforeUnload: true }))).toEqual(["leave", "closed"]);
      expect(await goodbyes((page) => page.reload())).toEqual(["leave", "closed"]);
      expect(await goodbyes((page) => page.goto("about:blank"))).toEqual(["leave", "closed"]);
    });

    test("by a crash says nothing", async () => {
      const crash = async (page: Page) => {
        const crashed = page.waitForEvent("crash");
        const session = await page.context().newCDPSession(page);
        // It takes its own answer with it.
        session.send("Page.crash").catch(() => {});
        await crashed;
      };
      expect(await goodbyes(crash)).toEqual(["closed"]);
    });
  });

  test("says that it was lost, and comes back by itself", async () => {
    const windows: WindowSocket[] = [];
    const { page, count } = await greetingHost((window) => windows.push(window));
    await expect.poll(count).toBe(1);
    windows[0]?.close(1011, "for a test");
    await expect.poll(count).toBe(2);
    await expect.poll(() => words(page)).toBe("");
  });

  test("a page that is refused loads itself anew, once, and then says what to do", async () => {
    // Every window is refused, so a page that reloads whenever it is refused would do so without end.
    const { page, count } = await greetingHost((window) => window.close(1008, "for a test"));
    await expect.poll(() => words(page)).toContain("Tandem does not know this page any more.");
    expect(count()).toBe(2);
  });

  test("a page whose newer connection took over stops, and says so", async () => {
    const { page, count } = await greetingHost((window) => window.close(4000, "for a test"));
    await expect.poll(() => words(page)).toContain("Another connection of this page took over");
    expect(count()).toBe(1);
  });

  test("after Tandem was started anew on the same port the page says how to get in", async () => {
    const { running, page } = await openStillScene(browser, { "a.txt": "a\n" });
    const { port } = running.door;
    await running.close();
    const again = await openDoor({ pageFolder, port, log: () => {}, onWindow: () => {} });
    onTestFinished(() => again.close());
    await expect
      .poll(
        () =>
          page
            .locator("#words")
            .textContent()
            .catch(() => ""),
        { timeout: 15_000 },
      )
      .toMatch(/Tandem was started anew/);
    await page.goto(again.newLink());
    expect(page.url()).not.toContain("/enter#");
  });

  test("a page whose host has gone says so", async () => {
    const { running, page } = await openStillScene(browser, { "a.txt": "a\n" });
    await running.close();
    await expect.poll(() => words(page)).toContain("Connection to Tandem lost, trying again…");
    await expect.poll(() => words(page), { timeout: 15_000 }).toContain("Tandem has ended. Start it again, and open");
  });
});
