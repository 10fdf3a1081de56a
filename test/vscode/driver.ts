/** Acts as the user in VS Code: keys and clicks in the page, and VS Code's API for the rest. */
import { basename } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { TextRange } from "@tandem-ide/base";
import { splitHunks } from "@tandem-ide/base/text";
import type { Driver, Finding } from "@tandem-ide/conformance";
import { toFileUri } from "@tandem-ide/protocol";
import type { Locator, Page } from "playwright-core";
import type { TabFacts } from "./companion/verbs.js";
import type { VscodeWindow } from "./window.js";

/** Returns the name that the client gave the review of a tab. */
function reviewName({ uri = "" }: TabFacts): string | undefined {
  if (!uri.startsWith("tandem-review:")) return undefined;
  return decodeURIComponent(new URL(uri).search.slice(1));
}

/** Returns the URI of the left side, from that of the right side. */
export function baseOf(uri: string): string {
  return uri.replace(".result/", ".base/");
}

export class VscodeDriver implements Driver {
  readonly window: VscodeWindow;

  constructor(window: VscodeWindow) {
    this.window = window;
  }

  get page(): Page {
    return this.window.page;
  }

  async openFile(path: string): Promise<void> {
    await this.window.ask("open", path);
  }

  async closeFile(path: string): Promise<void> {
    await this.window.ask("close", path);
  }

  async select(path: string, range: TextRange): Promise<void> {
    await this.window.ask("select", path, range);
  }

  async mention(path: string, lines?: { readonly start: number; readonly end: number }): Promise<void> {
    if (lines) {
      await this.select(path, { start: { line: lines.start, character: 0 }, end: { line: lines.end, character: 1 } });
      await this.page.keyboard.press("Alt+k");
    } else {
      await this.window.ask("command", "tandem.mentionFiles", toFileUri(path));
    }
  }

  async type(text: string): Promise<void> {
    await this.window.ask("type", text);
  }

  async save(path: string): Promise<void> {
    await this.openFile(path);
    await this.page.keyboard.press("Control+s");
    await this.#until(async () => {
      const tabs = await this.window.ask("tabs");
      return !tabs.some(({ label, isDirty }) => label === basename(path) && isDirty);
    });
  }

  async pendingReviews(): Promise<string[]> {
    return (await this.window.ask("tabs")).flatMap((tab) => reviewName(tab) ?? []);
  }

  /** The tab of a review, by the name that the client gave it. */
  async review(tabName: string): Promise<TabFacts | undefined> {
    return (await this.window.ask("tabs")).find((tab) => reviewName(tab) === tabName);
  }

  /** The tab of a review in the page. Reviews of the same file have the same title. */
  async reviewTab(tabName: string): Promise<Locator> {
    const tabs = await this.window.ask("tabs");
    const found = tabs.find((tab) => reviewName(tab) === tabName);
    const same = tabs.filter(({ label }) => label === found?.label);
    const label = JSON.stringify(found?.label ?? tabName);
    return this.page.locator(`.tabs-container .tab[aria-label^=${label}]`).nth(found ? same.indexOf(found) : 0);
  }

  /** Brings a review to the front and focuses its right side. */
  async showReview(tabName: string): Promise<void> {
    await (await this.reviewTab(tabName)).click();
    await this.page
      .locator(".editor-group-container.active .monaco-diff-editor .editor.modified .lines-content > .view-lines")
      .click();
  }

  async #untilClosed(tabName: string, before: number): Promise<void> {
    await this.#until(async () => (await this.pendingReviews()).filter((name) => name === tabName).length < before);
  }

  async #decide(tabName: string, act: () => Promise<void>): Promise<void> {
    const before = (await this.pendingReviews()).filter((name) => name === tabName).length;
    await act();
    await this.#untilClosed(tabName, before);
  }

  /** A button in the title bar of the active editor. */
  titleButton(title: string | RegExp): Locator {
    const buttons = this.page.locator(".editor-group-container.active .editor-actions .action-label");
    return typeof title === "string"
      ? buttons.and(this.page.locator(`[aria-label^="${title}"]`))
      : buttons.filter({ hasText: title });
  }

  async accept(tabName: string): Promise<void> {
    await this.#decide(tabName, async () => {
      await this.showReview(tabName);
      await this.titleButton(/^Accept$/).click();
    });
  }

  async reject(tabName: string): Promise<void> {
    await this.#decide(tabName, async () => {
      await this.showReview(tabName);
      await this.page.keyboard.press("Alt+Shift+N");
    });
  }

  async editAndAccept(tabName: string, text: string): Promise<void> {
    await this.#decide(tabName, async () => {
      await this.showReview(tabName);
      await this.page.keyboard.press("Control+a");
      await this.window.ask("type", text);
      await this.page.keyboard.press("Control+s");
    });
  }

  async acceptHunks(tabName: string, indexes: readonly number[]): Promise<void> {
    await this.showReview(tabName);
    const uri = (await this.review(tabName))?.uri ?? "";
    const text = async (of: string) => {
      let found: string | undefined;
      // VS Code shows the last diff until it has loaded this one.
      await this.#until(async () => {
        found = await this.window.ask("text", of);
        return found !== undefined;
      });
      return (found ?? "").replaceAll("\r\n", "\n");
    };
    const total = splitHunks(await text(baseOf(uri)), await text(uri)).length;
    // From the top, the next change is always the first undecided one. Decisions are made in sequence.
    for (let index = 0; index < total; index++) {
      await this.page.keyboard.press("Control+Home");
      await this.page.keyboard.press(indexes.includes(index) ? "Alt+y" : "Alt+n");
    }
    await this.accept(tabName);
  }

  async closeReview(tabName: string): Promise<void> {
    await this.#decide(tabName, async () => (await this.reviewTab(tabName)).click({ button: "middle" }));
  }

  async #codeTabs(): Promise<readonly TabFacts[]> {
    const tabs = await this.window.ask("tabs");
    return tabs.filter(({ uri }) => uri?.startsWith("tandem-code:"));
  }

  /** Waits for the code that Claude wants to run, activates its tab, and returns it. */
  async shownCode(): Promise<string> {
    let shown: TabFacts | undefined;
    await this.#until(async () => {
      shown = (await this.#codeTabs())[0];
      return shown !== undefined;
    }, 30_000);
    await this.page
      .locator(`.tabs-container .tab[aria-label^=${JSON.stringify(shown?.label)}]`)
      .first()
      .click();
    return (await this.window.ask("text", shown?.uri ?? "")) ?? "";
  }

  /** Waits until no code is pending. */
  async noCode(): Promise<void> {
    await this.#until(async () => (await this.#codeTabs()).length === 0);
  }

  async diagnose(path: string, findings: readonly Finding[]): Promise<void> {
    await this.window.ask("diagnose", path, findings);
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.window.ask("command", isPaused ? "tandem.pause" : "tandem.resume");
  }

  async setFolders(folders: readonly string[]): Promise<void> {
    await this.window.ask("setFolders", folders);
    // VS Code restarts its extensions when the first folder changes.
    await this.window.ready();
  }

  async restartEndpoint(): Promise<void> {
    await this.page.reload();
    await this.window.ready();
  }

  async #until(isTrue: () => Promise<boolean>, limitMs = 10_000): Promise<void> {
    for (const end = Date.now() + limitMs; !(await isTrue()); await wait(25))
      if (Date.now() > end) throw new Error("VS Code did not do it in time");
  }
}
