/**
 * The pictures of the README, made of the real page. They are written when `TANDEM_SCREENSHOTS=1` is set, or when one is
 * missing. Otherwise each scene is played and photographed all the same, and the picture is only compared in what cannot
 * differ between machines: its size, and that there is something on it. The pixels of letters do differ, by the fonts
 * that are installed, and a test that fails by them tells nothing.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openScene, type Scene, settled } from "./scene.js";
import { notebook, projectFiles, projectName, proposals, selectedLines } from "./screenshots-project.js";

const { describe, test } = needsChromium();
const size = { width: 1280, height: 800 };
const maxBytes = 200_000;

describe("the README's pictures", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  async function openProject(colorScheme: "light" | "dark", more: Record<string, string> = {}): Promise<Scene> {
    const context = { viewport: size, deviceScaleFactor: 1, colorScheme, reducedMotion: "reduce" as const };
    const scene = await openScene(browser, { files: { ...projectFiles, ...more }, name: projectName, context });
    for (const folder of ["src", "test"]) {
      const row = await scene.hand.treeRow(scene.path(folder));
      if ((await row.getAttribute("aria-expanded")) === "false") await row.click();
    }
    return scene;
  }

  /** A bar chart as a PNG in base64, drawn by the browser. */
  async function drawBars(values: readonly number[]): Promise<string> {
    const page = await browser.newPage();
    try {
      return await page.evaluate((heights) => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 480, height: 180 });
        const context = canvas.getContext("2d");
        if (!context) return "";
        context.fillStyle = "#3949ab";
        for (const [index, height] of heights.entries()) context.fillRect(index * 40 + 8, 180 - height, 28, height);
        return canvas.toDataURL("image/png").replace(/^.*,/, "");
      }, values);
    } finally {
      await page.close();
    }
  }

  /** Its size, and how many colours it has: a page that shows something has many. */
  async function look(png: Buffer): Promise<{ width: number; height: number; colours: number }> {
    const page = await browser.newPage();
    try {
      return await page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        const pixels = new Uint32Array(context?.getImageData(0, 0, image.width, image.height).data.buffer ?? []);
        return { width: image.width, height: image.height, colours: new Set(pixels).size };
      }, png.toString("base64"));
    } finally {
      await page.close();
    }
  }

  /** Takes the picture; keeps it where it is wanted. */
  async function photograph(page: Page, name: string): Promise<void> {
    await page.mouse.move(size.width / 2, size.height - 4);
    await page.evaluate(() => document.fonts.ready);
    await settled(page);
    const png = await page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
    const seen = await look(png);
    expect(seen).toMatchObject(size);
    expect(seen.colours).toBeGreaterThan(50);
    const file = fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url));
    if (process.env.TANDEM_SCREENSHOTS === "1" || !existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, png);
    }
    const kept = readFileSync(file);
    expect(await look(kept)).toMatchObject(size);
    expect(kept.length).toBeLessThan(maxBytes);
  }

  test("a review side by side, with others that wait, of two sessions", async () => {
    const scene = await openProject("light");
    const { page, hand } = scene;
    // Numbers that stay: the picture must not change with every run.
    const name = ["claude-code", "2.1.325"] as const;
    const [one, two] = [await scene.client(...name, 4711), await scene.client(...name, 4923)];
    await hand.openFile(scene.path("src/price.ts"));
    const propose = async (client: typeof one, name: keyof typeof proposals) => {
      scene.propose(client, name, proposals[name]);
      await hand.reviewTab(name).waitFor();
    };
    await propose(one, "src/cart.ts");
    await propose(one, "test/cart.test.ts");
    await propose(two, "README.md");
    await hand.showReview("src/cart.ts");
    await page.locator(".tandem-review-base").waitFor();
    await page.keyboard.press("F7");
    await expect.poll(() => page.getByTestId("review-changes").textContent()).toBe("2 of 5 changes");
    expect(await page.locator(".client-name").count()).toBe(2);
    await expect.poll(() => page.getByTestId("status-clients").textContent()).toBe("claude-code 2.1.325 ×2");
    // Proposals that came while the file had the keyboard have told of themselves.
    const dismiss = page.getByTestId("toast").getByRole("button", { name: "Dismiss" });
    while ((await dismiss.count()) > 0) await dismiss.first().click();
    await photograph(page, "workbench-review");
  });

  test("the page in the dark: a selection that Claude sees, and beside it a unified review", async () => {
    const scene = await openProject("dark");
    const { page, hand } = scene;
    const client = await scene.client();
    await hand.openFile(scene.path("src/price.ts"));
    await scene.review(client, "src/cart.ts", proposals["src/cart.ts"]);
    await page.keyboard.press("Control+Alt+\\");
    await page.locator(".review-pane .tandem-review-unified").waitFor();
    await hand.select(scene.path("src/price.ts"), selectedLines);
    await expect.poll(() => page.getByTestId("status-last-shared").textContent()).toBe("Claude sees price.ts");
    await expect.poll(() => page.getByTestId("status-cursor").textContent()).toContain("selected");
    await photograph(page, "workbench-dark");
  });

  test("a notebook with what its cells gave", async () => {
    const chart = await drawBars([40, 62, 55, 90, 120, 104, 131, 98, 140, 152, 118, 165]);
    const scene = await openProject("light", { "sales.ipynb": notebook(chart) });
    const { page } = scene;
    await scene.client();
    await page.keyboard.press("Control+p");
    await page.getByTestId("quick-open").getByRole("combobox").fill("sales");
    await page.locator('[data-testid="quick-row"]').first().click();
    await page.locator(".notebook img").waitFor();
    await photograph(page, "workbench-notebook");
  });
});
