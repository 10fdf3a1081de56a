/**
 * The plugin's review pane and its editor extension, in a real Chromium with Obsidian's releases of CodeMirror.
 * The workspace is a stand-in, because Obsidian isn't available on test machines.
 */
import { mkdirSync } from "node:fs";
import { splitHunks } from "@tandem-ide/base/text";
import { expect } from "vitest";
import { needsChromium } from "../../chromium.js";
import { eventually } from "../../eventually.js";
import { after, before, usePanes } from "./panes-fixture.js";

const { describe, test } = needsChromium();

describe("In Chromium, with a fake Obsidian workspace", () => {
  const on = usePanes();

  test("reports a selection made with the keyboard, in UTF-16 units", async () => {
    await on.openNote("Emoji.md", "😀 one\ntwo\n");
    await on.page.keyboard.press("Control+Home");
    await on.page.keyboard.press("Shift+ArrowDown");
    const expected = {
      path: "/vault/Emoji.md",
      text: "😀 one\n",
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    };
    // The browser moves the cursor and reports it after the key event.
    await eventually(async () =>
      expect(await on.page.evaluate(() => window.obsidianPage.received.at(-1))).toMatchObject(expected),
    );
    expect(await on.page.evaluate(() => window.obsidianPage.current())).toMatchObject(expected);
  });

  test("does not report a note behind another one", async () => {
    await on.openNote("Behind.md", "behind\n");
    await on.openNote("Front.md", "front\n");
    await on.page.evaluate(() => {
      window.obsidianPage.received.length = 0;
    });
    await on.page.keyboard.type("x");
    await eventually(async () => {
      const paths = await on.page.evaluate(() => window.obsidianPage.received.map(({ path }) => path));
      expect([...new Set(paths)]).toEqual(["/vault/Front.md"]);
    });
  });

  test("in reading mode reports the scroll position, and text selected with the mouse", async () => {
    await on.openNote();
    await on.page.evaluate(() => window.obsidianPage.setMode("preview", 3.4));
    const place = { line: 3, character: 0 };
    expect(await on.page.evaluate(() => window.obsidianPage.current())).toMatchObject({
      text: "",
      range: { start: place, end: place },
    });
    await on.page
      .locator(".markdown-preview-view")
      .getByText("Test it.")
      .dblclick({ position: { x: 8, y: 8 } });
    await eventually(async () =>
      expect(await on.page.evaluate(() => window.obsidianPage.current())).toMatchObject({
        text: "Test",
        range: { start: { line: 3, character: 0 }, end: { line: 3, character: 4 } },
      }),
    );
  });

  test("a review opens in front, and after accepting with a click the note is back", async () => {
    await on.openReview();
    expect(await on.front()).toEqual(["Review: Plan.md"]);
    expect(await on.page.locator(".tandem-review-count").textContent()).toBe("2 changes, +3 −2");
    await on.bar("accept").click();
    await eventually(async () => expect(await on.decision()).toEqual({ accepted: true, text: after }));
    await eventually(async () => expect(await on.tabs()).toEqual(["Plan.md"]));
    expect(await on.front()).toEqual(["Plan.md"]);
  });

  test("can be rejected with keys", async () => {
    await on.openReview();
    await on.page.locator(".tandem-review-result .cm-content").click();
    await on.page.keyboard.press("Alt+Shift+N");
    await eventually(async () => expect(await on.decision()).toEqual({ accepted: false }));
  });

  test("accepts one change and rejects another with keys", async () => {
    await on.openReview();
    await on.page.locator(".tandem-review-result .cm-content").click();
    await on.page.keyboard.press("Control+Home");
    await on.page.keyboard.press("F7");
    await on.page.keyboard.press("Alt+Y");
    await on.page.keyboard.press("Alt+N");
    expect(await on.page.locator(".tandem-review-count").textContent()).toMatch(/^1 accepted, 1 rejected, 0 left/);
    await on.bar("accept").click();
    await eventually(async () => expect(await on.decision()).toMatchObject({ accepted: true }));
    const text = await on.page.evaluate(() => {
      const answer = window.obsidianPage.decisions.one;
      return answer?.accepted ? answer.text : "";
    });
    expect([before.replace("it.", "it **well**."), after.replace("it **well**.", "it.")]).toContain(text);
  });

  test("returns the edited proposal", async () => {
    await on.openReview();
    await on.page.locator(".tandem-review-result .cm-content").click();
    await on.page.keyboard.press("Control+End");
    await on.page.keyboard.type("And so on.");
    await on.page.keyboard.press("Control+Enter");
    await eventually(async () => expect(await on.decision()).toEqual({ accepted: true, text: `${after}And so on.` }));
  });

  test("in a split it opens beside the note, which keeps the focus", async () => {
    await on.openNote();
    await on.page.keyboard.press("Control+Home");
    await on.page.evaluate(() => window.obsidianPage.setPlacement("split"));
    await on.propose();
    await on.page.locator(".tandem-review").waitFor();
    expect(await on.page.locator(".workspace-tabs").count()).toBe(2);
    // Half a window is too narrow for two texts.
    expect(await on.page.locator(".tandem-review-unified").count()).toBe(1);
    await on.page.keyboard.type("typed ");
    expect(await on.page.locator(".workspace-tabs").first().locator(".cm-content").textContent()).toContain(
      "typed # Plan",
    );
    await on.bar("reject").click();
    await eventually(async () => expect(await on.page.locator(".workspace-tabs").count()).toBe(1));
  });

  test("several reviews can be decided in any order", async () => {
    await on.openNote();
    await on.leaveText();
    await on.propose({ id: "first" });
    await on.propose({ id: "second" });
    await eventually(async () => expect(await on.page.locator(".tandem-review").count()).toBe(2));
    await on.page.locator(".workspace-tab-header", { hasText: "Review" }).first().click();
    await on.page.locator(".tandem-review:visible [data-tandem=accept]").click();
    await eventually(async () => expect(await on.decision("first")).toMatchObject({ accepted: true }));
    expect(await on.decision("second")).toBeUndefined();
    await on.page.locator(".workspace-tab-header", { hasText: "Review" }).first().click();
    await on.page.locator(".tandem-review:visible [data-tandem=reject]").click();
    await eventually(async () => expect(await on.decision("second")).toEqual({ accepted: false }));
  });

  test("a withdrawn proposal closes, and its edits are offered", async () => {
    await on.openReview();
    await on.page.locator(".tandem-review-result .cm-content").click();
    await on.page.keyboard.press("Control+End");
    await on.page.keyboard.type("Mine.");
    await on.page.evaluate(() => window.obsidianPage.withdraw("one"));
    await eventually(async () => expect(await on.tabs()).toEqual(["Plan.md"]));
    expect(await on.page.evaluate(() => window.obsidianPage.offered)).toEqual([`${after}Mine.`]);
  });

  test("the pane shows that the note has unsaved changes", async () => {
    await on.openNote();
    await on.leaveText();
    await on.propose({ hasUnsavedChanges: true });
    expect(await on.page.locator(".tandem-review-notice").textContent()).toContain("unsaved changes");
  });

  for (const theme of ["light", "dark"] as const)
    test(`is readable in a ${theme} theme, which may change while it is open`, async () => {
      await on.openNote();
      await on.leaveText();
      await on.page.evaluate((isDark) => window.obsidianPage.setDark(!isDark), theme === "dark");
      await on.propose({ hasUnsavedChanges: true });
      await on.page.locator(".tandem-review").waitFor();
      await on.page.evaluate((isDark) => window.obsidianPage.setDark(isDark), theme === "dark");
      const folder = process.env.TANDEM_SCREENSHOTS_OBSIDIAN;
      if (folder !== undefined) {
        mkdirSync(folder, { recursive: true });
        await on.page.screenshot({ path: `${folder}/obsidian-review-${theme}.png` });
      }
      expect(await on.faint()).toEqual([]);
    });

  for (const theme of ["light", "dark"] as const)
    test(`the list of changes and a change are readable in a ${theme} theme`, async () => {
      await on.openNote();
      await on.page.evaluate((isDark) => window.obsidianPage.setDark(isDark), theme === "dark");
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
      await on.page.evaluate(([list, opened]) => window.obsidianPage.showChanges(list, opened), [
        { turns, undone, problems },
        change,
      ] as const);
      // A click opens the change in a tab beside the notes.
      await on.page.locator(".tandem-changes-file", { hasText: "Plan.md" }).click();
      await on.page.locator('.tandem-change .tandem-hunk-keep[data-hunk="0"]').waitFor();
      expect(await on.tabs()).toEqual(["Plan.md", "Change: Plan.md", "Changes on disk"]);
      const folder = process.env.TANDEM_SCREENSHOTS_OBSIDIAN;
      if (folder !== undefined) await on.page.screenshot({ path: `${folder}/obsidian-changes-${theme}.png` });
      expect(await on.faint()).toEqual([]);
    });
});
