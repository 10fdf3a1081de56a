/** What clients are told of the user's doing in the page, by real mouse and keys, and how the user governs it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { type Listener, openScene, type Scene } from "./scene.js";

const { describe, test } = needsChromium();
const files = {
  "a.txt": "plain line\n😀 smile 漢字 wide\nthird line\n",
  "b.txt": "other\n",
  "src/deep/c.ts": "export const c = 1;\n",
  ".env": "SECRET=1\n",
};

describe("context in Chromium", () => {
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

  /** What is told when there is nothing to tell of any more: no file. */
  const nothing = { text: "", selection: range(0, 0, 0) };

  async function openA(): Promise<{ scene: Scene; listener: Listener }> {
    const scene = await openScene(browser, { files });
    const listener = await scene.listener();
    await scene.hand.openFile(scene.path("a.txt"));
    await scene.page.waitForFunction((path) => window.tandemPage?.editorOf(path)?.hasFocus, scene.path("a.txt"));
    // A client hears nothing in its first moment.
    await expect.poll(() => last(listener)?.filePath).toBe(scene.path("a.txt"));
    return { scene, listener };
  }

  /** Where a character of the open file is on the screen. */
  async function placeOf(scene: Scene, offset: number): Promise<{ x: number; y: number }> {
    return await scene.page.evaluate(
      ({ path, at }) => {
        const place = window.tandemPage?.editorOf(path)?.coordsAtPos(at);
        if (!place) throw new Error("It is not on the screen");
        return { x: place.left, y: (place.top + place.bottom) / 2 };
      },
      { path: scene.path("a.txt"), at: offset },
    );
  }

  describe("the selection", () => {
    test("made by the mouse is told with its exact range and text, emoji and wide characters included", async () => {
      const { scene, listener } = await openA();
      const { page } = scene;
      const text = files["a.txt"];
      const from = await placeOf(scene, text.indexOf("😀"));
      const to = await placeOf(scene, text.indexOf(" wide"));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, to.y);
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
      await expect.poll(() => last(listener)).toMatchObject({ text: "😀 smile 漢字" });
      expect(last(listener)).toMatchObject({
        filePath: scene.path("a.txt"),
        fileUrl: `file://${scene.path("a.txt")}`,
        // UTF-16 units: the emoji has two.
        selection: range(1, 0, 11),
      });
      expect(await listener.client.call("getCurrentSelection")).toMatchObject({ text: "😀 smile 漢字" });
    });

    test("made by Shift and arrows grows with each key, over lines too; a cursor that moves is told as one", async () => {
      const { scene, listener } = await openA();
      const { page } = scene;
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
      // Backwards it is the same selection.
      await page.keyboard.press("End");
      await page.keyboard.press("Shift+Control+ArrowLeft");
      await expect.poll(() => last(listener)).toMatchObject({ text: "wide", selection: range(1, 12, 16) });
    });

    test("of text that was just typed is of the text as it is now", async () => {
      const { scene, listener } = await openA();
      const { page } = scene;
      await page.keyboard.type("new ");
      for (let key = 0; key < 4; key++) await page.keyboard.press("Shift+ArrowLeft");
      await expect.poll(() => last(listener)).toMatchObject({ text: "new ", selection: range(0, 0, 4) });
    });

    test("follows the active file, and is cleared when the last one is closed", async () => {
      const { scene, listener } = await openA();
      const { hand } = scene;
      await hand.openFile(scene.path("b.txt"));
      await expect.poll(() => last(listener)?.filePath).toBe(scene.path("b.txt"));
      await hand.tab(scene.path("a.txt")).click();
      await expect.poll(() => last(listener)?.filePath).toBe(scene.path("a.txt"));
      await hand.closeFile(scene.path("a.txt"));
      await expect.poll(() => last(listener)?.filePath).toBe(scene.path("b.txt"));
      await hand.closeFile(scene.path("b.txt"));
      await expect.poll(() => last(listener)).toEqual(nothing);
    });

    test("in a review is not told: it is not the user's file", async () => {
      const { scene, listener } = await openA();
      const { page } = scene;
      await scene.review(listener.client, "b.txt", "proposed\n", "t");
      const told = listener.selections.length;
      await page.keyboard.press("Control+a");
      await scene.hand.accept("t");
      await expect.poll(() => scene.editor("a.txt").isVisible()).toBe(true);
      expect(listener.selections.slice(told).map(({ text }) => text)).not.toContain("proposed\n");
      expect(last(listener)).toMatchObject({ filePath: scene.path("a.txt") });
    });

    test("in a file that is withheld is not told, and the page says why", async () => {
      const { scene, listener } = await openA();
      await scene.hand.openFile(scene.path(".env"));
      await scene.page.keyboard.press("Control+a");
      await expect.poll(() => last(listener)).toEqual(nothing);
      expect(await scene.page.getByTestId("banner").textContent()).toContain("Claude does not see this file");
      expect(JSON.stringify(listener.selections)).not.toContain("SECRET");
      expect(JSON.stringify(listener.selections)).not.toContain(".env");
    });
  });

  describe("a mention", () => {
    test("by Alt+K names the selected lines, or the whole file when nothing is selected; a toast tells", async () => {
      const { scene, listener } = await openA();
      const { page } = scene;
      const filePath = scene.path("a.txt");
      await page.keyboard.press("Alt+k");
      await expect.poll(() => listener.mentions).toEqual([{ filePath }]);
      await expect.poll(() => page.getByTestId("toast").textContent()).toContain("Mentioned a.txt to 1 client.");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Alt+k");
      await expect.poll(() => listener.mentions.at(-1)).toEqual({ filePath, lineStart: 0, lineEnd: 1 });
      await expect.poll(() => page.getByTestId("toast").textContent()).toContain("Mentioned a.txt:1-2 to 1 client.");
      // Nothing was typed by that.
      expect(await scene.textOf("a.txt")).toBe(files["a.txt"]);
    });

    test("by the button in the tab bar, whose title tells the key", async () => {
      const { scene, listener } = await openA();
      await scene.page.keyboard.press("ArrowDown");
      await scene.page.keyboard.press("Shift+End");
      const button = scene.page.getByTestId("mention-0");
      expect(await button.getAttribute("title")).toContain("(Alt+K)");
      await button.click();
      await expect.poll(() => listener.mentions).toEqual([{ filePath: scene.path("a.txt"), lineStart: 1, lineEnd: 1 }]);
    });

    test("by the tree's menu, of a file and of a folder", async () => {
      const scene = await openScene(browser, { files });
      const listener = await scene.listener();
      await scene.hand.mention(scene.path("src/deep/c.ts"));
      await expect.poll(() => listener.mentions.at(-1)).toEqual({ filePath: scene.path("src/deep/c.ts") });
      await scene.hand.mention(scene.path("src/deep"));
      await expect.poll(() => listener.mentions.at(-1)?.filePath.replace(/\/$/, "")).toBe(scene.path("src/deep"));
    });

    test("waits for the next client when there is none, and the status bar says so", async () => {
      const scene = await openScene(browser, { files });
      await scene.hand.mention(scene.path("a.txt"));
      await expect.poll(() => scene.page.getByTestId("toast").textContent()).toContain("No Claude is connected yet");
      expect(await scene.page.getByTestId("status-mentions").textContent()).toBe("1 mention waits for Claude");
      const listener = await scene.listener();
      await expect.poll(() => listener.mentions).toEqual([{ filePath: scene.path("a.txt") }]);
      await expect.poll(() => scene.page.getByTestId("status-mentions").count()).toBe(0);
    });
  });

  describe("the status bar", () => {
    test("says who is connected by name and version, or how to start one", async () => {
      const scene = await openScene(browser, { files });
      const clients = scene.page.getByTestId("status-clients");
      expect(await clients.textContent()).toMatch(/No Claude connected[\s\S]*claude --ide/);
      const one = await scene.client("claude-code", "2.1.325");
      await expect.poll(() => clients.textContent()).toBe("claude-code 2.1.325");
      const two = await scene.client("other-agent", "1.0");
      await expect.poll(() => clients.textContent()).toBe("claude-code 2.1.325, other-agent 1.0");
      await one.close();
      await expect.poll(() => clients.textContent()).toBe("other-agent 1.0");
      await two.close();
      await expect.poll(() => clients.textContent()).toContain("No Claude connected");
    });

    test("shows what was last shared, and its switch stops sharing, says so, and starts it again", async () => {
      const { scene, listener } = await openA();
      const { page } = scene;
      const shared = page.getByTestId("status-last-shared");
      const sharing = page.getByTestId("status-sharing");
      await expect.poll(() => shared.textContent()).toBe("Claude sees a.txt");
      expect(await sharing.textContent()).toBe("Sharing on");
      expect(await sharing.getAttribute("aria-checked")).toBe("true");
      await sharing.click();
      await expect.poll(() => sharing.textContent()).toBe("Sharing paused");
      expect(await sharing.getAttribute("aria-checked")).toBe("false");
      await expect.poll(() => shared.count()).toBe(0);
      // What clients knew is taken back, and what is selected from now on is not told.
      await expect.poll(() => last(listener)).toEqual(nothing);
      const told = listener.selections.length;
      await scene.editor("a.txt").focus();
      await page.keyboard.press("Control+a");
      await scene.hand.synced();
      await expect(listener.client.call("getCurrentSelection")).rejects.toThrow("Sharing is paused");
      expect(listener.selections).toHaveLength(told);
      await sharing.click();
      await expect.poll(() => sharing.textContent()).toBe("Sharing on");
      await expect.poll(() => last(listener)?.text).toBe(files["a.txt"]);
      await expect.poll(() => shared.textContent()).toBe("Claude sees a.txt");
    });
  });
});
