/** The workbench's screens, checked with axe-core in Chromium, in each theme, with forced colours, and at 200 % zoom. */
import { writeFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { barriers } from "../accessibility.js";
import { launchChromium, needsChromium } from "../chromium.js";
import { type Fixture, openFixture } from "./fixture.js";
import { old, proposed } from "./three-hunks.js";

const { describe, test } = needsChromium();

/** At 200 % zoom, a window of 1280 by 800 pixels has half as many for the page. */
const zoomed = { width: 640, height: 400 };

/** The label of a row in the list of changes says its columns as a sentence, so it isn't their text. */
const isRowOfChanges = /^label-content-name-mismatch: .*#change-row-/;

describe("The workbench is accessible in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": old, "b.txt": old, "c.txt": old, ".env": "A=1\n", "notes.txt": "notes\n" };

  async function openDialog(page: Page, command: string): Promise<void> {
    await page.keyboard.press("F1");
    await page.getByTestId("quick-open").getByRole("combobox").fill(`>${command}`);
    await page.keyboard.press("Enter");
  }

  /** Visits each screen. */
  async function visit(fixture: Fixture, look: (screen: string) => Promise<void>): Promise<void> {
    const { page, driver } = fixture;
    await look("nothing open");
    await page.keyboard.press("F1");
    await page.getByTestId("quick-row").first().waitFor();
    await look("commands");
    await page.keyboard.press("Escape");
    await openDialog(page, "keyboard shortcuts");
    await page.getByTestId("keyboard-dialog").waitFor();
    await look("keyboard shortcuts");
    await page.keyboard.press("Escape");
    await openDialog(page, "hidden files");
    await page.getByTestId("privacy-dialog").waitFor();
    await look("hidden files");
    await page.keyboard.press("Escape");
    const [one, two] = [await fixture.client("claude-code", "2.1.325", 4711), await fixture.client("other", "1", 4923)];
    await expect.poll(() => page.getByTestId("status-clients").getAttribute("data-listening")).toBe("2");
    await driver.openFile(fixture.path("notes.txt"));
    await fixture.editor("notes.txt").click();
    await page.keyboard.press("Alt+k");
    await page.getByTestId("menu").waitFor();
    await look("the sessions of a mention");
    await page.keyboard.press("Escape");
    await page.keyboard.type("mine ");
    writeFileSync(fixture.path("notes.txt"), "theirs\n");
    await page.getByTestId("compare-disk").click();
    await page.getByTestId("compare-lines").waitFor();
    await look("compare");
    await page.keyboard.press("Escape");
    await look("a conflict");
    for (const name of ["a.txt", "b.txt"]) fixture.propose(one, name, proposed);
    fixture.propose(two, ".env", "A=2\n");
    await expect.poll(() => driver.pendingReviews()).toHaveLength(3);
    await look("notices");
    await driver.showReview("a.txt");
    await page.keyboard.press("Alt+y");
    await page.keyboard.press("Alt+Shift+R");
    await page.getByTestId("reason").waitFor();
    await look("a review with a reason");
    await page.keyboard.press("Escape");
    await driver.showReview(".env");
    await look("a review of a hidden file");
    await page.keyboard.press("Alt+r");
    await page.keyboard.press("Control+Alt+w");
    await page.getByTestId("rejecting").waitFor();
    await look("a closed review");
    await page.keyboard.press("Alt+Shift+T");
    await page.getByTestId("rejecting").waitFor({ state: "detached" });
    await driver.reject("b.txt");
    await page.getByTestId("toast").filter({ hasText: "Rejected the edit" }).waitFor();
    await openDialog(page, "past decisions");
    await page.getByTestId("decision").first().waitFor();
    await look("past decisions");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+`");
    await page.getByTestId("terminal-restart").waitFor();
    await look("the terminal");
  }

  test.each([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["forced colours", { forcedColors: "active" }],
    ["200 % zoom", { deviceScaleFactor: 2 }],
  ] as const)("%s: axe-core finds nothing", async (_name, context: BrowserContextOptions) => {
    const fixture = await openFixture(browser, { files, context: { ...context, reducedMotion: "reduce" } });
    if (context.deviceScaleFactor) await fixture.page.setViewportSize(zoomed);
    const found: Record<string, readonly string[]> = {};
    await visit(fixture, async (screen) => {
      const all = (await barriers(fixture.page)).filter((each) => !isRowOfChanges.test(each));
      if (all.length > 0) found[screen] = all;
    });
    expect(found).toEqual({});
  });

  test("at 200 % zoom nothing is cut off: each button of a review is in the window", async () => {
    const fixture = await openFixture(browser, { files, context: { deviceScaleFactor: 2 } });
    await fixture.page.setViewportSize(zoomed);
    await fixture.review(await fixture.client(), "a.txt", proposed);
    const outside = await fixture.page.locator(".review-toolbar button:visible").evaluateAll((buttons) =>
      buttons
        .map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight)
        .map(({ name }) => name),
    );
    expect(outside).toEqual([]);
    expect(await fixture.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  test("with reduced motion nothing moves", async () => {
    const fixture = await openFixture(browser, { files, context: { reducedMotion: "reduce" } });
    fixture.propose(await fixture.client(), "a.txt", proposed);
    await fixture.driver.showReview("a.txt");
    const moving = await fixture.page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((element) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
          const lasts = (times: string) => times.split(", ").some((time) => Number.parseFloat(time) > 0.01);
          return (animationName !== "none" && lasts(animationDuration)) || lasts(transitionDuration);
        })
        .map((element) => element.className),
    );
    expect(moving).toEqual([]);
  });
});
