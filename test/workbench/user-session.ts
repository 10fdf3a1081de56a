/** A user of the workbench: a real `tandem serve` on a folder, and its page in a real Chromium. */
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client } from "@tandem-ide/client";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { Home, main, type Running } from "../cli-command.js";
import { connectClient } from "../client.js";
import { WorkbenchDriver } from "./driver.js";
import { openPage } from "./launch.js";

const nobody = 65534;
const isRoot = process.getuid?.() === 0;

/** Waits until a value matches. */
export const eventually: typeof expect.poll = (look, options) => expect.poll(look, { timeout: 15_000, ...options });

export interface SessionOptions {
  /** Additional files next to `a.txt` and the folder `src`, by relative path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Runs before the server starts. */
  readonly prepare?: (home: Home) => unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The test checks file permissions, which don't apply to root. If root runs the tests, the server runs as another user. */
  readonly isOrdinaryUser?: boolean;
  readonly browser?: BrowserContextOptions;
}

/** Collects the page's errors, warnings and policy violations. */
function collectProblems(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on("page", (page) => page.on("pageerror", (error) => problems.push(String(error))));
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  return problems;
}

/** A path as a CSS string. */
const css = (path: string) => JSON.stringify(path).replaceAll("\\n", "\\a ");

function serve(home: Home, { env = {}, args = [], isOrdinaryUser = false }: SessionOptions): Running {
  const command = [main, "serve", "--json", "--no-open", ...args];
  if (!isOrdinaryUser) return home.startProgram(process.execPath, command, { env });
  const rights = isRoot ? [`--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"] : [];
  if (isRoot) for (const folder of [home.path, home.folder]) chownSync(folder, nobody, nobody);
  return home.startProgram("setpriv", [...rights, process.execPath, ...command], { env });
}

export class UserSession {
  readonly home: Home;
  readonly server: Running;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly driver: WorkbenchDriver;
  readonly port: number;
  /** The page's errors, warnings and policy violations so far. */
  readonly problems: readonly string[];
  readonly #authToken: string;

  constructor(parts: Pick<UserSession, "home" | "server" | "context" | "page" | "port" | "problems">, lock: string) {
    this.home = parts.home;
    this.server = parts.server;
    this.context = parts.context;
    this.page = parts.page;
    this.port = parts.port;
    this.problems = parts.problems;
    this.driver = new WorkbenchDriver(parts.page, [parts.home.folder]);
    this.#authToken = JSON.parse(readFileSync(lock, "utf8")).authToken;
  }

  get folder(): string {
    return this.home.folder;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file like another program would. */
  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** A client that is connected until the test ends. */
  async client(): Promise<Client> {
    const client = await connectClient({ port: this.port, authToken: this.#authToken });
    onTestFinished(() => client.close());
    return client;
  }

  row(name: string): Locator {
    return this.page.locator(`[data-testid="tree-row"][data-path=${css(this.path(name))}]`);
  }

  tab(name: string): Locator {
    return this.page.locator(`[data-testid="tab"][data-path=${css(this.path(name))}]:not([data-review])`);
  }

  /** The editable text. */
  editor(name: string): Locator {
    return this.page.locator(`[data-testid="editor"][data-path=${css(this.path(name))}] .cm-content`);
  }

  /** The whole text. The DOM contains only the visible lines. */
  text(name: string): Promise<string | undefined> {
    return this.page.evaluate((path) => window.tandemPage?.editorOf(path)?.state.doc.toString(), this.path(name));
  }

  /** The names of the visible rows of the tree. */
  async rowNames(): Promise<string[]> {
    return await this.page.locator('[data-testid="tree-row"] .row-name').allTextContents();
  }

  async tabNames(): Promise<string[]> {
    return await this.page.locator('[data-testid="tab"] .tab-label').allTextContents();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Opens a file and focuses it. */
  async open(name: string): Promise<void> {
    await this.driver.openFile(this.path(name));
    await this.editor(name).first().focus();
  }

  /** Saves the active file, and waits until the disk and the tab show it. */
  async saveAs(name: string, content: string): Promise<void> {
    await this.press("Control+s");
    // Compare it here, because the matcher would print megabytes.
    await eventually(() => this.read(name) === content || this.read(name).slice(0, 500)).toBe(true);
    await this.isDirty(name, false);
  }

  async isDirty(name: string, isDirty: boolean): Promise<void> {
    await eventually(() => this.tab(name).first().getAttribute("data-dirty")).toBe(String(isDirty));
  }

  /** Toasts that contain this text. */
  toast(text: string | RegExp): Locator {
    return this.page.getByTestId("toast").filter({ hasText: text });
  }

  banner(text: string | RegExp): Locator {
    return this.page.getByTestId("banner").filter({ hasText: text });
  }
}

/** Starts a session that ends with the test, which fails if the page logged problems. */
export async function startSession(browser: Browser, options: SessionOptions = {}): Promise<UserSession> {
  const home = await Home.make();
  onTestFinished(async () => {
    if (options.isOrdinaryUser) for (const name of ["locked", "closed"]) tryUnlock(join(home.folder, name));
    await home[Symbol.asyncDispose]();
  });
  for (const [name, content] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(home.folder, name)), { recursive: true });
    writeFileSync(join(home.folder, name), content);
  }
  await options.prepare?.(home);
  const server = serve(home, options);
  const [line = ""] = await server.printed(/^\{"port".*\n/);
  const ready: { port: number; lockFile: string; page: string } = JSON.parse(line);
  const context = await browser.newContext(options.browser);
  // Shorter than the test's timeout, so that the error says what was missing.
  context.setDefaultTimeout(15_000);
  const problems = collectProblems(context);
  onTestFinished(async () => {
    await context.close();
    expect(problems, "problems on the page").toEqual([]);
  });
  const page = await openPage(context, ready.page);
  return new UserSession({ home, server, context, page, port: ready.port, problems }, ready.lockFile);
}

function tryUnlock(path: string): void {
  try {
    chmodSync(path, 0o755);
  } catch {
    // This test didn't create it.
  }
}
