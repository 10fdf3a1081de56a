/** Starts VS Code for the contract test: a server, a window and a driver. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LaunchedEditor, LaunchOptions } from "@tandem-ide/conformance";
import type { Browser, BrowserContext } from "playwright-core";
import { removeFolder } from "../remove-folder.js";
import { VscodeDriver } from "./driver.js";
import { type ServerOptions, VscodeServer } from "./server.js";
import { VscodeWindow } from "./window.js";
import { writeWorkspaceFile } from "./workspace-file.js";

export interface StartOptions extends Partial<ServerOptions> {
  readonly folders: readonly string[];
  readonly home: string;
}

/** A running VS Code with one window. */
export class RunningVscode {
  readonly server: VscodeServer;
  readonly root: string;
  readonly #context: BrowserContext;
  readonly #query: string;
  #driver: VscodeDriver;

  private constructor(
    server: VscodeServer,
    context: BrowserContext,
    window: VscodeWindow,
    root: string,
    query: string,
  ) {
    this.server = server;
    this.#context = context;
    this.#query = query;
    this.root = root;
    this.#driver = new VscodeDriver(window);
  }

  get driver(): VscodeDriver {
    return this.#driver;
  }

  get window(): VscodeWindow {
    return this.#driver.window;
  }

  static async start(browser: Browser, { folders, ...options }: StartOptions): Promise<RunningVscode> {
    const root = mkdtempSync(join(tmpdir(), "tandem-vs-"));
    const server = await VscodeServer.start({ root, ...options });
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    try {
      const query = queryFor(root, folders);
      const window = await VscodeWindow.open(context, server, query);
      return new RunningVscode(server, context, window, root, query);
    } catch (error) {
      await context.close();
      await server.kill();
      throw error;
    }
  }

  /** Closes the window, as a user would, and waits until its extension host has exited. */
  async quit(): Promise<void> {
    await this.close(this.window);
  }

  /**
   * On a busy machine VS Code sometimes loses the message that a window is closing, because its server notices the
   * closed socket before it reads the message. Then this opens another window in its place and closes that.
   */
  async close(window: VscodeWindow): Promise<void> {
    for (let closing = window; !(await closing.close()); closing = await this.openAnother())
      console.warn("VS Code has lost the goodbye of a window: another one is opened and closed");
  }

  /** Crashes the browser tab and opens it again. VS Code keeps the previous extension host. */
  async crashAndReopen(): Promise<void> {
    const { page } = this.window;
    await Promise.all([page.waitForEvent("crash"), page.goto("chrome://crash").catch(() => {})]);
    this.#driver = new VscodeDriver(await this.openAnother());
    await page.close();
  }

  /** Opens another window with the same folder or workspace. */
  openAnother(): Promise<VscodeWindow> {
    return VscodeWindow.open(this.#context, this.server, this.#query);
  }

  async stop(): Promise<void> {
    await this.#context.close();
    await this.server.kill();
    if (process.env.TANDEM_KEEP === undefined) await removeFolder(this.root);
  }
}

/** A single folder is opened directly. Several, or none, need a workspace file. */
function queryFor(root: string, folders: readonly string[]): string {
  const [only] = folders;
  if (folders.length === 1 && only !== undefined) return `folder=${encodeURIComponent(only)}`;
  const file = join(root, "test.code-workspace");
  writeWorkspaceFile(file, folders);
  return `workspace=${encodeURIComponent(file)}`;
}

/** For the contract test: one browser, and a separate VS Code for each launch. */
export function vscodeLauncher(browser: () => Browser) {
  return async ({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> => {
    const running = await RunningVscode.start(browser(), { folders, configDir, home });
    return {
      driver: Object.assign(running.driver, { quit: () => running.quit(), kill: () => running.server.kill() }),
      screen: () => running.window.page.locator("body").ariaSnapshot(),
      stop: () => running.stop(),
    };
  };
}
