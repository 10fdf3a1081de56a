/** Using the workbench without a mouse. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually, startSession } from "./user-session.js";

const { describe, test } = needsChromium();

describe("The keyboard in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("a whole session works without a mouse: open, edit, save, decide a review by hunk, close", async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
    const before = `${lines.join("\n")}\n`;
    const user = await startSession(browser, { files: { "b.txt": before } });
    const client = await user.client();
    await user.press("Control+p");
    await user.page.keyboard.type("a.txt");
    await user.page.locator('[data-testid="quick-row"][aria-selected=true]', { hasText: "a.txt" }).waitFor();
    await user.press("Enter");
    await eventually(() => user.editor("a.txt").evaluate((it) => it === document.activeElement)).toBe(true);
    await user.press("Control+End");
    await user.page.keyboard.type("four");
    await user.isDirty("a.txt", true);
    await user.saveAs("a.txt", "one\ntwo\nthree\nfour");

    // It opens in the background, because the cursor is in an editor.
    const proposal = before.replace("line 3\n", "LINE 3\n").replace("line 30\n", "LINE 30\n");
    const file = user.path("b.txt");
    const answer = client.call("openDiff", {
      old_file_path: file,
      new_file_path: file,
      new_file_contents: proposal,
      tab_name: "proposal",
    });
    await user.toast("Claude proposed changes to b.txt.").waitFor();
    await user.page.keyboard.type("!");
    expect(await user.text("a.txt")).toBe("one\ntwo\nthree\nfour!");
    const decided = (decisions: readonly string[]) =>
      user.page.waitForFunction(
        (all) =>
          window.tandemPage
            ?.reviewOf("proposal")
            ?.hunks.map(({ decision }) => decision)
            .join() === all,
        decisions.join(),
      );
    await user.press("Alt+r");
    await decided(["undecided", "undecided"]);
    await user.press("F7", "Shift+F7", "Alt+y");
    await decided(["accepted", "undecided"]);
    await user.press("Alt+n");
    await decided(["accepted", "rejected"]);
    await user.press("Alt+Shift+Y");
    expect(JSON.stringify(await answer)).toContain(JSON.stringify(before.replace("line 3\n", "LINE 3\n")).slice(1, -1));
    expect(user.read("b.txt")).toBe(before);

    // The focus is restored.
    await eventually(() => user.editor("a.txt").evaluate((it) => it === document.activeElement)).toBe(true);
    await user.press("Control+Alt+w");
    await user.page.getByTestId("close-dialog").waitFor();
    await user.press("Tab");
    expect(await user.page.evaluate(() => document.activeElement?.textContent)).toBe("Don't save");
    await user.press("Enter");
    await eventually(() => user.tabNames()).toEqual([]);
    expect(user.read("a.txt")).toBe("one\ntwo\nthree\nfour");
  });

  test("every command has a title, and no key is assigned twice", async () => {
    const user = await startSession(browser);
    await user.press("F1");
    const rows = user.page.getByTestId("quick-row");
    await rows.first().waitFor();
    const titles = await rows.locator(".row-name").allTextContents();
    expect(titles.length).toBeGreaterThan(30);
    for (const title of titles) expect(title).toMatch(/^(Files|Tabs|Editor|Notebook|Review|Changes|Claude|View): \S/);
    expect(new Set(titles).size).toBe(titles.length);
    await user.press("Escape", "Shift+F1");
    const keys = user.page.getByTestId("keyboard-commands").locator("dd kbd");
    await keys.first().waitFor();
    const all = await keys.allTextContents();
    expect(all.length).toBeGreaterThan(25);
    // Ctrl+Enter accepts in a review and runs a cell in a notebook. The others do the same in reviews and in changes.
    const inBoth = ["F7", "Shift+F7", "Alt+Y", "Alt+N", "Alt+Shift+Y", "Alt+Shift+N"];
    const repeated = all.filter((key, index) => all.indexOf(key) !== index);
    expect(repeated.sort()).toEqual([...inBoth, "Ctrl+Enter"].sort());
  });

  test("F6 cycles through the parts of the page, and Escape then Tab leaves an editor", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    const part = () =>
      user.page.evaluate(
        () => document.activeElement?.closest(".tree, .cm-content, .status-bar, .title-bar")?.className.split(" ")[0],
      );
    const seen: (string | undefined)[] = [];
    for (let step = 0; step < 3; step++) {
      await user.press("F6");
      seen.push(await part());
    }
    expect(seen).toEqual(["status-bar", "tree", "cm-content"]);
    // Tab indents, unless Escape was pressed before.
    await user.press("Control+Home", "Tab");
    expect(await user.text("a.txt")).toMatch(/^\s+one/);
    await user.press("Control+z", "Escape", "Tab");
    await eventually(part).not.toBe("cm-content");
    expect(await user.text("a.txt")).toBe("one\ntwo\nthree\n");
  });

  test("the page's shortcuts work in an editor and type nothing", async () => {
    const user = await startSession(browser, { files: { "b.txt": "b\n" } });
    await user.open("b.txt");
    await user.open("a.txt");
    const isOpen = async (testId: string, key: string) => {
      await user.press(key);
      await user.page.getByTestId(testId).waitFor();
      await user.press("Escape");
      await user.page.getByTestId(testId).waitFor({ state: "detached" });
    };
    await isOpen("quick-open", "Control+p");
    await isOpen("quick-open", "Control+Shift+P");
    await isOpen("privacy-dialog", "Alt+Shift+H");
    await isOpen("keyboard-dialog", "Shift+F1");
    await isOpen("path-dialog", "Control+Alt+n");
    await user.press("Control+b");
    await user.page.getByTestId("tree").waitFor({ state: "detached" });
    await user.press("Control+b");
    await user.page.getByTestId("tree").waitFor();
    await user.editor("a.txt").focus();
    await user.press("Control+Alt+\\");
    await user.page.getByTestId("group-1").waitFor();
    await eventually(() => user.editor("a.txt").evaluate((it) => it === document.activeElement)).toBe(true);
    await user.press("Control+Alt+o");
    await eventually(() => user.editor("b.txt").evaluate((it) => it === document.activeElement)).toBe(true);
    await user.press("Alt+k");
    await user.page.getByTestId("toast").waitFor();
    expect(await user.text("a.txt")).toBe("one\ntwo\nthree\n");
    expect(await user.text("b.txt")).toBe("b\n");
  });
});
