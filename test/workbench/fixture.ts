/** A fixture for tests of the page: a project, `tandem serve` on it, a browser, and clients that make proposals. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { type Client, claudeCode } from "@tandem-ide/client";
import type { EditorNotificationParams } from "@tandem-ide/protocol";
import { createWorkbench, type RunningWorkbench } from "@tandem-ide/workbench";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, onTestFinished, vi } from "vitest";
import { connectClient } from "../client.js";
import { removeFolder } from "../remove-folder.js";
import { WorkbenchDriver } from "./driver.js";
import { openPage, type ServedWorkbench, serveWorkbench } from "./launch.js";
import { passSettling } from "./settling.js";

// With other tests running, a browser may take longer than the default second.
vi.setConfig({ expect: { poll: { timeout: 10_000 } } });

/** The response to `openDiff`. */
export interface Answer {
  readonly decision: "saved" | "rejected";
  readonly text?: string;
}

/** A pending proposal. */
export interface Proposal {
  readonly answer: Promise<Answer>;
  /** The answer, if it has arrived. */
  readonly answered: () => Answer | undefined;
}

export interface FixtureOptions {
  /** Contents by relative path. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** The name of the project's folder. */
  readonly name?: string;
  readonly context?: BrowserContextOptions;
}

type Selection = EditorNotificationParams<"selection_changed">;

/** A client that records its notifications. */
export interface Listener {
  readonly client: Client;
  readonly selections: readonly Selection[];
  readonly mentions: readonly EditorNotificationParams<"at_mentioned">[];
}

export class Fixture {
  readonly folder: string;
  readonly served: ServedWorkbench;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly driver: WorkbenchDriver;

  constructor(folder: string, served: ServedWorkbench, context: BrowserContext, page: Page) {
    this.folder = folder;
    this.served = served;
    this.context = context;
    this.page = page;
    this.driver = new WorkbenchDriver(page, [folder]);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The bytes and modification time of a file, to check that it isn't written. */
  onDisk(name: string): { readonly bytes: string; readonly mtimeNs: bigint } | undefined {
    const facts = statSync(this.path(name), { bigint: true, throwIfNoEntry: false });
    return facts && { bytes: readFileSync(this.path(name)).toString("hex"), mtimeNs: facts.mtimeNs };
  }

  /** Another window of the same browser. */
  async openWindow(): Promise<{ readonly page: Page; readonly driver: WorkbenchDriver }> {
    const page = await this.context.newPage();
    await page.goto(new URL("/", this.page.url()).href);
    await page.locator('[data-testid="tree-row"]').first().waitFor();
    return { page, driver: new WorkbenchDriver(page, [this.folder]) };
  }

  async client(name = "claude-code", version = "2.1.325", pid = process.pid): Promise<Client> {
    const { authToken }: { authToken: string } = JSON.parse(readFileSync(this.served.lockFile, "utf8"));
    const clientInfo = { ...claudeCode.clientInfo, name, version };
    const identity = { ...claudeCode, clientInfo, userAgent: `${name}/${version} (cli)` };
    const client = await connectClient({ port: this.served.port, authToken }, { identity, pid });
    onTestFinished(() => client.close());
    return client;
  }

  /** Connects a client that records its notifications. */
  async listener(): Promise<Listener> {
    const client = await this.client();
    const selections: Selection[] = [];
    const mentions: EditorNotificationParams<"at_mentioned">[] = [];
    client.on("selection_changed", (params) => selections.push(params));
    client.on("at_mentioned", (params) => mentions.push(params));
    client.notify("ide_connected", { pid: process.pid });
    return { client, selections, mentions };
  }

  /** Proposes a new text for a file. */
  propose(client: Client, name: string, text: string, tabName = name): Proposal {
    const path = this.path(name);
    let answered: Answer | undefined;
    const answer = client
      .call("openDiff", { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tabName })
      .then((value) => {
        answered = value;
        return value;
      });
    // A test that ends before the response must not fail.
    answer.catch(() => {});
    return { answer, answered: () => answered };
  }

  /** Makes a proposal and focuses its review. */
  async review(client: Client, name: string, text: string, tabName = name): Promise<Proposal> {
    const proposal = this.propose(client, name, text, tabName);
    await this.driver.reviewTab(tabName).waitFor();
    await this.driver.showReview(tabName);
    await this.page.waitForFunction((of) => window.tandemPage?.reviewOf(of)?.editor.hasFocus, tabName);
    return proposal;
  }

  /** The editor of a file. */
  editor(name: string, page = this.page): Locator {
    return page.locator(`[data-testid="editor"][data-path=${JSON.stringify(this.path(name))}] .cm-content`);
  }

  /** The text of an open file in a window. */
  textOf(name: string, page = this.page): Promise<string | undefined> {
    return page.evaluate((path) => window.tandemPage?.editorOf(path)?.state.doc.toString(), this.path(name));
  }

  /** The current result of a review in a window. */
  resultOf(tabName: string, page = this.page): Promise<string | undefined> {
    return page.evaluate((name) => window.tandemPage?.reviewOf(name)?.text, tabName);
  }

  /** A button of one of the undecided hunks. */
  hunkButton(index: number, action: "accept" | "reject", page = this.page): Locator {
    return page
      .locator(`.review-pane:not([hidden]) .tandem-hunk-button[data-action="${action}"]:not([data-hunk="-1"])`)
      .nth(index);
  }
}

/** Creates a fixture that is removed when the test ends. */
export async function openFixture(browser: Browser, options: FixtureOptions = {}): Promise<Fixture> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-page-")));
  onTestFinished(() => removeFolder(root));
  const folder = join(root, options.name ?? "project");
  mkdirSync(folder);
  const files = options.files ?? { "a.txt": "one\ntwo\nthree\n", "b.txt": "b\n" };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const served = await serveWorkbench({ folders: [folder], home: root, configDir: join(root, "config") });
  onTestFinished(() => served.end("SIGKILL"));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options.context });
  onTestFinished(() => context.close());
  await passSettling(context);
  // Shorter than the test's timeout, so that the error says what was missing.
  context.setDefaultTimeout(15_000);
  const page = await openPage(context, served.page);
  return new Fixture(folder, served, context, page);
}

