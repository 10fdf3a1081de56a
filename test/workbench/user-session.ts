/** A person at a workbench of their own: a real `tandem serve` on a folder, and its page in a real Chromium. */
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Client, connect } from "@tandem/client";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { Home, main, type Running } from "../cli-command.js";
import { WorkbenchHand } from "./hand.js";
import { openPage } from "./launch.js";

const nobody = 65534;
const isRoot = process.getuid?.() === 0;

/** Waits until something is as expected. */
export const eventually: typeof expect.poll = (look, options) => expect.poll(look, { timeout: 15_000, ...options });

export interface SessionOptions {
  /** Beside `a.txt` and the folder `src`, by their names in the folder. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** What is to be done before the server starts. */
  readonly prepare?: (home: Home) => unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Permissions are checked: root passes every check, so where root runs the tests a user without rights serves. */
  readonly isOrdinaryUser?: boolean;
  readonly browser?: BrowserContextOptions;
}

/** What the page complained of: errors, and what its policy blocked. */
function collectProblems(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on("page", (page) => page.on("pageerror", (error) => problems.push(String(error))));
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  return problems;
}

/** A path as a string of CSS. */
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
  readonly hand: WorkbenchHand;
  readonly port: number;
  /** What the page complained of so far. */
  readonly problems: readonly string[];
  readonly #authToken: string;

  constructor(parts: Pick<UserSession, "home" | "server" | "context" | "page" | "port" | "problems">, lock: string) {
    this.home = parts.home;
    this.server = parts.server;
    this.context = parts.context;
    this.page = parts.page;
    this.port = parts.port;
    this.problems = parts.problems;
    this.hand = new WorkbenchHand(parts.page, [parts.home.folder]);
    this.#authToken = JSON.parse(readFileSync(lock, "utf8")).authToken;
  }

  get folder(): string {
    return this.home.folder;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Changes the disk, as another program would. */
  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** A Claude Code that is connected, for as long as the test lasts. */
  async client(): Promise<Client> {
    const client = await connect({ port: this.port, authToken: this.#authToken });
    onTestFinished(() => client.close());
    return client;
  }

  row(name: string): Locator {
    return this.page.locator(`[data-testid="tree-row"][data-path=${css(this.path(name))}]`);
  }

  tab(name: string): Locator {
    return this.page.locator(`[data-testid="tab"][data-path=${css(this.path(name))}]:not([data-review])`);
  }

  /** The text that can be typed in. */
  editor(name: string): Locator {
    return this.page.locator(`[data-testid="editor"][data-path=${css(this.path(name))}] .cm-content`);
  }

  /** The whole text, of which the browser has only the lines in view. */
  text(name: string): Promise<string | undefined> {
    return this.page.evaluate((path) => window.tandemPage?.editorOf(path)?.state.doc.toString(), this.path(name));
  }

  /** The names in the tree as they stand, of those rows that are in view. */
  async rowNames(): Promise<string[]> {
    return await this.page.locator('[data-testid="tree-row"] .row-name').allTextContents();
  }

  async tabNames(): Promise<string[]> {
    return await this.page.locator('[data-testid="tab"] .tab-label').allTextContents();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Opens a file by its name and puts the cursor into it. */
  async open(name: string): Promise<void> {
    await this.hand.openFile(this.path(name));
    await this.editor(name).first().focus();
  }

  /** Saves the file in front by its key, and waits until the disk has this and the tab says so. */
  async saveAs(name: string, content: string): Promise<void> {
    await this.press("Control+s");
    // Not compared by the matcher, which would print megabytes.
    await eventually(() => this.read(name) === content || this.read(name).slice(0, 500)).toBe(true);
    await this.isDirty(name, false);
  }

  async isDirty(name: string, isDirty: boolean): Promise<void> {
    await eventually(() => this.tab(name).first().getAttribute("data-dirty")).toBe(String(isDirty));
  }

  /** Words to the user. */
  toast(text: string | RegExp): Locator {
    return this.page.getByTestId("toast").filter({ hasText: text });
  }

  banner(text: string | RegExp): Locator {
    return this.page.getByTestId("banner").filter({ hasText: text });
  }
}

/** Starts it all. It ends with the test, which fails if the page complained. */
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
  // Less than a test may take, so that it says what it waited for.
  context.setDefaultTimeout(15_000);
  const problems = collectProblems(context);
  onTestFinished(async () => {
    await context.close();
    expect(problems, "what the page complained of").toEqual([]);
  });
  const page = await openPage(context, ready.page);
  return new UserSession({ home, server, context, page, port: ready.port, problems }, ready.lockFile);
}

function tryUnlock(path: string): void {
  try {
    chmodSync(path, 0o755);
  } catch {
    // It was not made in this test.
  }
}
