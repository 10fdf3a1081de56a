/** Acts as the user in the workbench: the page in a real Chromium, with keys and clicks. */
import { relative } from "node:path";
import type { TextRange } from "@tandem-ide/base";
import type { Driver } from "@tandem-ide/conformance";
import type { Locator, Page } from "playwright-core";
import type {} from "../../editors/workbench/src/page/page-hooks.js";

export class WorkbenchDriver implements Driver {
  page: Page;
  readonly #folders: readonly string[];

  constructor(page: Page, folders: readonly string[]) {
    this.page = page;
    this.#folders = folders;
  }

  tab(path: string): Locator {
    return this.page.locator(`[data-testid="tab"][data-path=${JSON.stringify(path)}]:not([data-review])`).first();
  }

  reviewTab(tabName: string): Locator {
    return this.page.locator(`[data-testid="tab"][data-review][data-tab-name=${JSON.stringify(tabName)}]`).first();
  }

  /** Waits until the host has all changes. */
  async synced(): Promise<void> {
    await this.page.waitForSelector("html[data-synced=true]", { state: "attached" });
  }

  async openFile(path: string): Promise<void> {
    if ((await this.tab(path).count()) > 0) await this.tab(path).click();
    else await this.#quickOpen(path);
    await this.page.locator(`[data-testid="editor"][data-path=${JSON.stringify(path)}] .cm-content`).waitFor();
  }

