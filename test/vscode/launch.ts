/** Starts VS Code as the contract test wants it: a server, a window, a hand. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LaunchedEditor, LaunchOptions } from "@tandem/conformance";
import type { Browser, BrowserContext } from "playwright-core";
import { removeFolder } from "../remove-folder.js";
import { VscodeHand } from "./hand.js";
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
  #hand: VscodeHand;

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
    this.#hand = new VscodeHand(window);
  }

  get hand(): VscodeHand {
    return this.#hand;
  }

  get window(): VscodeWindow {
    return this.#hand.window;
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

  /** Closes the window, as a person does, and waits until its extension host is gone. */
  async quit(): Promise<void> {
    await this.close(this.window);
  }

  /**
   * VS Code loses a window's goodbye now and then, on a busy machine: its server reads that the socket has closed before what
   * came through it. Then another window takes the place of the one that is gone, and is closed in its turn.
   */
  async close(window: VscodeWindow): Promise<void> {
    for (let closing = window; !(await closing.close()); closing = await this.openAnother())
      console.warn("VS Code has lost the goodbye of a window: another one is opened and closed");
  }

  /** The tab of the browser crashes, and is opened again. VS Code keeps the extension host of before. */
  async crashAndReopen(): Promise<void> {
    const { page } = this.window;
    await Promise.all([page.waitForEvent("crash"), page.goto("chrome://crash").catch(() => {})]);
    this.#hand = new VscodeHand(await this.openAnother());
    await page.close();
  }

  /** Another window on the same folder, or workspace. */
  openAnother(): Promise<VscodeWindow> {
    return VscodeWindow.open(this.#context, this.server, this.#query);
  }

  async stop(): Promise<void> {
    await this.#context.close();
    await this.server.kill();
    if (process.env.TANDEM_KEEP === undefined) await removeFolder(this.root);
  }
}

/** One folder is opened as such; several, or none, are a workspace with a file. */
function queryFor(root: string, folders: readonly string[]): string {
  const [only] = folders;
  if (folders.length === 1 && only !== undefined) return `folder=${encodeURIComponent(only)}`;
  const file = join(root, "test.code-workspace");
  writeWorkspaceFile(file, folders);
  return `workspace=${encodeURIComponent(file)}`;
}

/** For the contract test: one browser, and for each launch a VS Code of its own. */
export function vscodeLauncher(browser: () => Browser) {
  return async ({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> => {
    const running = await RunningVscode.start(browser(), { folders, configDir, home });
    return {
      hand: Object.assign(running.hand, { quit: () => running.quit(), kill: () => running.server.kill() }),
      stop: () => running.stop(),
    };
  };
}
