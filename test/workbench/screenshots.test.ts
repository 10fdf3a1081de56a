/**
 * Takes the README's screenshots of the real page. They are written if `TANDEM_SCREENSHOTS=1` is set or one is missing.
 * Otherwise they are taken too, but the test only checks that they have the same size and aren't blank, because fonts
 * differ between machines.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { type Fixture, openFixture, settled } from "./fixture.js";
import { startTurn } from "./recorded-changes.js";
import { notebook, projectFiles, projectName, proposals, selectedLines } from "./screenshots-project.js";

const { describe, test } = needsChromium();
const size = { width: 1280, height: 800 };
const maxBytes = 200_000;

describe("The README's screenshots", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  async function openProject(colorScheme: "light" | "dark", more: Record<string, string> = {}): Promise<Fixture> {
    const context = { viewport: size, deviceScaleFactor: 1, colorScheme, reducedMotion: "reduce" as const };
    const fixture = await openFixture(browser, { files: { ...projectFiles, ...more }, name: projectName, context });
    for (const folder of ["src", "test"]) {
      const row = await fixture.driver.treeRow(fixture.path(folder));
      if ((await row.getAttribute("aria-expanded")) === "false") await row.click();
    }
    return fixture;
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

  /** The size of a screenshot and its number of colours. A page has many. */
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

  /** Takes the screenshot, and stores it if requested. */
  async function takePicture(page: Page, name: string): Promise<void> {
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

  test("a side-by-side review with other pending reviews from two sessions", async () => {
    const fixture = await openProject("light");
    const { page, driver } = fixture;
    // Fixed process ids, so that the screenshot doesn't change with every run.
    const name = ["claude-code", "2.1.325"] as const;
    const [one, two] = [await fixture.client(...name, 4711), await fixture.client(...name, 4923)];
    await driver.openFile(fixture.path("src/price.ts"));
    const propose = async (client: typeof one, name: keyof typeof proposals) => {
      fixture.propose(client, name, proposals[name]);
      await driver.reviewTab(name).waitFor();
    };
    await propose(one, "src/cart.ts");
    await propose(one, "test/cart.test.ts");
    await propose(two, "README.md");
    await driver.showReview("src/cart.ts");
    await page.locator(".tandem-review-base").waitFor();
    await page.keyboard.press("F7");
    await expect.poll(() => page.getByTestId("review-changes").textContent()).toMatch(/^5 changes/);
    expect(await page.locator(".client-name").count()).toBe(2);
    await expect.poll(() => page.getByTestId("status-clients").textContent()).toBe("claude-code 2.1.325 ×2");
    // Dismiss the toasts of proposals that opened while the file had the focus.
    const dismiss = page.getByTestId("toast").getByRole("button", { name: "Dismiss" });
    while ((await dismiss.count()) > 0) await dismiss.first().click();
    await takePicture(page, "workbench-review");
  });

  test("the dark theme: a shared selection next to a unified review", async () => {
    const fixture = await openProject("dark");
    const { page, driver } = fixture;
    const client = await fixture.client();
    await driver.openFile(fixture.path("src/price.ts"));
    await fixture.review(client, "src/cart.ts", proposals["src/cart.ts"]);
    await page.keyboard.press("Control+Alt+\\");
    await page.locator(".review-pane .tandem-review-unified").waitFor();
    await driver.select(fixture.path("src/price.ts"), selectedLines);
    await expect.poll(() => page.getByTestId("status-last-shared").textContent()).toBe("Claude sees price.ts");
    await expect.poll(() => page.getByTestId("status-cursor").textContent()).toContain("selected");
    await takePicture(page, "workbench-dark");
  });

  /** Connects a client and writes what it would write without asking, in two turns. */
  async function changeFiles(fixture: Fixture): Promise<void> {
    const { page } = fixture;
    const client = await fixture.client("claude-code", "2.1.325", 4711);
    const row = (name: string) => page.locator(`[data-testid="change-row"][data-path="${fixture.path(name)}"]`);
    await startTurn(client, dirname(fixture.folder));
    for (const name of ["src/cart.ts", "test/cart.test.ts"] as const)
      writeFileSync(fixture.path(name), proposals[name]);
    rmSync(fixture.path("test/price.test.ts"));
    // A scan may see a file before all of it is written.
    await row("src/cart.ts").filter({ hasText: "+10" }).waitFor();
    await row("test/cart.test.ts").filter({ hasText: "+11" }).waitFor();
    await row("test/price.test.ts").waitFor();
    await startTurn(client, dirname(fixture.folder));
    writeFileSync(fixture.path("README.md"), proposals["README.md"]);
    await row("README.md").waitFor();
    await page.getByTestId("changes-notice").getByRole("button").click();
  }

  test("changes on disk: the list of turns, and a file before and after", async () => {
    const fixture = await openProject("light");
    const { page } = fixture;
    await changeFiles(fixture);
    await page.locator(`[data-testid="change-row"][data-path="${fixture.path("src/cart.ts")}"]`).dblclick();
    await page.locator(".tandem-review-base").waitFor();
    await page.keyboard.press("F7");
    await expect.poll(() => page.getByTestId("change-position").textContent()).toBe("2 of 5 changes");
    await takePicture(page, "workbench-changes");
  });

  test("the dark theme: marks beside a file that changed on disk, one of them open", async () => {
    const fixture = await openProject("dark");
    const { page, driver } = fixture;
    await changeFiles(fixture);
    await driver.openFile(fixture.path("src/cart.ts"));
    await page.locator(".tandem-mark-changed").first().waitFor();
    await page.locator(".tandem-mark-changed").nth(1).click();
    await page.locator(".tandem-mark-panel").waitFor();
    await takePicture(page, "workbench-marks");
  });

  test("a notebook with outputs", async () => {
    const chart = await drawBars([40, 62, 55, 90, 120, 104, 131, 98, 140, 152, 118, 165]);
    const fixture = await openProject("light", { "sales.ipynb": notebook(chart) });
    const { page } = fixture;
    await fixture.client();
    await page.keyboard.press("Control+p");
    await page.getByTestId("quick-open").getByRole("combobox").fill("sales");
    await page.locator('[data-testid="quick-row"]').first().click();
    await page.locator(".notebook img").waitFor();
    await takePicture(page, "workbench-notebook");
  });
});
