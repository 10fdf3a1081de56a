/** Changes on disk in the example: marks, panel, undo and restore; with a stand-in for Electron. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { type ElectronFixture, useElectron } from "./fixture.js";

const { describe, test } = needsChromium();

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const before = `${lines.join("\r\n")}\r\n`;
const after = before.replace("line 2\r\n", "second\r\nsecond and a half\r\n").replace("line 20\r\n", "");
const undoneFirst = before.replace("line 20\r\n", "");

/** Connects a client, and waits until changes are recorded. */
async function recording(fixture: ElectronFixture): Promise<void> {
  await fixture.client();
  const stores = join(fixture.home, ".local/state/tandem/changes");
  await eventually(() => {
    const [store = ""] = readdirSync(stores);
    expect(readdirSync(join(stores, store, "refs/tandem"))).toContain("state");
  });
}

describe("changes on disk in the Electron example (with a fake Electron)", () => {
  const electron = useElectron();
  const startWith = async (files: Readonly<Record<string, string>>) => {
    const fixture = await electron.start({ files });
    const { page } = fixture.driver;
    return {
      fixture,
      page,
      editor: page.locator(".editor:not([hidden]) .cm-content"),
      marks: page.locator('.editor:not([hidden]) .tandem-mark:not([data-hunk="-1"])'),
      panel: page.locator(".tandem-changes-panel"),
      read: (name: string) => readFileSync(fixture.path(name), "utf8"),
    };
  };

  test("a change is marked and listed, one hunk is undone, the open text follows with its cursor, and it is restored", async () => {
    const { fixture, page, editor, marks, panel, read } = await startWith({ "a.txt": before, "b.txt": "one\n" });
    const path = fixture.path("a.txt");
    await fixture.driver.openFile(path);
    await recording(fixture);
    const cursor = { line: 9, character: 3 };
    await fixture.driver.select(path, { start: cursor, end: cursor });
    writeFileSync(path, after);
    writeFileSync(fixture.path("new.txt"), "new\n");
    await page.locator("#changed-files", { hasText: "2 changed files" }).waitFor();
    await eventually(async () => expect(await marks.count()).toBe(3));
    // Nothing took the focus.
    expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator("#cursor").textContent()).toBe("Ln 11, Col 4");

    await page.keyboard.press("Control+Shift+G");
    await panel.locator(".tandem-changes-file", { hasText: "a.txt" }).click();
    await panel.locator(".tandem-review-count", { hasText: "Change 1 of 2" }).waitFor();
    // The second key comes before the state after the first one.
    await page.keyboard.press("Alt+N");
    await page.keyboard.press("Alt+Y");
    // The next file is shown.
    await panel.locator(".tandem-review-name", { hasText: "new.txt" }).waitFor();
    expect(read("a.txt")).toBe(undoneFirst);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(await page.locator("#cursor").textContent()).toBe("Ln 10, Col 4");
    await eventually(async () => expect(await marks.count()).toBe(0));

    await page.locator("#changed-files").click();
    await panel.locator(".tandem-changes-undone-list").click();
    await panel.locator(".tandem-changes-undone").hover();
    await panel.locator("[data-tandem=restore]").click();
    await eventually(() => expect(read("a.txt")).toBe(after));
    expect(fixture.running.problems).toEqual([]);
  });

  test("what the user saves here isn't listed, and undoing asks before it writes under unsaved text", async () => {
    const { fixture, page, editor, marks, read } = await startWith({ "a.txt": before, "b.txt": "one\n" });
    const path = fixture.path("a.txt");
    await fixture.driver.openFile(fixture.path("b.txt"));
    await recording(fixture);
    await editor.click();
    await fixture.driver.type("mine ");
    await fixture.driver.save(fixture.path("b.txt"));
    await fixture.driver.openFile(path);
    writeFileSync(path, after);
    await page.locator("#changed-files", { hasText: "1 changed file" }).waitFor();
    await eventually(async () => expect(await marks.count()).toBe(3));
    expect(read("b.txt")).toContain("mine ");

    const cursor = { line: 5, character: 0 };
    await fixture.driver.select(path, { start: cursor, end: cursor });
    await fixture.driver.type("mine ");
    await marks.first().click();
    const undo = page.locator(".tandem-mark-panel").getByRole("button", { name: /^Undo/ });
    await undo.click();
    const question = page.locator("dialog.tandem-question");
    expect(await question.textContent()).toContain("unsaved");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(read("a.txt")).toBe(after);
    await undo.click();
    await question.getByRole("button", { name: "Continue" }).click();
    await eventually(() => expect(read("a.txt")).toBe(undoneFirst));
    expect(await editor.textContent()).toContain("mine line 5");
    expect(fixture.running.problems).toEqual([]);
  });
});
