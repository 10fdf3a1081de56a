/** Pointing at things by keys and menus: in the editor, in the explorer, on a tab. */
import type { Client } from "@tandem/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { VscodeStage } from "../stage.js";

export function mentionTests(stage: VscodeStage): void {
  beforeAll(() => {
    stage.file("a.txt", "one\ntwo\nthree\n");
    stage.file("b.txt", "one\n");
    stage.file("folder/c.txt", "one\n");
  });
  afterEach(() => stage.endClients());

  const entry = (name: string) =>
    stage.window.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();
  const menu = (title: string) => stage.window.page.locator(".monaco-menu .action-item", { hasText: title }).first();

  /** Chooses in an open menu. By Enter: VS Code passes over a click on a menu that has only just come. */
  async function choose(title: string): Promise<void> {
    await menu(title).hover();
    await stage.window.page.locator(".monaco-menu .action-item.focused", { hasText: title }).waitFor();
    await stage.window.page.keyboard.press("Enter");
  }

  /** What a client is told, as paths below the project. */
  async function listen(): Promise<string[]> {
    const told: string[] = [];
    const client: Client = await stage.client();
    client.on("at_mentioned", ({ filePath, lineStart, lineEnd }) =>
      told.push(
        `${filePath.slice(stage.folder.length + 1)}${lineStart === undefined ? "" : ` ${lineStart}-${lineEnd}`}`,
      ),
    );
    // It listens a moment after it has connected; what comes before waits for that.
    return told;
  }

  test("Alt+K in an editor mentions the lines that are selected, and without a selection the file", async () => {
    const told = await listen();
    const path = `${stage.folder}/a.txt`;
    await stage.hand.openFile(path);
    await stage.window.page.keyboard.press("Alt+k");
    await expect.poll(() => told).toHaveLength(1);
    await stage.hand.select(path, { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } });
    await stage.window.page.keyboard.press("Alt+k");
    await expect.poll(() => told).toEqual(["a.txt", "a.txt 0-1"]);
  });

  test("Alt+K in the explorer mentions all that is selected there, folders too", async () => {
    const told = await listen();
    await stage.window.ask("command", "workbench.view.explorer");
    await entry("folder").click();
    await entry("a.txt").click({ modifiers: ["Control"] });
    await entry("b.txt").click({ modifiers: ["Control"] });
    await stage.window.page.keyboard.press("Alt+k");
    await expect.poll(() => [...told].sort(), { timeout: 5_000 }).toEqual(["a.txt", "b.txt", "folder"]);
  });

  test("the explorer's menu mentions all that is selected", async () => {
    const told = await listen();
    await entry("a.txt").click();
    await entry("b.txt").click({ modifiers: ["Control"] });
    await entry("b.txt").click({ button: "right" });
    await choose("Mention in Claude");
    await expect.poll(() => [...told].sort()).toEqual(["a.txt", "b.txt"]);
  });

  test("a tab's menu mentions its file", async () => {
    await stage.hand.openFile(`${stage.folder}/b.txt`);
    const told = await listen();
    await stage.window.page.locator('.tabs-container .tab[data-resource-name="b.txt"]').click({ button: "right" });
    await choose("Mention in Claude");
    await expect.poll(() => told).toEqual(["b.txt"]);
  });
}
