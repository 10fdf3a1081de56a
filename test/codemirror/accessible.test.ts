/** Reviews for people who use a keyboard, a screen reader, large text or colours of their own. */
import { expect } from "vitest";
import { barriers } from "../accessibility.js";
import { needs } from "../parts.js";
import { reviewDriver } from "./review-driver.js";

const { describe, test } = needs("chromium");

const lines = (word: string) => Array.from({ length: 150 }, (_, index) => `const ${word}${index} = ${index};`);
const oldText = lines("value").join("\n");
const newText = lines("value").toSpliced(3, 1, "const changed = 3;", "more();").toSpliced(90, 2).join("\n");

describe("a review is accessible", () => {
  const driver = reviewDriver();
  const open = async (width: number, isDark: boolean) => {
    await driver.page.setViewportSize({ width, height: 700 });
    await driver.page.evaluate(
      async (all) => {
        window.page.openPanel(all);
        await window.page.settle();
      },
      {
        proposal: {
          oldText,
          newText,
          isHidden: true,
          hasUnsavedChanges: true,
          oldPath: "/notes/old.md",
          clientName: "a 1",
        },
        comments: [{ line: 7, text: "Why?" }],
        isWrapping: true,
        isDark,
      },
    );
  };

  test.each([
    ["side by side", 1280, false],
    ["side by side, dark", 1280, true],
    ["unified, as at 200 % zoom", 640, false],
    ["unified and dark, in a narrow pane", 360, true],
  ])("%s: axe-core finds nothing, with decisions, a comment and a reason", async (_name, width, isDark) => {
    await open(width, isDark);
    const { page } = driver;
    expect(await barriers(page, "main")).toEqual([]);
    await page.keyboard.press("Alt+Y");
    await page.keyboard.press("Alt+N");
    await page.keyboard.press("Alt+M");
    expect(await barriers(page, "main")).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+Shift+R");
    expect(await barriers(page, "main")).toEqual([]);
    // Nothing is cut off or needs scrolling sideways.
    const isWider = await page.evaluate(() =>
      [...document.querySelectorAll(".tandem-review-bar, .tandem-review-bar *")]
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
        .map((each) => each.className),
    );
    expect(isWider).toEqual([]);
  });

  test("forced colours keep apart what was added, removed, decided and typed", async () => {
    await driver.page.emulateMedia({ forcedColors: "active" });
    await open(640, false);
    await driver.page.keyboard.press("Alt+Y");
    const widths = await driver.page.evaluate(() => {
      const lineOf = (selector: string) => {
        const found = document.querySelector(selector);
        return found && getComputedStyle(found).borderLeftStyle;
      };
      return [".cm-changedLineGutter", ".cm-deletedLineGutter"].map(lineOf);
    });
    // Backgrounds are gone, so the strips are borders.
    expect(widths).toEqual(["solid", "double"]);
    expect(await barriers(driver.page, "main")).toEqual([]);
    await driver.page.emulateMedia({ forcedColors: "none" });
  });

  test("with reduced motion nothing moves", async () => {
    await driver.page.emulateMedia({ reducedMotion: "reduce" });
    await open(1280, false);
    await driver.page.keyboard.press("F7");
    await driver.page.keyboard.press("Alt+Y");
    expect(await driver.page.evaluate(() => document.getAnimations().length)).toBe(0);
    await driver.page.emulateMedia({ reducedMotion: null });
  });

  test("every button of the bar is reached with Tab and works with a key", async () => {
    await open(1280, false);
    const { page } = driver;
    const buttons = page.locator(".tandem-review-tools button:enabled:visible");
    await buttons.first().focus();
    const reached: (string | undefined)[] = [];
    for (let step = 0; step < (await buttons.count()); step++) {
      reached.push(await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.tandem));
      await page.keyboard.press("Tab");
    }
    expect(reached).toEqual(
      await buttons.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.tandem)),
    );
    await page.locator("[data-tandem=accept-hunk]").focus();
    await page.keyboard.press("Enter");
    expect((await driver.facts()).decisions).toBe("au");
  });
});
