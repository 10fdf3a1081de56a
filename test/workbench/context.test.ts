/** What is reported to clients about the user's work in the page, and how the user controls it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { type Fixture, type Listener, openFixture } from "./fixture.js";
import { openSlowWindow } from "./slow-window.js";

const { describe, test } = needsChromium();
const files = {
  "a.txt": "plain line\n😀 smile 漢字 wide\nthird line\n",
  "b.txt": "other\n",
  "src/deep/c.ts": "export const c = 1;\n",
  ".env": "SECRET=1\n",
};

describe("Shared context in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  const last = ({ selections }: Listener) => selections.at(-1);
  const range = (line: number, from: number, to: number) => ({
    start: { line, character: from },
    end: { line, character: to },
    isEmpty: from === to,
  });

  /** Reported when no file is open. */
  const nothing = { text: "", selection: range(0, 0, 0) };

  async function openA(): Promise<{ fixture: Fixture; listener: Listener }> {
    const fixture = await openFixture(browser, { files });
    const listener = await fixture.listener();
    await fixture.driver.openFile(fixture.path("a.txt"));
    await fixture.page.waitForFunction((path) => window.tandemPage?.editorOf(path)?.hasFocus, fixture.path("a.txt"));
    // A client isn't notified right after it connects.
    await expect.poll(() => last(listener)?.filePath).toBe(fixture.path("a.txt"));
    return { fixture, listener };
  }

  /** The screen position of a character in the open file. */
  async function screenPositionOf(fixture: Fixture, offset: number): Promise<{ x: number; y: number }> {
    return await fixture.page.evaluate(
      ({ path, at }) => {
        const place = window.tandemPage?.editorOf(path)?.coordsAtPos(at);
        if (!place) throw new Error("The character is not on the screen");
        return { x: place.left, y: (place.top + place.bottom) / 2 };
      },
      { path: fixture.path("a.txt"), at: offset },
    );
  }

  describe("the selection", () => {
    test("made with the mouse is reported with its exact range and text, including emoji and wide characters", async () => {
      const { fixture, listener } = await openA();
      const { page } = fixture;
      const text = files["a.txt"];
      const from = await screenPositionOf(fixture, text.indexOf("😀"));
      const to = await screenPositionOf(fixture, text.indexOf(" wide"));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, to.y);
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
      await expect.poll(() => last(listener)).toMatchObject({ text: "😀 smile 漢字" });
      expect(last(listener)).toMatchObject({
        filePath: fixture.path("a.txt"),
        fileUrl: `file://${fixture.path("a.txt")}`,
        // UTF-16 code units: the emoji has two.
        selection: range(1, 0, 11),
      });
      expect(await listener.client.call("getCurrentSelection")).toMatchObject({ text: "😀 smile 漢字" });
    });

    test("made with Shift and arrow keys grows with each key, across lines too; a moved cursor is reported as an empty selection", async () => {
      const { fixture, listener } = await openA();
      const { page } = fixture;
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => last(listener)).toMatchObject({ text: "", selection: range(1, 0, 0) });
      await page.keyboard.press("Shift+ArrowRight");
      await expect.poll(() => last(listener)).toMatchObject({ text: "😀", selection: range(1, 0, 2) });
      await page.keyboard.press("Shift+ArrowRight");
      await expect.poll(() => last(listener)).toMatchObject({ text: "😀 ", selection: range(1, 0, 3) });
      await page.keyboard.press("Shift+ArrowDown");
      await expect.poll(() => last(listener)?.text).toMatch(/^😀 smile 漢字 wide\nthi/);
      await page.keyboard.press("ArrowLeft");
      await expect.poll(() => last(listener)).toMatchObject({ text: "", selection: range(1, 0, 0) });
      // Selecting backwards gives the same selection.
      await page.keyboard.press("End");
      await page.keyboard.press("Shift+Control+ArrowLeft");
      await expect.poll(() => last(listener)).toMatchObject({ text: "wide", selection: range(1, 12, 16) });
    });

    test("of newly typed text contains the current text", async () => {
      const { fixture, listener } = await openA();
      const { page } = fixture;
      await page.keyboard.type("new ");
      for (let key = 0; key < 4; key++) await page.keyboard.press("Shift+ArrowLeft");
      await expect.poll(() => last(listener)).toMatchObject({ text: "new ", selection: range(0, 0, 4) });
    });

    test("follows the active file, and is cleared when the last file is closed", async () => {
      const { fixture, listener } = await openA();
      const { driver } = fixture;
      await driver.openFile(fixture.path("b.txt"));
      await expect.poll(() => last(listener)?.filePath).toBe(fixture.path("b.txt"));
      await driver.tab(fixture.path("a.txt")).click();
      await expect.poll(() => last(listener)?.filePath).toBe(fixture.path("a.txt"));
      await driver.closeFile(fixture.path("a.txt"));
      await expect.poll(() => last(listener)?.filePath).toBe(fixture.path("b.txt"));
      await driver.closeFile(fixture.path("b.txt"));
      await expect.poll(() => last(listener)).toEqual(nothing);
    });

    test("in a review isn't reported", async () => {
      const { fixture, listener } = await openA();
      const { page } = fixture;
      await fixture.review(listener.client, "b.txt", "proposed\n", "t");
      const count = listener.selections.length;
      await page.keyboard.press("Control+a");
      await fixture.driver.accept("t");
      await expect.poll(() => fixture.editor("a.txt").isVisible()).toBe(true);
      expect(listener.selections.slice(count).map(({ text }) => text)).not.toContain("proposed\n");
      expect(last(listener)).toMatchObject({ filePath: fixture.path("a.txt") });
    });

    test("in a hidden file isn't reported, and the page says why", async () => {
      const { fixture, listener } = await openA();
      await fixture.driver.openFile(fixture.path(".env"));
      await fixture.page.keyboard.press("Control+a");
      await expect.poll(() => last(listener)).toEqual(nothing);
      expect(await fixture.page.getByTestId("banner").textContent()).toContain("This file is hidden from Claude");
      expect(JSON.stringify(listener.selections)).not.toContain("SECRET");
      expect(JSON.stringify(listener.selections)).not.toContain(".env");
    });
  });

  describe("a mention", () => {
    test("with Alt+K contains the selected lines, or the whole file without a selection, and shows a toast", async () => {
      const { fixture, listener } = await openA();
      const { page } = fixture;
      const filePath = fixture.path("a.txt");
      await page.keyboard.press("Alt+k");
      await expect.poll(() => listener.mentions).toEqual([{ filePath }]);
      await expect.poll(() => page.getByTestId("toast").textContent()).toContain("Mentioned a.txt in Claude.");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Alt+k");
      await expect.poll(() => listener.mentions.at(-1)).toEqual({ filePath, lineStart: 0, lineEnd: 1 });
      await expect.poll(() => page.getByTestId("toast").textContent()).toContain("Mentioned a.txt:1-2 in Claude.");
      // The key didn't type anything.
      expect(await fixture.textOf("a.txt")).toBe(files["a.txt"]);
    });

    test("with Alt+K is not lost while the file is still loading", async () => {
      const fixture = await openFixture(browser, { files });
      const listener = await fixture.listener();
      const isText = (message: string) => message.includes("third line");
      const { page, held, letThrough } = await openSlowWindow(fixture.context, fixture.page.url(), isText);
      await page.locator('[data-testid="tree-row"]', { hasText: "a.txt" }).dblclick();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      await page.keyboard.press("Alt+k");
      expect(listener.mentions).toEqual([]);
      letThrough();
      await expect.poll(() => listener.mentions).toEqual([{ filePath: fixture.path("a.txt") }]);
    });

    test("with Alt+K in a file that was closed before it was loaded mentions nothing", async () => {
      const fixture = await openFixture(browser, { files });
      const listener = await fixture.listener();
      const isText = (message: string) => message.includes("third line");
      const { page, held, letThrough } = await openSlowWindow(fixture.context, fixture.page.url(), isText);
      await page.locator('[data-testid="tree-row"]', { hasText: "a.txt" }).dblclick();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      await page.keyboard.press("Alt+k");
      await page.locator('[data-testid="tab"]').click({ button: "middle" });
      await page.locator('[data-testid="tab"]').waitFor({ state: "detached" });
      letThrough();
      await fixture.driver.mention(fixture.path("b.txt"));
      await expect.poll(() => listener.mentions).toEqual([{ filePath: fixture.path("b.txt") }]);
    });

    test("works with the button in the tab bar, whose tooltip shows the key", async () => {
      const { fixture, listener } = await openA();
      await fixture.page.keyboard.press("ArrowDown");
      await fixture.page.keyboard.press("Shift+End");
      const button = fixture.page.getByTestId("mention-0");
      expect(await button.getAttribute("title")).toContain("(Alt+K)");
      await button.click();
      await expect
        .poll(() => listener.mentions)
        .toEqual([{ filePath: fixture.path("a.txt"), lineStart: 1, lineEnd: 1 }]);
    });

    test("works from the tree's menu, for a file and a folder", async () => {
      const fixture = await openFixture(browser, { files });
      const listener = await fixture.listener();
      await fixture.driver.mention(fixture.path("src/deep/c.ts"));
      await expect.poll(() => listener.mentions.at(-1)).toEqual({ filePath: fixture.path("src/deep/c.ts") });
      await fixture.driver.mention(fixture.path("src/deep"));
      await expect.poll(() => listener.mentions.at(-1)?.filePath.replace(/\/$/, "")).toBe(fixture.path("src/deep"));
    });

    test("is queued while no client is connected, and the status bar says so", async () => {
      const fixture = await openFixture(browser, { files });
      await fixture.driver.mention(fixture.path("a.txt"));
      await expect.poll(() => fixture.page.getByTestId("toast").textContent()).toContain("Claude isn't connected");
      expect(await fixture.page.getByTestId("status-mentions").textContent()).toBe("1 queued mention");
      const listener = await fixture.listener();
      await expect.poll(() => listener.mentions).toEqual([{ filePath: fixture.path("a.txt") }]);
      await expect.poll(() => fixture.page.getByTestId("status-mentions").count()).toBe(0);
    });
  });

  describe("the status bar", () => {
    test("shows connected clients by name and version, or how to start one", async () => {
      const fixture = await openFixture(browser, { files });
      const clients = fixture.page.getByTestId("status-clients");
      expect(await clients.textContent()).toMatch(/Claude: not connected[\s\S]*claude --ide/);
      const one = await fixture.client("claude-code", "2.1.325");
      await expect.poll(() => clients.textContent()).toBe("claude-code 2.1.325");
      const two = await fixture.client("other-agent", "1.0");
      await expect.poll(() => clients.textContent()).toBe("claude-code 2.1.325, other-agent 1.0");
      await one.close();
      await expect.poll(() => clients.textContent()).toBe("other-agent 1.0");
      await two.close();
      await expect.poll(() => clients.textContent()).toContain("Claude: not connected");
    });

    test("shows what was last shared, and its switch pauses and resumes sharing", async () => {
      const { fixture, listener } = await openA();
      const { page } = fixture;
      const shared = page.getByTestId("status-last-shared");
      const sharing = page.getByTestId("status-sharing");
      await expect.poll(() => shared.textContent()).toBe("Claude sees a.txt");
      expect(await sharing.textContent()).toBe("Sharing on");
      expect(await sharing.getAttribute("aria-checked")).toBe("true");
      await sharing.click();
      await expect.poll(() => sharing.textContent()).toBe("Sharing paused");
      expect(await sharing.getAttribute("aria-checked")).toBe("false");
      await expect.poll(() => shared.count()).toBe(0);
      // The shared selection is withdrawn, and new selections aren't reported.
      await expect.poll(() => last(listener)).toEqual(nothing);
      const count = listener.selections.length;
      await fixture.editor("a.txt").focus();
      await page.keyboard.press("Control+a");
      await fixture.driver.synced();
      await expect(listener.client.call("getCurrentSelection")).rejects.toThrow("Sharing is paused");
      expect(listener.selections).toHaveLength(count);
      await sharing.click();
      await expect.poll(() => sharing.textContent()).toBe("Sharing on");
      await expect.poll(() => last(listener)?.text).toBe(files["a.txt"]);
      await expect.poll(() => shared.textContent()).toBe("Claude sees a.txt");
    });
  });
});
