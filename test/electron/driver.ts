/** Acts as the user in the example editor, with keys and clicks in a real Chromium. */
import { relative } from "node:path";
import type { TextRange } from "@tandem-ide/base";
import type { Driver, Finding } from "@tandem-ide/conformance";
import type { Locator, Page } from "playwright-core";
import type { ToStandIn } from "./electron-stand-in.js";
import type {} from "./page-hooks.js";

interface Running {
  readonly page: Page;
  do(command: ToStandIn): void;
  /** Opens another window and closes the first one. */
  changeWindow(): Promise<void>;
}

const severities = { Error: "error", Warning: "warning", Info: "info", Hint: "hint" } as const;

export class ElectronDriver implements Driver {
  readonly #running: Running;
  #folders: readonly string[];

  constructor(running: Running, folders: readonly string[]) {
    this.#running = running;
    this.#folders = folders;
  }

  get page(): Page {
    return this.#running.page;
  }

  tab(path: string): Locator {
    return this.page.locator(`#tabs .tab[data-path=${JSON.stringify(path)}]`);
  }

  review(tabName: string): Locator {
    return this.page.locator(`.tandem-reviews-tab[data-tab-name=${JSON.stringify(tabName)}]`).first();
  }

  /** Returns the tree row of a file or folder, and expands its parents. */
  async treeRow(path: string): Promise<Locator> {
    const folder = this.#folders.find((each) => path === each || path.startsWith(`${each}/`)) ?? "";
    const rowOf = (at: string) => this.page.locator(`#tree [data-path=${JSON.stringify(at)}]`);
    let at = folder;
    for (const part of relative(folder, path).split("/").filter(Boolean)) {
      if ((await rowOf(at).getAttribute("aria-expanded")) === "false") await rowOf(at).click();
      at = `${at}/${part}`;
    }
    await rowOf(at).waitFor();
    return rowOf(at);
  }

  async openFile(path: string): Promise<void> {
    if ((await this.tab(path).count()) > 0) await this.tab(path).locator(".tab-name").click();
    else await (await this.treeRow(path)).dblclick();
    await this.page.locator(`.editor[data-path=${JSON.stringify(path)}]:not([hidden]) .cm-content`).waitFor();
  }

  async closeFile(path: string): Promise<void> {
    if ((await this.tab(path).count()) === 0) return;
    await this.tab(path).locator(".tab-close").click();
    await this.tab(path).waitFor({ state: "detached" });
  }

  async select(path: string, range: TextRange): Promise<void> {
    await this.openFile(path);
    await this.page.evaluate(([file, chosen]) => window.hooks.select(file, chosen), [path, range] as const);
  }

  async mention(path: string, lines?: { readonly start: number; readonly end: number }): Promise<void> {
    if (lines) {
      await this.select(path, { start: { line: lines.start, character: 0 }, end: { line: lines.end, character: 1 } });
      await this.page.keyboard.press("Alt+k");
    } else {
      await (await this.treeRow(path)).click({ button: "right" });
      await this.page.getByRole("menuitem", { name: "Mention in Claude" }).click();
    }
  }

  async type(text: string): Promise<void> {
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) await this.page.keyboard.press("Enter");
      await this.page.keyboard.insertText(line);
    }
  }

  async save(path: string): Promise<void> {
    await this.openFile(path);
    await this.page.keyboard.press("Control+s");
    await this.page.locator(`#tabs .tab[data-path=${JSON.stringify(path)}][data-dirty="false"]`).waitFor();
  }

  async diagnose(path: string, findings: readonly Finding[]): Promise<void> {
    await this.openFile(path);
    const found = findings.map(({ severity, ...finding }) => ({ ...finding, severity: severities[severity] }));
    await this.page.evaluate(([file, list]) => window.hooks.diagnose(file, list), [path, found] as const);
  }

  async setFolders(folders: readonly string[]): Promise<void> {
    this.#running.do({ do: "chooseFolders", folders });
    await this.page.locator("#open-folder").click();
    for (const folder of folders) await this.page.locator(`#tree [data-path=${JSON.stringify(folder)}]`).waitFor();
    this.#folders = folders;
  }

  async restartEndpoint(): Promise<void> {
    this.#running.do({ do: "menu", label: "Restart Connection" });
  }

  async reopenWindow(): Promise<void> {
    await this.#running.changeWindow();
  }

  async pendingReviews(): Promise<string[]> {
    const tabs = this.page.locator(".tandem-reviews-tab");
    return await tabs.evaluateAll((elements) => elements.map((each) => each.getAttribute("data-tab-name") ?? ""));
  }

  /** Brings a review to the front. */
  async showReview(tabName: string): Promise<void> {
    await this.review(tabName).locator(".tandem-reviews-show").click();
  }

  async #press(action: "accept" | "reject"): Promise<void> {
    const before = await this.page.locator(".tandem-reviews-tab").count();
    await this.page.locator(`.tandem-reviews-page:not([hidden]) [data-tandem="${action}"]`).click();
    // Two clients may use the same name, so a tab with this name may remain.
    await this.page.waitForFunction((count) => document.querySelectorAll(".tandem-reviews-tab").length < count, before);
  }

  async accept(tabName: string): Promise<void> {
    await this.showReview(tabName);
    await this.#press("accept");
  }

  async reject(tabName: string): Promise<void> {
    await this.showReview(tabName);
    await this.#press("reject");
  }

  async editAndAccept(tabName: string, text: string): Promise<void> {
    await this.showReview(tabName);
    await this.page.locator(".tandem-reviews-page:not([hidden]) .cm-content[contenteditable=true]").focus();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
    await this.#press("accept");
  }

  async acceptHunks(tabName: string, indexes: readonly number[]): Promise<void> {
    await this.showReview(tabName);
    const front = this.page.locator(".tandem-reviews-page:not([hidden])");
    const counted = await front.locator(".tandem-review-count").textContent();
    const hunks = Number(/^(\d+) change/.exec(counted ?? "")?.[1] ?? 0);
    for (let index = 0; index < hunks; index++) {
      const action = indexes.includes(index) ? "accept" : "reject";
      await front.locator(`.tandem-hunk-button[data-hunk="${index}"][data-action="${action}"]`).first().click();
    }
    await this.#press("accept");
  }

  async setPaused(isPaused: boolean): Promise<void> {
    const button = this.page.locator("#connection");
    if ((await button.getAttribute("data-paused")) === String(isPaused)) return;
    await button.click();
    await this.page.locator(`#connection[data-paused="${isPaused}"]`).waitFor();
  }

  async closeReview(tabName: string): Promise<void> {
    await this.review(tabName).locator(".tandem-reviews-close").click();
    await this.review(tabName).waitFor({ state: "detached" });
  }
}
