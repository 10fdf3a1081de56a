/** One window of VS Code: its page in Chromium, and the companion in its extension host. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { isAlive } from "@tandem-ide/base/node";
import type { BrowserContext, Page } from "playwright-core";
import type { Verbs } from "./companion/verbs.js";
import type { VscodeServer } from "./server.js";
import { foldersOf } from "./workspace-file.js";

const statusItem = '.statusbar-item[id="tandem-ide.tandem-vscode.tandem.status"] a';

type Answer = { readonly value?: unknown; readonly error?: string };

export class VscodeWindow {
  readonly page: Page;
  readonly #server: VscodeServer;
  #companion = { port: 0, pid: 0 };

  private constructor(page: Page, server: VscodeServer) {
    this.page = page;
    this.#server = server;
  }

  /** `query` is `folder=/abs` or `workspace=/abs/file.code-workspace`. */
  static async open(context: BrowserContext, server: VscodeServer, query: string): Promise<VscodeWindow> {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1400, height: 900 });
    page.setDefaultTimeout(10_000);
    const window = new VscodeWindow(page, server);
    rmSync(server.companionFile, { force: true });
    const payload = encodeURIComponent(JSON.stringify([["logLevel", "debug"]]));
    await page.goto(`http://localhost:${server.port}/?${query}&payload=${payload}`, { timeout: 60_000 });
    await window.ready();
    return window;
  }

  /** The extension host of this window, as a process. */
  get hostPid(): number {
    return this.#companion.pid;
  }

  /** Closes it; true when its extension host has ended. */
  async close(limitMs = 5_000): Promise<boolean> {
    await this.page.close();
    for (const end = Date.now() + limitMs; isAlive(this.hostPid) && Date.now() < end; ) await wait(25);
    return !isAlive(this.hostPid);
  }

  /** Waits until a new extension host is running and shows the folders of the window. */
  async ready(): Promise<void> {
    await this.#newHost();
    for (let reloads = 0; await this.#hasLostFolders(); reloads++) {
      if (reloads === 2) throw new Error(`VS Code does not show the folders of its workspace: ${this.page.url()}`);
      console.warn("VS Code has lost the folders of its workspace file: its window is reloaded");
      await this.page.reload();
      await this.#newHost();
    }
  }

  /**
   * Checks for a race in VS Code 1.139: if a workspace file appears while the page reads it, the page continues with no
   * folder. It knows the file from then on, so reloading helps, for users too.
   */
  async #hasLostFolders(): Promise<boolean> {
    const file = new URL(this.page.url()).searchParams.get("workspace");
    if (file === null) return false;
    return foldersOf(file).join("\n") !== (await this.ask("folders")).join("\n");
  }

  async #newHost(limitMs = 60_000): Promise<void> {
    const before = this.#companion.pid;
    for (const end = Date.now() + limitMs; Date.now() < end; await wait(50)) {
      const { companionFile } = this.#server;
      const [port = 0, pid = 0] = existsSync(companionFile)
        ? readFileSync(companionFile, "utf8").split(" ").map(Number)
        : [];
      // It may have been written last by another window that has been closed.
      if (port === 0 || pid === before || !isAlive(pid)) continue;
      this.#companion = { port, pid };
      await this.#served();
      return;
    }
    throw new Error("VS Code's extension host did not come up");
  }

  /** The extension starts later than the companion, when VS Code has finished starting. */
  async #served(): Promise<void> {
    await this.page.locator(`${statusItem}:not([aria-label*="is starting"])`).waitFor({ timeout: 30_000 });
  }

  /** Sends a request to the companion. */
  async ask<Name extends keyof Verbs>(
    name: Name,
    ...args: Parameters<Verbs[Name]>
  ): Promise<Awaited<ReturnType<Verbs[Name]>>> {
    const response = await fetch(`http://127.0.0.1:${this.#companion.port}/${name}`, {
      method: "POST",
      body: JSON.stringify(args),
    });
    const answer = (await response.json()) as Answer;
    if (answer.error !== undefined) throw new Error(`${name}: ${answer.error}`);
    // The companion's responses have these types.
    return answer.value as Awaited<ReturnType<Verbs[Name]>>;
  }

  /** The status bar's text for screen readers. */
  async status(): Promise<string> {
    return (await this.page.locator(statusItem).getAttribute("aria-label")) ?? "";
  }

  /** Runs a command from the palette, as a user would. */
  async palette(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input.input");
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await this.page.keyboard.press("Enter");
  }
}
