/** Mentions by keys and menus: in the editor, in the explorer, on a tab. */
import type { Client } from "@tandem-ide/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { VscodeFixture } from "../fixture.js";

export function mentionTests(fixture: VscodeFixture): void {
  beforeAll(() => {
    fixture.file("a.txt", "one\ntwo\nthree\n");
    fixture.file("b.txt", "one\n");
    fixture.file("folder/c.txt", "one\n");
  });
  afterEach(() => fixture.endClients());

  const entry = (name: string) =>
    fixture.window.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();
  const menu = (title: string) => fixture.window.page.locator(".monaco-menu .action-item", { hasText: title }).first();

  /** Chooses an entry of an open menu with Enter, because VS Code ignores clicks on a menu that has just opened. */
  async function choose(title: string): Promise<void> {
    await menu(title).hover();
    await fixture.window.page.locator(".monaco-menu .action-item.focused", { hasText: title }).waitFor();
    await fixture.window.page.keyboard.press("Enter");
  }

  /** Returns the mentions that a new client receives, as paths below the project. */
  async function listen(): Promise<string[]> {
    const mentions: string[] = [];
    const client: Client = await fixture.client();
    client.on("at_mentioned", ({ filePath, lineStart, lineEnd }) =>
      mentions.push(
        `${filePath.slice(fixture.folder.length + 1)}${lineStart === undefined ? "" : ` ${lineStart}-${lineEnd}`}`,
      ),
    );
    // It starts listening a moment after it has connected. Earlier mentions are queued.
    return mentions;
  }

  test("Alt+K in an editor mentions the selected lines or the file", async () => {
    const mentions = await listen();
    const path = `${fixture.folder}/a.txt`;
    await fixture.driver.openFile(path);
    await fixture.window.page.keyboard.press("Alt+k");
    await expect.poll(() => mentions).toHaveLength(1);
    await fixture.driver.select(path, { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } });
    await fixture.window.page.keyboard.press("Alt+k");
    await expect.poll(() => mentions).toEqual(["a.txt", "a.txt 0-1"]);
  });

  test("Alt+K in the Explorer mentions the selected files and folders", async () => {
    const mentions = await listen();
    await fixture.window.ask("command", "workbench.view.explorer");
    await entry("folder").click();
    await entry("a.txt").click({ modifiers: ["Control"] });
    await entry("b.txt").click({ modifiers: ["Control"] });
    await fixture.window.page.keyboard.press("Alt+k");
    await expect.poll(() => [...mentions].sort(), { timeout: 5_000 }).toEqual(["a.txt", "b.txt", "folder"]);
  });

  test("the Explorer's menu mentions the selected files", async () => {
    const mentions = await listen();
    await entry("a.txt").click();
    await entry("b.txt").click({ modifiers: ["Control"] });
    await entry("b.txt").click({ button: "right" });
    await choose("Mention in Claude");
    await expect.poll(() => [...mentions].sort()).toEqual(["a.txt", "b.txt"]);
  });

  test("a tab's menu mentions its file", async () => {
    await fixture.driver.openFile(`${fixture.folder}/b.txt`);
    const mentions = await listen();
    await fixture.window.page.locator('.tabs-container .tab[data-resource-name="b.txt"]').click({ button: "right" });
    await choose("Mention in Claude");
    await expect.poll(() => mentions).toEqual(["b.txt"]);
  });
}
