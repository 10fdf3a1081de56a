/** A fixture for tests of the inspector's page: the served page, a user's browser, and messages to show. */
import {
  type Entry,
  type Header,
  type InspectorPage,
  type InspectorPageOptions,
  openInspectorPage,
} from "@tandem-ide/inspector";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../eventually.js";

export const header: Header = {
  recording: 1,
  at: "2026-03-02T10:00:00.000Z",
  editor: "Neovim",
  folders: ["/home/me/engine"],
};

/** The page's errors, and what its policy blocked. */
function collectProblems(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on("page", (page) => page.on("pageerror", (error) => problems.push(String(error))));
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  return problems;
}

export class Fixture {
  readonly host: InspectorPage;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #problems: string[];

  constructor(host: InspectorPage, context: BrowserContext, page: Page, problems: string[]) {
    this.host = host;
    this.context = context;
    this.page = page;
    this.#problems = problems;
  }

  /** Ignores the browser's errors about a host that has ended. */
  ignoreErrors(words: RegExp): void {
    const left = this.#problems.filter((problem) => !words.test(problem));
    this.#problems.splice(0, this.#problems.length, ...left);
  }

  add(...entries: readonly Entry[]): void {
    for (const entry of entries) this.host.add(entry);
  }

  get rows(): Locator {
    return this.page.getByTestId("row");
  }

  row(number: number): Locator {
    return this.page.locator(`[data-testid="row"][data-number="${number}"]`);
  }

  get detail(): Locator {
    return this.page.getByTestId("detail");
  }

  /** Another window of the same user. */
  async newWindow(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(this.host.pageServer.origin);
    await page.getByTestId("editor").waitFor();
    return page;
  }

  /** Waits until these rows are shown, by their titles. */
  async shows(titles: readonly string[], page = this.page): Promise<void> {
    await eventually(async () => expect(await titlesIn(page)).toEqual(titles));
  }

  /** Waits for the words in the header: messages, faults, pending. */
  async counts(words: RegExp): Promise<void> {
    await eventually(async () => expect(await this.page.getByTestId("counts").textContent()).toMatch(words));
  }

  search(words: string): Promise<void> {
    return this.page.getByTestId("search").fill(words);
  }
}

export const titlesIn = (page: Page) => page.locator('[data-testid="row"] .title').allInnerTexts();

export interface FixtureOptions extends Partial<InspectorPageOptions> {
  readonly browser?: BrowserContextOptions;
}

export async function openFixture(browser: Browser, options: FixtureOptions = {}): Promise<Fixture> {
  const { browser: contextOptions, ...pageOptions } = options;
  const host = await openInspectorPage({ header, ...pageOptions });
  onTestFinished(() => host.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...contextOptions });
  onTestFinished(() => context.close());
  const problems = collectProblems(context);
  onTestFinished(() => expect(problems).toEqual([]));
  const page = await context.newPage();
  await page.goto(host.pageServer.newLink());
  await page.getByTestId("editor").waitFor();
  return new Fixture(host, context, page, problems);
}

type Words = Omit<Extract<Entry, { text: string }>, "text" | "connection">;

const frame = ({ t, from }: Words, message: object): Entry => ({
  t,
  connection: 1,
  from,
  text: JSON.stringify({ jsonrpc: "2.0", ...message }),
});

/** The start of every connection, which gives three rows. */
export const opened: readonly Entry[] = [
  { t: 0, connection: 1, open: { headers: { "user-agent": "claude-code/2.1.325 (cli)" }, protocol: "mcp" } },
  frame(
    { t: 2, from: "client" },
    {
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "claude-code", version: "2.1.325" },
      },
    },
  ),
  frame(
    { t: 5, from: "editor" },
    {
      id: 0,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "Neovim", version: "1.0.0" },
      },
    },
  ),
];

export function call(t: number, id: number, name: string, given: object = {}): Entry {
  return frame({ t, from: "client" }, { id, method: "tools/call", params: { name, arguments: given } });
}

export function answer(t: number, id: number, ...texts: readonly string[]): Entry {
  return frame({ t, from: "editor" }, { id, result: { content: texts.map((text) => ({ type: "text", text })) } });
}

export function notification(t: number, method: string, params: object): Entry {
  return frame({ t, from: "editor" }, { method, params });
}
