/**
 * The plugin's review pane and its binding of editors, in a real Chromium with real CodeMirror of the releases that Obsidian has.
 * What holds the panes is a stand-in for Obsidian's workspace: the application cannot be had on a test machine.
 */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchChromium, needsChromium } from "../../chromium.js";
import { eventually } from "../../eventually.js";
import type { ServedPage } from "../../serve-html.js";
import { contrasts } from "../../workbench/looks.js";
import { servePage } from "./serve-page.js";

const { describe, test } = needsChromium();
const before = "# Plan\n\nWrite it.\nTest it.\n\nShip [[it]] *soon*.\n";
const after = "# Plan\n\nWrite it **well**.\nTest it.\n\nShip [[it]] *now*.\nRest.\n";
const proposal = { id: "one", path: "/vault/Plan.md", oldText: before, newText: after };

describe("In Chromium, with a stand-in for Obsidian's workspace", () => {
  let browser: Browser;
  let served: ServedPage;
  let page: Page;
  const errors: string[] = [];
  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), servePage()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1200, height: 640 } });
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(served.url);
  });
  afterEach(async () => {
    expect(await page.evaluate(() => window.obsidianPage.problems)).toEqual([]);
    expect(errors.splice(0)).toEqual([]);
    await page.close();
  });

  const openNote = (path = "Plan.md", text = before) =>
    page.evaluate(([name, content]) => window.obsidianPage.openNote(name, content), [path, text] as const);
  const propose = (more: { id?: string; hasUnsavedChanges?: boolean } = {}) =>
    page.evaluate((all) => window.obsidianPage.propose(all), { ...proposal, ...more });
  const decision = (id = "one") => page.evaluate((name) => window.obsidianPage.decisions[name], id);
  const bar = (action: string) => page.locator(`.tandem-review-bar [data-tandem=${action}]`);
  const tabs = () => page.locator(".workspace-tab-header").allTextContents();
  const front = () => page.locator(".workspace-tab-header[aria-selected=true]").allTextContents();
  /** As when the user has clicked somewhere that is no text. */
  const leaveText = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const openReview = async () => {
    await openNote();
    await leaveText();
    await propose();
    await page.locator(".tandem-review").waitFor();
  };

  test("a selection with the keyboard is told, in UTF-16 units", async () => {
    await openNote("Emoji.md", "😀 one\ntwo\n");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+ArrowDown");
    const expected = {
      path: "/vault/Emoji.md",
      text: "😀 one\n",
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    };
    // The browser moves the cursor itself, and tells that later than the key has gone.
    await eventually(async () =>
      expect(await page.evaluate(() => window.obsidianPage.told.at(-1))).toMatchObject(expected),
    );
    expect(await page.evaluate(() => window.obsidianPage.current())).toMatchObject(expected);
  });

  test("a note behind another one is not told", async () => {
    await openNote("Behind.md", "behind\n");
    await openNote("Front.md", "front\n");
    await page.evaluate(() => {
      window.obsidianPage.told.length = 0;
    });
    await page.keyboard.type("x");
    await eventually(async () => {
      const paths = await page.evaluate(() => window.obsidianPage.told.map(({ path }) => path));
      expect([...new Set(paths)]).toEqual(["/vault/Front.md"]);
    });
  });

  test("in reading mode the place that is shown is told, and text that is selected with the mouse", async () => {
    await openNote();
    await page.evaluate(() => window.obsidianPage.setMode("preview", 3.4));
    const place = { line: 3, character: 0 };
    expect(await page.evaluate(() => window.obsidianPage.current())).toMatchObject({
      text: "",
      range: { start: place, end: place },
    });
    await page
      .locator(".markdown-preview-view")
      .getByText("Test it.")
      .dblclick({ position: { x: 8, y: 8 } });
    await eventually(async () =>
      expect(await page.evaluate(() => window.obsidianPage.current())).toMatchObject({
        text: "Test",
        range: { start: { line: 3, character: 0 }, end: { line: 3, character: 4 } },
      }),
    );
  });

  test("a review opens in a tab and comes to the front; accepted by a click, it goes and the note is back", async () => {
    await openReview();
    expect(await front()).toEqual(["Review: Plan.md"]);
    expect(await page.locator(".tandem-review-count").textContent()).toBe("Change 1 of 2");
    await bar("accept").click();
    await eventually(async () => expect(await decision()).toEqual({ accepted: true, text: after }));
    await eventually(async () => expect(await tabs()).toEqual(["Plan.md"]));
    expect(await front()).toEqual(["Plan.md"]);
  });

  test("rejected with the keys", async () => {
    await openReview();
    await page.locator(".tandem-review-result .cm-content").click();
    await page.keyboard.press("Alt+Shift+N");
    await eventually(async () => expect(await decision()).toEqual({ accepted: false }));
  });

  test("change by change with the keys: one is taken, the other refused", async () => {
    await openReview();
    await page.locator(".tandem-review-result .cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F7");
    await page.keyboard.press("Alt+Y");
    await page.keyboard.press("Alt+N");
    expect(await page.locator(".tandem-review-count").textContent()).toBe("No change left to decide");
    await bar("accept").click();
    await eventually(async () => expect(await decision()).toMatchObject({ accepted: true }));
    const text = await page.evaluate(() => {
      const answer = window.obsidianPage.decisions.one;
      return answer?.accepted ? answer.text : "";
    });
    expect([before.replace("it.", "it **well**."), after.replace("it **well**.", "it.")]).toContain(text);
  });

  test("what is typed into the proposal is what is answered", async () => {
    await openReview();
    await page.locator(".tandem-review-result .cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("And so on.");
    await page.keyboard.press("Control+Enter");
    await eventually(async () => expect(await decision()).toEqual({ accepted: true, text: `${after}And so on.` }));
  });

  test("closing its tab is a rejection", async () => {
    await openReview();
    await page.locator(".workspace-tab-header-inner-close-button").last().click();
    await eventually(async () => expect(await decision()).toEqual({ accepted: false }));
  });

  test("it does not take the keyboard from a note that is typed into: it waits behind, and says so", async () => {
    await openNote();
    await page.keyboard.press("Control+Home");
    await propose();
    await eventually(async () => expect(await page.evaluate(() => window.obsidianPage.waiting)).toEqual(["Plan.md"]));
    await page.keyboard.type("still here ");
    expect(await front()).toEqual(["Plan.md"]);
    expect(await page.locator(".cm-content").first().textContent()).toContain("still here # Plan");
  });

  test("in a split it is beside the note, which keeps the keyboard", async () => {
    await openNote();
    await page.keyboard.press("Control+Home");
    await page.evaluate(() => window.obsidianPage.setPlacement("split"));
    await propose();
    await page.locator(".tandem-review").waitFor();
    expect(await page.locator(".workspace-tabs").count()).toBe(2);
    // Two texts have no room in half a window.
    expect(await page.locator(".tandem-review-unified").count()).toBe(1);
    await page.keyboard.type("typed ");
    expect(await page.locator(".workspace-tabs").first().locator(".cm-content").textContent()).toContain(
      "typed # Plan",
    );
    await bar("reject").click();
    await eventually(async () => expect(await page.locator(".workspace-tabs").count()).toBe(1));
  });

  test("several wait side by side and are decided in any order", async () => {
    await openNote();
    await leaveText();
    await propose({ id: "first" });
    await propose({ id: "second" });
    await eventually(async () => expect(await page.locator(".tandem-review").count()).toBe(2));
    await page.locator(".workspace-tab-header", { hasText: "Review" }).first().click();
    await page.locator(".tandem-review:visible [data-tandem=accept]").click();
    await eventually(async () => expect(await decision("first")).toMatchObject({ accepted: true }));
    expect(await decision("second")).toBeUndefined();
    await page.locator(".workspace-tab-header", { hasText: "Review" }).first().click();
    await page.locator(".tandem-review:visible [data-tandem=reject]").click();
    await eventually(async () => expect(await decision("second")).toEqual({ accepted: false }));
  });

  test("a proposal that is taken back goes, and what was typed into it is offered", async () => {
    await openReview();
    await page.locator(".tandem-review-result .cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Mine.");
    await page.evaluate(() => window.obsidianPage.withdraw("one"));
    await eventually(async () => expect(await tabs()).toEqual(["Plan.md"]));
    expect(await page.evaluate(() => window.obsidianPage.offered)).toEqual([`${after}Mine.`]);
  });

  test("unsaved changes of the note are told in the pane", async () => {
    await openNote();
    await leaveText();
    await propose({ hasUnsavedChanges: true });
    expect(await page.locator(".tandem-review-notice").textContent()).toContain("unsaved changes");
  });

  for (const theme of ["light", "dark"] as const)
    test(`it can be read in a ${theme} theme, which may change while it is open`, async () => {
      await openNote();
      await leaveText();
      await page.evaluate((isDark) => window.obsidianPage.setDark(!isDark), theme === "dark");
      await propose({ hasUnsavedChanges: true });
      await page.locator(".tandem-review").waitFor();
      await page.evaluate((isDark) => window.obsidianPage.setDark(isDark), theme === "dark");
      const folder = process.env.TANDEM_SCREENSHOTS_OBSIDIAN;
      if (folder !== undefined) {
        mkdirSync(folder, { recursive: true });
        await page.screenshot({ path: `${folder}/obsidian-review-${theme}.png` });
      }
      // Numbers of lines may be faint, as the theme has them.
      const faint = (await contrasts(page)).filter(({ ratio, text }) => ratio < 4.5 && !/^\d+$/.test(text));
      expect(faint).toEqual([]);
    });
});