/** A workbench in the test's process with a fake clock, and a window. */
export interface InProcessFixture {
  readonly running: RunningWorkbench;
  readonly clock: FakeClock;
  readonly client: Client;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The number of windows of the host. */
  windows(): number;
  /** The number of pending reviews of the host. */
  reviews(): number;
  path(name: string): string;
  openWindow(): Promise<Page>;
}

/** For behaviour that depends on time. */
export async function openInProcess(
  browser: Browser,
  files: Readonly<Record<string, string>>,
): Promise<InProcessFixture> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-page-")));
  onTestFinished(() => removeFolder(root));
  const folder = join(root, "project");
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const clock = new FakeClock();
  const endpoint = { configDir: join(root, "config"), env: {}, home: root, readyDelayMs: 0, clock };
  const running = await createWorkbench({ folders: [folder], endpoint });
  onTestFinished(() => running.close());
  const { port, authToken } = running.endpoint;
  const client = await connectClient({ port, authToken });
  onTestFinished(() => client.close());
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  context.setDefaultTimeout(15_000);
  const openWindow = () => openPage(context, running.pageServer.newLink());
  return {
    running,
    clock,
    client,
    context,
    page: await openWindow(),
    windows: () => running.workbench.windows.all.length,
    reviews: () => running.workbench.reviews.all.length,
    path: (name) => join(folder, name),
    openWindow,
  };
}

/** Focuses a window. In Playwright every page believes that it has the focus. */
export async function focusWindow(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
}

/** The label of the focused element. */
export function focusedLabel(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
}

/** Waits for pending animation frames. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Checks that a file has not been written. */
export function expectUntouched(fixture: Fixture, name: string, before: ReturnType<Fixture["onDisk"]>): void {
  expect(fixture.onDisk(name)).toEqual(before);
}
