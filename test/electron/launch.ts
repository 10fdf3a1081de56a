/** Starts the example: its main process in Node, and its page and preload script in Chromium. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { LaunchedEditor, LaunchOptions } from "@tandem-ide/conformance";
import { build } from "esbuild";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { buildEditor } from "../../examples/electron-editor/build.mjs";
import type { WindowOptions } from "../../examples/electron-editor/src/main/electron.js";
import { eventually } from "../eventually.js";
import { ElectronDriver } from "./driver.js";
import type { FromMain, ToStandIn } from "./electron-stand-in.js";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface BuiltEditor {
  readonly folder: string;
  remove(): Promise<void>;
}

/** The built example, with the stand-in around its main process and test hooks in its page. */
export async function buildExample(): Promise<BuiltEditor> {
  const folder = mkdtempSync(join(tmpdir(), "tandem-electron-"));
  await Promise.all([
    buildEditor(folder, { renderer: here("page-hooks.ts") }),
    build({
      entryPoints: [here("main-process.ts")],
      outfile: join(folder, "main-process.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      conditions: ["@tandem-ide/source"],
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    }),
    buildPageStandIn(folder),
  ]);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs the preload script of `folder` first in each document of the page, as Electron does. */
export async function runPreload(page: Page, folder: string, socket: string): Promise<void> {
  const preload = readFileSync(join(folder, "preload.cjs"), "utf8");
  const standIn = readFileSync(join(folder, "page-stand-in.js"), "utf8");
  await page.addInitScript(`if (location.protocol === "http:") {
    window.standIn = {
      socket: ${JSON.stringify(socket)},
      runPreload(require) {
        const module = { exports: {} };
        (function (module, exports, require) {${preload}
        })(module, module.exports, require);
      },
    };
    ${standIn}
  }`);
}

/** Builds the page's part of the stand-in as page-stand-in.js in `folder`. */
export async function buildPageStandIn(folder: string): Promise<void> {
  await build({
    entryPoints: [here("page-stand-in.ts")],
    outfile: join(folder, "page-stand-in.js"),
    bundle: true,
    platform: "browser",
    format: "iife",
    conditions: ["@tandem-ide/source"],
  });
}

export interface StartOptions {
  readonly built: BuiltEditor;
  readonly browser: Browser;
  readonly folders: readonly string[];
  readonly home: string;
  readonly configDir?: string;
  readonly context?: BrowserContextOptions;
}

export class RunningElectron {
  readonly driver: ElectronDriver;
  readonly #options: StartOptions;
  readonly #child: ChildProcess;
  readonly #context: BrowserContext;
  readonly #log: string;
  readonly #pages = new Map<number, Page>();
  readonly #loaded = new Set<number>();
  readonly #exited: Promise<unknown>;
  windowOptions: WindowOptions | undefined;
  lockFile = "";
  port = 0;
  /** Errors in the pages. */
  readonly problems: string[] = [];

  private constructor(options: StartOptions, child: ChildProcess, context: BrowserContext, log: string) {
    this.#options = options;
    this.#child = child;
    this.#context = context;
    this.#log = log;
    this.#exited = once(child, "exit");
    this.driver = new ElectronDriver(this, options.folders);
  }

  static async start(options: StartOptions): Promise<RunningElectron> {
    const { built, browser, folders, home, configDir } = options;
    const log = join(home, `wire-${process.hrtime.bigint()}.log`);
    const child = spawn(process.execPath, [join(built.folder, "main-process.mjs"), log, ...folders], {
      env: {
        PATH: process.env.PATH ?? "",
        HOME: home,
        TMPDIR: tmpdir(),
        LANG: "C.UTF-8",
        ...(configDir !== undefined && { CLAUDE_CONFIG_DIR: configDir }),
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const context = await browser.newContext(options.context);
    const running = new RunningElectron(options, child, context, log);
    await running.#follow();
    return running;
  }

  /** The first of the open windows. */
  get page(): Page {
    return this.pageOf(Math.min(...this.#pages.keys()));
  }

  async changeWindow(): Promise<void> {
    const [first] = [...this.#pages.keys()].sort((a, b) => a - b);
    if (first === undefined) throw new Error("There is no window");
    const next = Math.max(...this.#pages.keys()) + 1;
    this.do({ do: "menu", label: "New Window" });
    await this.window(next);
    await this.pageOf(first).close();
    this.#pages.delete(first);
    this.#loaded.delete(first);
    this.do({ do: "closed", window: first });
  }

  pageOf(window: number): Page {
    const page = this.#pages.get(window);
    if (!page) throw new Error(`There is no window ${window}`);
    return page;
  }

  /** Waits until this window's page has loaded. */
  async window(number: number): Promise<Page> {
    await eventually(() => {
      if (!this.#loaded.has(number)) throw new Error(`Window ${number} has not come`);
    });
    return this.pageOf(number);
  }

  /** Reloads a window's page. */
  async reload(window = 1): Promise<void> {
    await this.pageOf(window).reload();
    await this.pageOf(window).locator('#tree [role="treeitem"]').first().waitFor();
  }

  do(command: ToStandIn): void {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  wireLog(): string {
    return readFileSync(this.#log, "utf8");
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal);
    await this.#exited;
    await this.#context.close().catch(() => {});
  }

  /** Kills the page's process, as running out of memory would. */
  async crash(window = 1): Promise<void> {
    const page = this.pageOf(window);
    const crashed = page.waitForEvent("crash");
    page.goto("chrome://crash").catch(() => {});
    await crashed;
    this.#pages.delete(window);
    this.#loaded.delete(window);
    this.do({ do: "crashed", window });
    await page.close().catch(() => {});
  }

  async #follow(): Promise<void> {
    const { stdout } = this.#child;
    if (!stdout) throw new Error("The main process has no output");
    let seen = { isReady: false, hasPage: false };
    await new Promise<void>((resolve, reject) => {
      void this.#exited.then(() => reject(new Error("The main process ended before it was ready")));
      const note = (more: Partial<typeof seen>) => {
        seen = { ...seen, ...more };
        if (seen.isReady && seen.hasPage) resolve();
      };
      createInterface({ input: stdout }).on("line", (line) => {
        const message = JSON.parse(line) as FromMain;
        if (message.event === "ready") {
          this.lockFile = message.lockFile;
          this.port = message.port;
          note({ isReady: true });
        } else if (message.event === "options") this.windowOptions = message.options;
        else this.#show(message).then(() => note({ hasPage: true }), reject);
      });
    });
  }

  async #show({ window, url, socket }: Extract<FromMain, { event: "open" | "reload" }>): Promise<void> {
    const page = this.#pages.get(window) ?? (await this.#newPage(window, socket));
    await page.goto(url);
    await page.locator('#tree [role="treeitem"]').first().waitFor();
    this.#loaded.add(window);
  }

  async #newPage(window: number, socket: string): Promise<Page> {
    const { folder } = this.#options.built;
    const page = await this.#context.newPage();
    page.on("pageerror", (error) => this.problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(message.text());
    });
    page.on("dialog", (dialog) => void dialog.accept().catch(() => {}));
    await runPreload(page, folder, socket);
    this.#pages.set(window, page);
    return page;
  }
}

/** For the contract test: one browser, with a browser context for each launch. */
export function electronLauncher(built: () => BuiltEditor, browser: () => Browser) {
  return async ({ folders, configDir, home }: LaunchOptions): Promise<LaunchedEditor> => {
    const running = await RunningElectron.start({ built: built(), browser: browser(), folders, configDir, home });
    return {
      driver: Object.assign(running.driver, { quit: () => running.end("SIGTERM"), kill: () => running.end("SIGKILL") }),
      screen: () => running.page.locator("body").ariaSnapshot(),
      stop: () => running.end("SIGKILL"),
    };
  };
}
