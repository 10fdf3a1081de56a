/** Mentions while several sessions are connected, in a real Chromium: the user chooses one, which is remembered. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openFixture } from "./fixture.js";

const { describe, test } = needsChromium();

describe("A mention with several sessions in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  /** Two sessions that record their mentions, and the file in front. */
  async function twoSessions() {
    const fixture = await openFixture(browser);
    const { page, driver } = fixture;
    const mentions: string[] = [];
    const connect = async (pid: number) => {
      const client = await fixture.client("claude-code", "2.1.325", pid);
      client.on("at_mentioned", ({ filePath }) => mentions.push(`${pid} ${filePath.split("/").at(-1)}`));
      client.notify("ide_connected", { pid });
      return client;
    };
    const [one, two] = [await connect(4711), await connect(4923)];
    await expect.poll(() => page.getByTestId("status-clients").getAttribute("data-listening")).toBe("2");
    await driver.openFile(fixture.path("a.txt"));
    await fixture.editor("a.txt").focus();
    return { fixture, page, mentions, one, two, menu: page.getByTestId("menu") };
  }

  test("asks once, by key, and then goes to that session until the user changes it", async () => {
    const { page, mentions, menu } = await twoSessions();
    await page.keyboard.press("Alt+k");
    await menu.waitFor();
    expect(await menu.textContent()).toContain("Mention in which session?");
    expect(await menu.getByRole("menuitem").allTextContents()).toEqual([
      "claude-code 2.1.325, process 4711",
      "claude-code 2.1.325, process 4923",
      "All sessions",
    ]);
    expect(mentions).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => mentions).toEqual(["4923 a.txt"]);
    await page.keyboard.press("Alt+k");
    await expect.poll(() => mentions).toEqual(["4923 a.txt", "4923 a.txt"]);
    await page.getByTestId("toast").getByRole("button", { name: "Change session" }).click();
    await menu.getByRole("menuitem", { name: "All sessions" }).click();
    await page.keyboard.press("Alt+k");
    await expect.poll(() => mentions.slice(2).sort()).toEqual(["4711 a.txt", "4923 a.txt"]);
  });

  test("Escape mentions nothing and returns to the text, and a choice ends with its session", async () => {
    const { fixture, page, mentions, menu, one, two } = await twoSessions();
    await page.keyboard.press("Alt+k");
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    expect(await fixture.editor("a.txt").evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press("Alt+k");
    await menu.getByRole("menuitem", { name: "4711" }).click();
    await expect.poll(() => mentions).toEqual(["4711 a.txt"]);
    await one.close();
    await expect.poll(() => page.getByTestId("status-clients").getAttribute("data-listening")).toBe("1");
    await page.keyboard.press("Alt+k");
    await expect.poll(() => mentions).toEqual(["4711 a.txt", "4923 a.txt"]);
    await two.close();
  });
});
