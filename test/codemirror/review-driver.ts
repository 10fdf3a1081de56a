/** Drives review-page.ts in a real browser, for the tests in this folder. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launchChromium } from "../chromium.js";
import type { ServedPage } from "../serve-html.js";
import type { OpenOptions } from "./review-page.js";
import { serveReviewPage } from "./serve-page.js";

export const layouts = ["unified", "side-by-side"] as const;

/** Two texts with four hunks: a change, an addition, a removal, and a changed last line. */
export const before = ["one", "two", "three", "", "four", "five", "gone", "gone too", "six", "seven", ""].join("\n");
export const after = ["one", "Two", "three", "", "four", "new", "newer", "five", "six", "seven", "last"].join("\n");

export interface Facts {
  readonly text: string;
  readonly baseText: string;
  /** How many are undecided. */
  readonly hunks: number;
  /** The index of the current one among them, or -1. */
  readonly current: number;
  /** The first letter of each decision. */
  readonly decisions: string;
  /** The buttons to accept and to reject. */
  readonly buttons: number;
}

/** A browser with the page, for one test file. */
export class ReviewDriver {
  #browser: Browser | undefined;
  #served: ServedPage | undefined;
  #page: Page | undefined;
  /** Errors on the pages' consoles, including those that CodeMirror's extensions throw. */
  readonly errors: string[] = [];

  get page(): Page {
    if (!this.#page) throw new Error("The browser is not started yet.");
    return this.#page;
  }

  async start(): Promise<void> {
    [this.#browser, this.#served] = await Promise.all([launchChromium(), serveReviewPage()]);
    this.#page = await this.newPage();
    await this.#page.goto(this.url);
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#served?.close();
  }

  get url(): string {
    return this.#served?.url ?? "";
  }

  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    if (!this.#browser) throw new Error("The browser is not started yet.");
    const page = await this.#browser.newPage({ viewport: { width: 1000, height: 600 }, ...options });
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
    return page;
  }

  async open(options: Pick<OpenOptions, "layout"> & Partial<OpenOptions>): Promise<void> {
    await this.page.evaluate(
      async (all) => {
        window.page.open(all);
        await window.page.settle();
      },
      { base: before, result: after, ...options },
    );
  }

  facts(): Promise<Facts> {
    return this.page.evaluate(async () => {
      await window.page.settle();
      const { review } = window.page;
      const undecided = review.hunks.filter(({ decision }) => decision === "undecided");
      return {
        text: review.text,
        baseText: review.baseText,
        hunks: undecided.length,
        current: undecided.findIndex(({ index }) => index === review.currentHunk),
        decisions: review.hunks.map(({ decision }) => decision[0]).join(""),
        buttons: document.querySelectorAll(
          ".tandem-hunk-button[data-hunk]:not([data-hunk='-1'], [data-action=take-back])",
        ).length,
      };
    });
  }

  /** Clicks a button of an undecided hunk with the mouse, which fails if something covers it. */
  async click(action: "accept" | "reject", hunk: number): Promise<void> {
    const index = await this.page.evaluate(async (place) => {
      const { review } = window.page;
      const undecided = review.hunks.filter(({ decision }) => decision === "undecided");
      const index = undecided[place]?.index ?? -1;
      while (review.currentHunk !== index) review.nextChange();
      await window.page.settle();
      return index;
    }, hunk);
    await this.page.locator(`.tandem-hunk-button[data-action=${action}][data-hunk="${index}"]`).click();
  }

  /** Returns the unchanged lines on screen whose heights differ between the editors by more than some pixels. */
  unevenLines(tolerance = 1): Promise<string[]> {
    return this.page.evaluate((tolerance) => {
      const { review } = window.page;
      const columns = [...document.querySelectorAll(".cm-editor")].map((editor) => {
        const tops = new Map<string, number[]>();
        for (const line of editor.querySelectorAll(".cm-line:not(.cm-changedLine)")) {
          const text = line.textContent ?? "";
          const { top } = line.getBoundingClientRect();
          if (top > -1 && top < window.innerHeight) tops.set(text, [...(tops.get(text) ?? []), top]);
        }
        return tops;
      });
      const [left, right] = columns;
      if (!left || !right || review.layout !== "side-by-side") return ["there are no two columns"];
      if (left.size === 0) return ["no unchanged lines"];
      return [...left].flatMap(([text, tops]) => {
        const others = right.get(text) ?? [];
        const isEven =
          tops.length === others.length && tops.every((top, i) => Math.abs(top - (others[i] ?? 0)) < tolerance);
        return isEven ? [] : [`${JSON.stringify(text)}: ${tops.join()} and ${others.join()}`];
      });
    }, tolerance);
  }
}

/** Returns a driver that runs during the tests of this block. Tests must not leave errors in the page. */
export function reviewDriver(): ReviewDriver {
  const driver = new ReviewDriver();
  beforeAll(() => driver.start(), 60_000);
  afterAll(() => driver.stop());
  afterEach(async () => {
    expect(await driver.page.evaluate(() => window.page.problems.splice(0))).toEqual([]);
    expect(driver.errors.splice(0)).toEqual([]);
  });
  return driver;
}
