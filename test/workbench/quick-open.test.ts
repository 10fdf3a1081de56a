/** Quick open, the command palette and the keyboard shortcuts, with the keyboard only and on a large tree. */
import { linkSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openSlowWindow } from "./slow-window.js";
import { eventually, startSession, type UserSession } from "./user-session.js";

const { describe, test } = needsChromium();

describe("Quick open in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const dialog = (user: UserSession) => user.page.getByTestId("quick-open");
  const found = (user: UserSession) => dialog(user).getByTestId("quick-row");
  /** The file that Enter would open, relative to the folder. */
  const chosen = async (user: UserSession) =>
    (await dialog(user).locator("[aria-selected=true]").getAttribute("data-path"))?.slice(user.folder.length + 1);
  const isFocused = (user: UserSession, name: string) =>
    user.editor(name).evaluate((content) => content === document.activeElement);

  const files = {
    "src/components/tab-bar.tsx": "bar\n",
    "src/components/tab-button.tsx": "button\n",
    "src/table.ts": "table\n",
    "docs/tables.md": "tables\n",
    ".gitignore": "dist/\n",
    "dist/tab-bar.js": "built\n",
  };

  test("finds a file by a few letters, and Enter opens and focuses it", async () => {
    const user = await startSession(browser, { files });
    await user.press("Control+p");
    await user.page.keyboard.type("tbar");
    await eventually(() => chosen(user)).toBe("src/components/tab-bar.tsx");
    expect(await found(user).first().locator("mark").allTextContents()).not.toEqual([]);
    // Files in .gitignore aren't listed.
    await expect(found(user).filter({ hasText: "dist" }).count()).resolves.toBe(0);
    await user.press("Enter");
    await dialog(user).waitFor({ state: "detached" });
    await user.editor("src/components/tab-bar.tsx").waitFor();
    await eventually(() => isFocused(user, "src/components/tab-bar.tsx")).toBe(true);
  });

  test("arrows go through the results and wrap around; Escape changes nothing", async () => {
    const user = await startSession(browser, { files });
    await user.open("a.txt");
    await user.press("Control+p");
    await user.page.keyboard.type("tab");
    // The rows of "t" and "ta" are there until those of "tab" arrive.
    const matches = 4;
    await eventually(() => found(user).count()).toBe(matches);
    const at = () => found(user).evaluateAll((rows) => rows.findIndex((row) => row.ariaSelected === "true"));
    await user.press("ArrowDown", "ArrowDown");
    await eventually(at).toBe(2);
    await user.press("ArrowUp", "ArrowUp", "ArrowUp");
    await eventually(at).toBe(matches - 1);
    await user.press("Escape");
    await dialog(user).waitFor({ state: "detached" });
    await eventually(() => isFocused(user, "a.txt")).toBe(true);
    expect(await user.tabNames()).toEqual(["a.txt"]);
  });

  describe("with a slow response", () => {
    /** A window that delays responses about files until they are released. */
    const openSlow = (user: UserSession) =>
      openSlowWindow(user.context, user.page.url(), (message) => message.includes('"total":'));
    const labels = (page: Page) => page.locator('[data-testid="tab"] .tab-label').allTextContents();

    test("an early Enter opens the best match when the results arrive", async () => {
      const user = await startSession(browser, { files });
      const { page, held, letThrough } = await openSlow(user);
      await page.keyboard.press("Control+p");
      await page.keyboard.type("tbar");
      await page.keyboard.press("Enter");
      await eventually(() => held.length).toBeGreaterThan(0);
      expect(await labels(page)).toEqual([]);
      letThrough();
      await page.getByTestId("quick-open").waitFor({ state: "detached" });
      await eventually(() => labels(page)).toEqual(["tab-bar.tsx"]);
    });

    test("an early Ctrl+Enter opens it to the side", async () => {
      const user = await startSession(browser, { files });
      await user.open("a.txt");
      const { page, letThrough } = await openSlow(user);
      await page.keyboard.press("Control+p");
      await page.keyboard.type("table.ts");
      await page.keyboard.press("Control+Enter");
      letThrough();
      await page.getByTestId("group-1").locator(".cm-content").waitFor();
      expect(await page.getByTestId("group-1").locator(".tab-label").allTextContents()).toEqual(["table.ts"]);
    });

    test("Escape or more typing cancels an early Enter", async () => {
      const user = await startSession(browser, { files });
      const { page, held, letThrough } = await openSlow(user);
      await page.keyboard.press("Control+p");
      await page.keyboard.type("tbar");
      await page.keyboard.press("Enter");
      await eventually(() => held.length).toBeGreaterThan(0);
      await page.keyboard.press("Escape");
      await page.getByTestId("quick-open").waitFor({ state: "detached" });
      await page.keyboard.press("Control+p");
      await page.keyboard.type("tabl");
      await page.keyboard.press("Enter");
      await page.keyboard.type("e");
      letThrough();
      await page.getByTestId("quick-row").first().waitFor();
      expect(await labels(page)).toEqual([]);
    });
  });

  test("Ctrl+Enter opens to the side", async () => {
    const user = await startSession(browser, { files });
    await user.open("a.txt");
    await user.press("Control+p");
    await user.page.keyboard.type("table.ts");
    await eventually(() => chosen(user)).toBe("src/table.ts");
    await user.press("Control+Enter");
    await user.page.getByTestId("group-1").locator(".cm-content").waitFor();
    expect(await user.page.getByTestId("group-1").locator(".tab-label").allTextContents()).toEqual(["table.ts"]);
    expect(await user.page.getByTestId("group-0").locator(".tab-label").allTextContents()).toEqual(["a.txt"]);
  });

  test("says when nothing matches, and finds a new file", async () => {
    const user = await startSession(browser);
    await user.press("Control+p");
    await user.page.keyboard.type("qqqq");
    await dialog(user).getByText("No matching files").waitFor();
    await user.press("Escape");
    user.write("src/brand-new.ts", "");
    await user.press("Control+p");
    await user.page.keyboard.type("brand");
    await eventually(() => found(user).count()).toBe(1);
  });

  test("“>” finds commands with their keys, and runs them", async () => {
    const user = await startSession(browser);
    await user.press("Control+p");
    await user.page.keyboard.type(">theme dark");
    await eventually(() => found(user).allTextContents()).toEqual(["View: Theme: dark"]);
    await user.press("Enter");
    await eventually(() => user.page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await user.press("F1");
    await user.page.keyboard.type("go to file");
    await eventually(() => found(user).first().textContent()).toContain("Ctrl+P");
  });

  test("Shift+F1 shows all keys and restores the focus", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    await user.press("Shift+F1");
    const help = user.page.getByTestId("keyboard-dialog");
    await help.waitFor();
    expect(await help.textContent()).toContain("Accept change");
    await user.press("Escape");
    await help.waitFor({ state: "detached" });
    await eventually(() => isFocused(user, "a.txt")).toBe(true);
  });

  test("a tree of 50,000 files stays usable: scrolling, quick open, a change in a folder of 10,000", async () => {
    const user = await startSession(browser, {
      prepare: ({ folder }) => {
        // Hard links are created three times faster than files.
        const file = join(folder, "a.txt");
        for (let i = 0; i < 400; i++) {
          mkdirSync(join(folder, `pack-${i}`));
          for (let j = 0; j < 100; j++) linkSync(file, join(folder, `pack-${i}/module-${i}-${j}.ts`));
        }
        mkdirSync(join(folder, "wide"));
        for (let i = 0; i < 10_000; i++) linkSync(file, join(folder, `wide/entry-${i}.txt`));
      },
    });
    await user.row("pack-0").waitFor();
    // Only visible rows are rendered.
    await user.press("Control+Shift+E");
    await eventually(() => user.page.evaluate(() => document.activeElement?.className)).toBe("tree");
    await user.page.keyboard.type("wide");
    await user.page.locator("[role=treeitem][aria-selected=true]", { hasText: "wide" }).waitFor();
    await user.press("ArrowRight");
    await user.row("wide/entry-0.txt").waitFor();
    expect(await user.page.getByTestId("tree-row").count()).toBeLessThan(200);
    await user.press("End");
    await user.row("a.txt").waitFor();
    await user.press("ArrowUp");
    await eventually(() => user.page.locator("[role=treeitem][aria-selected=true]").getAttribute("aria-label")).toBe(
      "entry-9999.txt",
    );
    user.write("wide/entry-9999b.txt", "");
    await user.row("wide/entry-9999b.txt").waitFor();

    await user.press("Control+p");
    await user.page.keyboard.type("module-399-99");
    await eventually(() => chosen(user)).toBe("pack-399/module-399-99.ts");
    await user.press("Enter");
    await user.editor("pack-399/module-399-99.ts").waitFor();
  }, 60_000);
});