  async #quickOpen(path: string): Promise<void> {
    const folder = this.#folders.find((each) => path.startsWith(`${each}/`)) ?? "";
    const name = relative(folder, path);
    await this.page.keyboard.press("Control+p");
    const dialog = this.page.getByTestId("quick-open");
    await dialog.getByRole("combobox").fill(name);
    await dialog.locator(`[data-testid="quick-row"][data-path=${JSON.stringify(path)}]`).click();
    await dialog.waitFor({ state: "detached" });
  }

  async closeFile(path: string): Promise<void> {
    const tab = this.tab(path);
    if ((await tab.count()) === 0) return;
    await tab.click({ button: "middle" });
    const discard = this.page.getByTestId("close-discard");
    await Promise.race([tab.waitFor({ state: "detached" }), discard.waitFor()]);
    if ((await discard.count()) > 0) await discard.click();
    await tab.waitFor({ state: "detached" });
  }

  async select(path: string, range: TextRange): Promise<void> {
    await this.openFile(path);
    await this.page.evaluate(
      ({ path: file, range: { start, end } }) => {
        const view = window.tandemPage?.editorOf(file);
        if (!view) throw new Error(`${file} has no editor`);
        const offset = ({ line, character }: TextRange["start"]) => view.state.doc.line(line + 1).from + character;
        view.focus();
        view.dispatch({ selection: { anchor: offset(start), head: offset(end) }, scrollIntoView: true });
      },
      { path, range },
    );
    await this.synced();
  }

  async mention(path: string, lines?: { readonly start: number; readonly end: number }): Promise<void> {
    if (lines) {
      await this.select(path, { start: { line: lines.start, character: 0 }, end: { line: lines.end, character: 1 } });
      await this.page.keyboard.press("Alt+k");
    } else {
      await this.#treeMenu(path, "Mention in Claude");
    }
    // With several sessions the page asks once. It does so at once, because the file is loaded.
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const all = this.page.getByTestId("menu").getByRole("menuitem", { name: "All sessions" });
    if ((await all.count()) > 0) await all.click();
  }

  /** Scrolls to a row of the tree, because only visible rows are rendered. */
  async treeRow(path: string): Promise<Locator> {
    const row = this.page.locator(`[data-testid="tree-row"][data-path=${JSON.stringify(path)}]`);
    const tree = this.page.getByTestId("tree");
    for (let top = 0; (await row.count()) === 0; top += 200) {
      const isEnd = await tree.evaluate((element, at) => {
        element.scrollTop = at;
        return at > element.scrollHeight;
      }, top);
      if (isEnd) {
        // The row may be about to appear.
        await row.waitFor();
        break;
      }
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    return row;
  }

  /** Reveals a file or folder in the tree and chooses an entry of its menu. */
  async #treeMenu(path: string, entry: string): Promise<void> {
    const folder = this.#folders.find((each) => path === each || path.startsWith(`${each}/`)) ?? "";
    const parts = relative(folder, path).split("/").filter(Boolean);
    let row = await this.treeRow(folder);
    let at = folder;
    for (const part of parts) {
      if ((await row.getAttribute("aria-expanded")) === "false") await row.click();
      at = `${at}/${part}`;
      row = await this.treeRow(at);
    }
    await row.click({ button: "right" });
    await this.page.getByRole("menuitem", { name: entry }).click();
  }

  async setFolders(folders: readonly string[]): Promise<void> {
    const before = this.#folders;
    for (const folder of folders) {
      await this.page.keyboard.press("F1");
      const dialog = this.page.getByTestId("quick-open");
      await dialog.getByRole("combobox").fill(">add folder");
      await this.page.keyboard.press("Enter");
      const asked = this.page.getByTestId("path-dialog");
      await asked.getByRole("textbox").fill(folder);
      await this.page.keyboard.press("Enter");
      await asked.waitFor({ state: "detached" });
    }
    for (const folder of before) await this.#treeMenu(folder, "Remove folder from workspace");
  }

  async setPaused(isPaused: boolean): Promise<void> {
    const isSharing = (expected: boolean) =>
      this.page.locator(`[data-testid="status-sharing"][aria-checked="${expected}"]`);
    if ((await isSharing(!isPaused).count()) > 0) return;
    await this.page.keyboard.press("Alt+Shift+S");
    await isSharing(!isPaused).waitFor();
  }

  async restartEndpoint(): Promise<void> {
    await this.page.keyboard.press("F1");
    await this.page.getByTestId("quick-open").getByRole("combobox").fill(">restart claude connection");
    await this.page.keyboard.press("Enter");
    await this.page.getByText("Claude Code reconnects automatically").waitFor();
  }

  async type(text: string): Promise<void> {
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) await this.page.keyboard.press("Enter");
      await this.page.keyboard.insertText(line);
    }
    await this.synced();
  }

  async save(path: string): Promise<void> {
    await this.openFile(path);
    await this.page.locator(`[data-testid="editor"][data-path=${JSON.stringify(path)}] .cm-content`).focus();
    await this.page.keyboard.press("Control+s");
    await this.page.waitForFunction(
      (file) =>
        document.querySelector(`[data-testid="tab"][data-path=${JSON.stringify(file)}][data-dirty="true"]`) === null,
      path,
    );
  }

  async pendingReviews(): Promise<string[]> {
    const tabs = this.page.locator('[data-testid="tab"][data-review]');
    return await tabs.evaluateAll((elements) => elements.map((element) => element.getAttribute("data-tab-name") ?? ""));
  }

  /** Brings a review to the front and waits until it can be decided. */
  async showReview(tabName: string): Promise<void> {
    await this.reviewTab(tabName).click();
    await this.page.waitForFunction((name) => window.tandemPage?.reviewOf(name) !== undefined, tabName);
  }

  async accept(tabName: string): Promise<void> {
    await this.showReview(tabName);
    await this.page.getByTestId("review-accept").click();
    await this.reviewTab(tabName).waitFor({ state: "detached" });
  }

  async reject(tabName: string): Promise<void> {
    await this.showReview(tabName);
    await this.page.getByTestId("review-reject").click();
    await this.reviewTab(tabName).waitFor({ state: "detached" });
  }

  async editAndAccept(tabName: string, text: string): Promise<void> {
    await this.showReview(tabName);
    await this.page.evaluate((name) => window.tandemPage?.reviewOf(name)?.focus(), tabName);
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
    await this.accept(tabName);
  }

  async acceptHunks(tabName: string, indexes: readonly number[]): Promise<void> {
    await this.showReview(tabName);
    const hunks = await this.page.evaluate((name) => window.tandemPage?.reviewOf(name)?.hunks.length ?? 0, tabName);
    for (let index = 0; index < hunks; index++) {
      const action = indexes.includes(index) ? "accept" : "reject";
      await this.page.locator(`.tandem-hunk-button[data-hunk="${index}"][data-action="${action}"]`).first().click();
    }
    await this.accept(tabName);
  }

  async closeReview(tabName: string): Promise<void> {
    await this.reviewTab(tabName).click({ button: "middle" });
    await this.reviewTab(tabName).waitFor({ state: "detached" });
  }
}
