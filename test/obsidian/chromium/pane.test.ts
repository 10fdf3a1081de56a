/**
 * The plugin's review pane and its editor extension, in a real Chromium with Obsidian's releases of CodeMirror.
 * The workspace is a stand-in, because Obsidian isn't available on test machines.
 */
import { mkdirSync } from "node:fs";
import { splitHunks } from "@tandem-ide/base/text";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchChromium, needsChromium } from "../../chromium.js";
import { eventually } from "../../eventually.js";
import type { ServedPage } from "../../serve-html.js";
import { contrasts } from "../../workbench/visible-style.js";
import { servePage } from "./serve-page.js";

const { describe, test } = needsChromium();
const before = "# Plan\n\nWrite it.\nTest it.\n\nShip [[it]] *soon*.\n";
const after = "# Plan\n\nWrite it **well**.\nTest it.\n\nShip [[it]] *now*.\nRest.\n";
const proposal = { id: "one", path: "/vault/Plan.md", oldText: before, newText: after };

describe("In Chromium, with a fake Obsidian workspace", () => {
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
  /** As after a click outside any text. */
  const leaveText = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  /** Texts that are hard to read. Line numbers may be faint, as in the theme. */
  const faint = async () => (await contrasts(page)).filter(({ ratio, text }) => ratio < 4.5 && !/^\d+$/.test(text));
  const openReview = async () => {
    await openNote();
    await leaveText();
    await propose();
    await page.locator(".tandem-review").waitFor();
  };

  test("reports a selection made with the keyboard, in UTF-16 units", async () => {
    await openNote("Emoji.md", "😀 one\ntwo\n");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+ArrowDown");
    const expected = {
      path: "/vault/Emoji.md",
      text: "😀 one\n",
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    };
    // The browser moves the cursor and reports it after the key event.
    await eventually(async () =>
      expect(await page.evaluate(() => window.obsidianPage.received.at(-1))).toMatchObject(expected),
    );
    expect(await page.evaluate(() => window.obsidianPage.current())).toMatchObject(expected);
  });

  test("does not report a note behind another one", async () => {
    await openNote("Behind.md", "behind\n");
    await openNote("Front.md", "front\n");
    await page.evaluate(() => {
      window.obsidianPage.received.length = 0;
    });
    await page.keyboard.type("x");
    await eventually(async () => {
      const paths = await page.evaluate(() => window.obsidianPage.received.map(({ path }) => path));
      expect([...new Set(paths)]).toEqual(["/vault/Front.md"]);
    });
  });

  test("in reading mode reports the scroll position, and text selected with the mouse", async () => {
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

  test("a review opens in front, and after accepting with a click the note is back", async () => {
    await openReview();
    expect(await front()).toEqual(["Review: Plan.md"]);
    expect(await page.locator(".tandem-review-count").textContent()).toBe("2 changes, +3 −2");
    await bar("accept").click();
    await eventually(async () => expect(await decision()).toEqual({ accepted: true, text: after }));
    await eventually(async () => expect(await tabs()).toEqual(["Plan.md"]));
    expect(await front()).toEqual(["Plan.md"]);
  });

  test("can be rejected with keys", async () => {
    await openReview();
    await page.locator(".tandem-review-result .cm-content").click();
    await page.keyboard.press("Alt+Shift+N");
    await eventually(async () => expect(await decision()).toEqual({ accepted: false }));
  });

  test("accepts one change and rejects another with keys", async () => {
    await openReview();
    await page.locator(".tandem-review-result .cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F7");
    await page.keyboard.press("Alt+Y");
    await page.keyboard.press("Alt+N");
    expect(await page.locator(".tandem-review-count").textContent()).toMatch(/^1 accepted, 1 rejected, 0 left/);
    await bar("accept").click();
    await eventually(async () => expect(await decision()).toMatchObject({ accepted: true }));
    const text = await page.evaluate(() => {
      const answer = window.obsidianPage.decisions.one;
      return answer?.accepted ? answer.text : "";
    });
    expect([before.replace("it.", "it **well**."), after.replace("it **well**.", "it.")]).toContain(text);
  });

  test("returns the edited proposal", async () => {
    await openReview();
    await page.locator(".tandem-review-result .cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("And so on.");
    await page.keyboard.press("Control+Enter");
    await eventually(async () => expect(await decision()).toEqual({ accepted: true, text: `${after}And so on.` }));
  });

  test("closing its tab rejects it", async () => {
    await openReview();
    await page.locator(".workspace-tab-header-inner-close-button").last().click();
    await eventually(async () => expect(await decision()).toEqual({ accepted: false }));
  });

  test("a review opens behind a note that is being edited, with a notice", async () => {
    await openNote();
    await page.keyboard.press("Control+Home");
    await propose();
    await eventually(async () => expect(await page.evaluate(() => window.obsidianPage.waiting)).toEqual(["Plan.md"]));
    await page.keyboard.type("still here ");
    expect(await front()).toEqual(["Plan.md"]);
    expect(await page.locator(".cm-content").first().textContent()).toContain("still here # Plan");
  });

  test("in a split it opens beside the note, which keeps the focus", async () => {
    await openNote();
    await page.keyboard.press("Control+Home");
    await page.evaluate(() => window.obsidianPage.setPlacement("split"));
    await propose();
    await page.locator(".tandem-review").waitFor();
    expect(await page.locator(".workspace-tabs").count()).toBe(2);
    // Half a window is too narrow for two texts.
    expect(await page.locator(".tandem-review-unified").count()).toBe(1);
    await page.keyboard.type("typed ");
    expect(await page.locator(".workspace-tabs").first().locator(".cm-content").textContent()).toContain(
      "typed # Plan",
    );
    await bar("reject").click();
    await eventually(async () => expect(await page.locator(".workspace-tabs").count()).toBe(1));
  });

  test("several reviews can be decided in any order", async () => {
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

  test("a withdrawn proposal closes, and its edits are offered", async () => {
    await openReview();
    await page.locator(".tandem-review-result .cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Mine.");
    await page.evaluate(() => window.obsidianPage.withdraw("one"));
    await eventually(async () => expect(await tabs()).toEqual(["Plan.md"]));
    expect(await page.evaluate(() => window.obsidianPage.offered)).toEqual([`${after}Mine.`]);
  });

  test("the pane shows that the note has unsaved changes", async () => {
    await openNote();
    await leaveText();
    await propose({ hasUnsavedChanges: true });
    expect(await page.locator(".tandem-review-notice").textContent()).toContain("unsaved changes");
  });

  for (const theme of ["light", "dark"] as const)
    test(`is readable in a ${theme} theme, which may change while it is open`, async () => {
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
      expect(await faint()).toEqual([]);
    });

  for (const theme of ["light", "dark"] as const)
    test(`the list of changes and a change are readable in a ${theme} theme`, async () => {
      await openNote();
      await page.evaluate((isDark) => window.obsidianPage.setDark(isDark), theme === "dark");
      const file = { added: 2, removed: 2, hasUserEdits: false, isOpaque: false };
      const files = [
        { ...file, path: "/vault/Plan.md", kind: "changed", hasUserEdits: true },
        { ...file, path: "/vault/Projects/New.md", kind: "created", removed: 0 },
        { ...file, path: "/vault/Old.png", kind: "deleted", whyNotUndoable: "it is too large", isOpaque: true },
      ] as const;
      const turn = { id: "1", kind: "turn", folder: "/vault", startedAt: Date.now(), agents: ["claude-code"] } as const;
      const undone = [{ id: "2", at: Date.now(), folder: "/vault", paths: ["/vault/Plan.md"] }];
      const problems = [{ folder: "/vault", message: "Files over 10 MB aren't recorded." }];
      const turns = [{ ...turn, fileCount: 3, added: 6, removed: 4, files }];
      const hunks = splitHunks(before, after).map((hunk) => ({ ...hunk, hasUserEdits: false }));
      const change = {
        turn: "1",
        path: "/vault/Plan.md",
        kind: "changed",
        before,
        after,
        hunks,
        version: "1",
      } as const;
      await page.evaluate(([list, opened]) => window.obsidianPage.showChanges(list, opened), [
        { turns, undone, problems },
        change,
      ] as const);
      // A click opens the change in a tab beside the notes.
      await page.locator(".tandem-changes-file", { hasText: "Plan.md" }).click();
      await page.locator('.tandem-change .tandem-hunk-keep[data-hunk="0"]').waitFor();
      expect(await tabs()).toEqual(["Plan.md", "Change: Plan.md", "Changes on disk"]);
      const folder = process.env.TANDEM_SCREENSHOTS_OBSIDIAN;
      if (folder !== undefined) await page.screenshot({ path: `${folder}/obsidian-changes-${theme}.png` });
      expect(await faint()).toEqual([]);
    });
});
