/** A stage for tests of the page: a project of its own, `tandem serve` on it, a browser, and clients that propose. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FakeClock } from "@tandem/base/testing";
import { type Client, claudeCode, connect } from "@tandem/client";
import type { EditorNotificationParams } from "@tandem/protocol";
import { createWorkbench, type RunningWorkbench } from "@tandem/workbench";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, onTestFinished, vi } from "vitest";
import { removeFolder } from "../remove-folder.js";
import { WorkbenchHand } from "./hand.js";
import { openPage, type ServedWorkbench, serveWorkbench } from "./launch.js";

// A browser beside other tests may take longer than the second that `expect.poll` waits otherwise.
vi.setConfig({ expect: { poll: { timeout: 10_000 } } });

/** What `openDiff` is answered with. */
export interface Answer {
  readonly decision: "saved" | "rejected";
  readonly text?: string;
}

/** A proposal under way. */
export interface Proposal {
  readonly answer: Promise<Answer>;
  /** The answer once it is there. */
  readonly answered: () => Answer | undefined;
}

export interface SceneOptions {
  /** Files by their names in the project. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** What the project's folder is called. */
  readonly name?: string;
  readonly context?: BrowserContextOptions;
}

type Selection = EditorNotificationParams<"selection_changed">;

/** A client with everything that it was told. */
export interface Listener {
  readonly client: Client;
  readonly selections: readonly Selection[];
  readonly mentions: readonly EditorNotificationParams<"at_mentioned">[];
}

export class Scene {
  readonly folder: string;
  readonly served: ServedWorkbench;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly hand: WorkbenchHand;

  constructor(folder: string, served: ServedWorkbench, context: BrowserContext, page: Page) {
    this.folder = folder;
    this.served = served;
    this.context = context;
    this.page = page;
    this.hand = new WorkbenchHand(page, [folder]);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The bytes of a file and when they were written: both stay as they are when nobody writes. */
  onDisk(name: string): { readonly bytes: string; readonly mtimeNs: bigint } | undefined {
    const facts = statSync(this.path(name), { bigint: true, throwIfNoEntry: false });
    return facts && { bytes: readFileSync(this.path(name)).toString("hex"), mtimeNs: facts.mtimeNs };
  }

  /** Another window of the same browser. */
  async openWindow(): Promise<{ readonly page: Page; readonly hand: WorkbenchHand }> {
    const page = await this.context.newPage();
    await page.goto(new URL("/", this.page.url()).href);
    await page.locator('[data-testid="tree-row"]').first().waitFor();
    return { page, hand: new WorkbenchHand(page, [this.folder]) };
  }

  async client(name = "claude-code", version = "2.1.325", pid = process.pid): Promise<Client> {
    const { authToken }: { authToken: string } = JSON.parse(readFileSync(this.served.lockFile, "utf8"));
    const clientInfo = { ...claudeCode.clientInfo, name, version };
    const identity = { ...claudeCode, clientInfo, userAgent: `${name}/${version} (cli)` };
    const client = await connect({ port: this.served.port, authToken }, { identity, pid });
    onTestFinished(() => client.close());
    return client;
  }

  /** A client that writes down what it is told. */
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
    // A test that ends before the answer is not to fail by that.
    answer.catch(() => {});
    return { answer, answered: () => answered };
  }

  /** Proposes, and puts the review in front with the keyboard as soon as it is there. */
  async review(client: Client, name: string, text: string, tabName = name): Promise<Proposal> {
    const proposal = this.propose(client, name, text, tabName);
    await this.hand.reviewTab(tabName).waitFor();
    await this.hand.showReview(tabName);
    await this.page.waitForFunction((of) => window.tandemPage?.reviewOf(of)?.editor.hasFocus, tabName);
    return proposal;
  }

  /** The editor of a file that is in front. */
  editor(name: string, page = this.page): Locator {
    return page.locator(`[data-testid="editor"][data-path=${JSON.stringify(this.path(name))}] .cm-content`);
  }

  /** The text of an open file in a window. */
  textOf(name: string, page = this.page): Promise<string | undefined> {
    return page.evaluate((path) => window.tandemPage?.editorOf(path)?.state.doc.toString(), this.path(name));
  }

  /** The text that a review would answer with now, in a window. */
  resultOf(tabName: string, page = this.page): Promise<string | undefined> {
    return page.evaluate((name) => window.tandemPage?.reviewOf(name)?.text, tabName);
  }

  /** The button of a hunk, of those that are left. */
  hunkButton(index: number, action: "accept" | "reject", page = this.page): Locator {
    return page
      .locator(`.review-pane:not([hidden]) .tandem-hunk-button[data-action="${action}"]:not([data-hunk="-1"])`)
      .nth(index);
  }
}

/** Sets the stage for one test; all of it is gone when the test is over. */
export async function openScene(browser: Browser, options: SceneOptions = {}): Promise<Scene> {
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
  // Shorter than a test may take, so that a failure says what was waited for.
  context.setDefaultTimeout(15_000);
  const page = await openPage(context, served.page);
  return new Scene(folder, served, context, page);
}

/** A workbench in the test's own process, whose time stands still, with a window on it. */
export interface StillScene {
  readonly running: RunningWorkbench;
  readonly clock: FakeClock;
  readonly client: Client;
  readonly context: BrowserContext;
  readonly page: Page;
  /** How many windows the host knows of. */
  windows(): number;
  /** How many reviews wait in the host. */
  reviews(): number;
  path(name: string): string;
  openWindow(): Promise<Page>;
}

/** For what happens only after a while, or must not. */
export async function openStillScene(browser: Browser, files: Readonly<Record<string, string>>): Promise<StillScene> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-page-")));
  onTestFinished(() => removeFolder(root));
  const folder = join(root, "project");
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const clock = new FakeClock();
  const ide = { configDir: join(root, "config"), env: {}, home: root, readyDelayMs: 0, clock };
  const running = await createWorkbench({ folders: [folder], ide });
  onTestFinished(() => running.close());
  const { port, authToken } = running.ide;
  const client = await connect({ port, authToken });
  onTestFinished(() => client.close());
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  context.setDefaultTimeout(15_000);
  const openWindow = () => openPage(context, running.door.newLink());
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

/** Makes a window the one that the user is at: every page of Playwright believes that it has the focus. */
export async function focusWindow(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
}

/** Where the keyboard is, told by what people see there. */
export function focusedLabel(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
}

/** Waits until a page has no more animation frame to draw. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Nothing has written to this file since. */
export function expectUntouched(scene: Scene, name: string, before: ReturnType<Scene["onDisk"]>): void {
  expect(scene.onDisk(name)).toEqual(before);
}
