/** Changes on disk after the fact: the list, the marks in the gutter, keeping and undoing them, the user's own saves. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import type { Client } from "@tandem-ide/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../eventually.js";
import type { VscodeFixture } from "../fixture.js";

const oldText = "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\r\nseven\r\n";
const newText = "one\r\n2\r\nthree\r\nfour\r\nfive\r\n6\r\nseven\r\n";

export function changeTests(fixture: VscodeFixture): void {
  const names = ["changed.txt", "deleted.txt", "diff.txt", "agents.txt", "mine.txt", "unsaved.txt", "next.txt"];
  const page = () => fixture.window.page;
  const disk = (name: string) => {
    const path = `${fixture.folder}/${name}`;
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  };
  const rows = () => page().locator(".scm-view .monaco-list-row");
  const row = (text: string) => rows().filter({ hasText: text }).first();
  const shown = async () => (await rows().allTextContents()).map((text) => text.trim());
  const isTurn = (text: string) => text.includes(" connected");
  /** The files of all turns. */
  const listed = async () => (await shown()).filter((text) => !isTurn(text)).sort();
  const turns = async () => (await shown()).filter(isTurn);
  const notice = (text: string) => page().locator(".notification-list-item", { hasText: text }).first();
  let client: Client;

  beforeAll(() => {
    for (const name of [...names, "folder/inside.txt"]) fixture.file(name, oldText);
  });

  /** A prompt, with nothing listed from before. */
  beforeEach(async () => {
    await fixture.window.ask("command", "workbench.view.scm");
    client = await fixture.client();
    await client.call("closeAllDiffTabs");
    await fixture.window.ask("command", "tandem.startOver");
    await expect.poll(listed).toEqual([]);
  });
  afterEach(() => fixture.tidy());

  test("changes are listed without taking the focus; one is undone, the rest is kept, and what was undone comes back", async () => {
    await fixture.driver.openFile(`${fixture.folder}/changed.txt`);
    fixture.file("changed.txt", newText);
    fixture.file("created.txt", "created\n");
    rmSync(`${fixture.folder}/deleted.txt`);
    await expect.poll(listed).toEqual(["changed.txt", "created.txt", "deleted.txt"]);
    expect(await turns()).toEqual([expect.stringMatching(/\+3 −9 · .+ connected3$/)]);
    expect(await page().evaluate(() => document.activeElement?.closest(".scm-view"))).toBeNull();
    await page().locator('.activitybar [aria-label*="3 pending changes"]').first().waitFor();

    // The peek view of the first mark in the gutter.
    await expect.poll(() => page().locator(".dirty-diff-glyph").count()).toBe(2);
    await page().keyboard.press("Alt+F3");
    await page().locator('.peekview-actions .action-label[aria-label^="Undo Change"]').click();
    await expect.poll(() => disk("changed.txt")).toBe(oldText.replace("six", "6"));
    await expect.poll(() => page().locator(".dirty-diff-glyph").count()).toBe(1);
    const uri = `file://${fixture.folder}/changed.txt`;
    await expect.poll(() => fixture.window.ask("text", uri)).toBe(oldText.replace("six", "6"));

    await row("deleted.txt").click();
    await fixture.driver.titleButton("Undo Changes in File").click();
    await expect.poll(() => disk("deleted.txt")).toBe(oldText);
    await expect.poll(async () => (await fixture.window.ask("tabs")).length).toBe(1);
    await fixture.window.palette("Tandem: Keep Changes in Turn");
    await expect.poll(listed).toEqual([]);
    expect(disk("changed.txt")).toBe(oldText.replace("six", "6"));
    expect(disk("created.txt")).toBe("created\n");

    await notice("deleted.txt").getByText("Restore").click();
    await expect.poll(() => disk("deleted.txt")).toBe(undefined);
  });

  test("the diff shows what a turn changed, with keys for the change at the cursor", async () => {
    fixture.file("diff.txt", newText);
    await row("diff.txt").click();
    const diff = page().locator(".editor-group-container.active .monaco-diff-editor");
    await expect.poll(() => diff.locator(".original .view-lines").textContent()).toMatch(/two.*six/);
    await diff.locator(".modified .view-line", { hasText: "6" }).click();
    await page().keyboard.press("Alt+n");
    await expect.poll(() => disk("diff.txt")).toBe(newText.replace("6", "six"));
    await diff.locator(".modified .view-line", { hasText: "2" }).click();
    await page().keyboard.press("Alt+y");
    await expect.poll(listed).toEqual([]);
    expect(disk("diff.txt")).toBe(newText.replace("6", "six"));
    await expect.poll(() => fixture.window.ask("tabs")).toEqual([]);
  });

  test("a diff that opened while another one was closed after its decision was closed with it", async () => {
    const label = (name: string) => expect.stringContaining(name);
    for (const round of [0, 1]) {
      fixture.file("diff.txt", `${newText}${round}\r\n`);
      fixture.file("next.txt", `${newText}${round}\r\n`);
      await expect.poll(listed).toEqual(["diff.txt", "next.txt"]);
      const open = (name: string) =>
        fixture.window.ask("command", "tandem.openChange", `file://${fixture.folder}/${name}`);
      const labels = async () => (await fixture.window.ask("tabs")).map((tab) => tab.label);
      await open("diff.txt");
      await expect.poll(labels).toEqual([label("diff.txt")]);
      const kept = fixture.window.ask("command", "tandem.keepFile");
      if (round > 0) await kept;
      await open("next.txt");
      await expect.poll(listed).toEqual(["next.txt"]);
      await expect.poll(labels).toEqual([label("next.txt")]);
      await fixture.window.ask("command", "tandem.keepFile");
      await expect.poll(labels).toEqual([]);
    }
  });

  test("what the user saves and renames is not listed, unlike an agent's change that the user saves without typing", async () => {
    fixture.file("agents.txt", `${newText}again\r\n`);
    await row("agents.txt").waitFor();
    await fixture.driver.openFile(`${fixture.folder}/agents.txt`);
    await page().keyboard.press("Control+s");
    await fixture.driver.openFile(`${fixture.folder}/mine.txt`);
    await fixture.window.ask("type", "typed ");
    await fixture.driver.save(`${fixture.folder}/mine.txt`);
    expect(disk("mine.txt")).toBe(`typed ${oldText}`);
    // The Explorer may redraw while the name is typed.
    await eventually(async () => {
      if (disk("renamed/inside.txt") !== undefined) return;
      await fixture.window.ask("command", "revealInExplorer", `file://${fixture.folder}/folder`);
      await page().locator('.explorer-folders-view .monaco-list-row.focused[aria-label^="folder"]').waitFor();
      await page().keyboard.press("F2");
      const input = page().locator(".explorer-item-edited input");
      await expect.poll(() => input.inputValue({ timeout: 2000 }), { timeout: 3000 }).toBe("folder");
      await input.fill("renamed", { timeout: 2000 });
      await page().keyboard.press("Enter");
      await expect.poll(() => disk("renamed/inside.txt"), { timeout: 3000 }).toBe(oldText);
    });
    await fixture.window.ask("command", "workbench.view.scm");
    // This comes last, so that everything before it has been scanned.
    fixture.file("theirs.txt", "theirs\n");
    await row("theirs.txt").waitFor();
    expect(await listed()).toEqual(["agents.txt", "theirs.txt"]);
  });

  test("asks before it undoes a change in a file with unsaved text", async () => {
    const path = `${fixture.folder}/unsaved.txt`;
    await fixture.driver.openFile(path);
    await page().keyboard.press("Control+End");
    await fixture.window.ask("type", "unsaved");
    fixture.file("unsaved.txt", newText);
    const undo = (answer: string) =>
      eventually(async () => {
        await row("unsaved.txt").hover();
        await row("unsaved.txt").locator('.action-label[aria-label^="Undo"]').click({ timeout: 2000 });
        await page().locator(".monaco-dialog-box").getByText(answer, { exact: true }).click({ timeout: 2000 });
      });
    await undo("Cancel");
    expect(disk("unsaved.txt")).toBe(newText);
    await undo("Undo");
    await expect.poll(() => disk("unsaved.txt")).toBe(oldText);
    expect(await fixture.window.ask("text", `file://${path}`)).toBe(`${oldText}unsaved`);
  });

  test("the setting turns recording off, with the list, and on again", async () => {
    fixture.file("before.txt", "before\n");
    await row("before.txt").waitFor();
    await fixture.window.ask("setting", "tandem.changes.enabled", false);
    await expect.poll(listed).toEqual([]);
    fixture.file("meanwhile.txt", "meanwhile\n");
    await fixture.window.ask("setting", "tandem.changes.enabled", true);
    await row("before.txt").waitFor();
    fixture.file("after.txt", "after\n");
    await expect.poll(listed).toEqual(["after.txt", "before.txt"]);
  });
}
