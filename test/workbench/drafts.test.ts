/** Unsaved text when Tandem is killed, when it starts again, and when the connection breaks. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { draftsIn, journalOf } from "../saved-drafts.js";
import { WorkbenchDriver } from "./driver.js";
import { type Fixture, openFixture } from "./fixture.js";
import { openPage, serveWorkbench } from "./launch.js";

const { describe, test } = needsChromium();
const old = "one\ntwo\nthree\n";
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

describe("Unsaved text in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  const words = (page: Page) => page.getByTestId("connection").textContent();

  /** Waits until the journal contains the typed text. There is no event for it, so it polls. */
  async function kept(fixture: Fixture, text: string): Promise<void> {
    const journal = journalOf(dirname(fixture.folder));
    await eventually(() => expect(draftsIn(journal).some((each) => each.includes(text))).toBe(true));
  }

  /** A fixture with text typed into a.txt before Tandem was killed. */
  async function killed(typed: string, files: Record<string, string> = { "a.txt": old }): Promise<Fixture> {
    const fixture = await openFixture(browser, { files, context: clipboard });
    await fixture.driver.openFile(fixture.path("a.txt"));
    await fixture.editor("a.txt").focus();
    await fixture.driver.type(typed);
    await kept(fixture, typed);
    await fixture.served.end("SIGKILL");
    return fixture;
  }

  /** Restarts Tandem on the same folder, in another window of the same browser. */
  async function startAgain({ folder, context }: Fixture) {
    const home = dirname(folder);
    const served = await serveWorkbench({ folders: [folder], home, configDir: join(home, "config") });
    onTestFinished(() => served.end("SIGKILL"));
    const page = await openPage(context, served.page);
    return { served, page, driver: new WorkbenchDriver(page, [folder]) };
  }

  test("after its server was killed, the page is read-only, says so on Ctrl+S, and offers typed text", async () => {
    const fixture = await openFixture(browser, { context: clipboard });
    const { page } = fixture;
    await fixture.driver.openFile(fixture.path("a.txt"));
    await fixture.editor("a.txt").focus();
    await fixture.driver.type("confirmed ");
    // Stop the process first, so that the last keys are never received.
    fixture.served.child.kill("SIGSTOP");
    await page.keyboard.insertText("and not ");
    await expect.poll(() => page.getAttribute("html", "data-synced")).toBe("false");
    await fixture.served.end("SIGKILL");
    await expect.poll(() => words(page)).toContain("You can't type until the connection is back");
    await page.keyboard.insertText("too late");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Control+z");
    expect(await fixture.textOf("a.txt")).toBe(`confirmed and not ${old}`);
    await expect.poll(() => words(page)).toContain("Tandem has stopped.");
    await page.keyboard.press("Control+s");
    await page.getByText("Not saved. Tandem is no longer running.").waitFor();

    const row = page.locator(`[data-testid="unsaved-text"][data-path="${fixture.path("a.txt")}"]`);
    await row.getByTestId("take-copy").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`confirmed and not ${old}`);
    const [download] = await Promise.all([page.waitForEvent("download"), row.getByTestId("take-download").click()]);
    expect(download.suggestedFilename()).toBe("a.txt");
    expect(readFileSync(await download.path(), "utf8")).toBe(`confirmed and not ${old}`);
    expect(readFileSync(fixture.path("a.txt"), "utf8")).toBe(old);
  });

  test("text typed before the kill is offered by the next start, and restored as unsaved", async () => {
    const fixture = await killed("mine ");
    const { page, driver } = await startAgain(fixture);
    const draft = page.locator(`[data-testid="draft"][data-path="${fixture.path("a.txt")}"]`);
    await draft.waitFor();
    expect(await driver.tab(fixture.path("a.txt")).count(), "nothing is opened by itself").toBe(0);
    await draft.getByTestId("draft-compare").click();
    const lines = page.getByTestId("draft-lines");
    await expect.poll(() => lines.locator(".added").allTextContents()).toEqual(["+ mine one"]);
    expect(await lines.locator(".removed").allTextContents()).toEqual(["− one"]);
    await page.keyboard.press("Escape");
    await draft.getByTestId("draft-restore").click();
    await expect.poll(() => fixture.textOf("a.txt", page)).toBe(`mine ${old}`);
    await expect.poll(() => driver.tab(fixture.path("a.txt")).getAttribute("data-dirty")).toBe("true");
    await draft.waitFor({ state: "detached" });
    expect(readFileSync(fixture.path("a.txt"), "utf8")).toBe(old);
    await driver.save(fixture.path("a.txt"));
    expect(readFileSync(fixture.path("a.txt"), "utf8")).toBe(`mine ${old}`);
  });

  test("restoring a draft of a changed file shows the conflict banner and overwrites nothing", async () => {
    const fixture = await killed("mine ");
    writeFileSync(fixture.path("a.txt"), "theirs\n");
    const { page } = await startAgain(fixture);
    await page.getByTestId("draft-restore").click();
    await page.getByTestId("overwrite").waitFor();
    expect(await fixture.textOf("a.txt", page)).toBe(`mine ${old}`);
    await fixture.editor("a.txt", page).focus();
    await page.keyboard.press("Control+s");
    await page.getByText("Not saved: the file has changed on disk.").waitFor();
    expect(readFileSync(fixture.path("a.txt"), "utf8")).toBe("theirs\n");
  });

  test("a draft is discarded only after confirmation, and isn't offered again", async () => {
    const fixture = await killed("mine ");
    const { page, served } = await startAgain(fixture);
    await page.getByTestId("draft-discard").click();
    await page.getByTestId("confirm-no").click();
    await page.getByTestId("draft-discard").click();
    await page.getByTestId("confirm-yes").click();
    await page.getByTestId("drafts").waitFor({ state: "detached" });
    await served.end("SIGKILL");
    const again = await startAgain(fixture);
    expect(await again.page.getByTestId("drafts").count()).toBe(0);
  });

  test("edits to a review are offered as text to copy, because Claude is no longer waiting", async () => {
    const fixture = await openFixture(browser, { context: clipboard });
    const client = await fixture.client();
    await fixture.review(client, "a.txt", "one\nTWO\nthree\n");
    await fixture.page.keyboard.press("Control+Home");
    await fixture.driver.type("my own words ");
    await kept(fixture, "my own words ");
    await fixture.served.end("SIGKILL");
    const typed = "my own words one\nTWO\nthree\n";
    const row = fixture.page.getByTestId("unsaved-text");
    await row.getByTestId("take-copy").click();
    await expect.poll(() => fixture.page.evaluate(() => navigator.clipboard.readText())).toBe(typed);
    await fixture.page.evaluate(() => navigator.clipboard.writeText(""));

    const { page } = await startAgain(fixture);
    const draft = page.locator('[data-testid="draft"][data-kind="review"]');
    await expect.poll(() => draft.textContent()).toContain("Claude is no longer waiting for this review.");
    expect(await draft.getByTestId("draft-restore").count()).toBe(0);
    await draft.getByTestId("take-copy").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(typed);
  });

  describe("while the connection is interrupted", () => {
    /** A window whose connection can be cut. */
    async function cutOff() {
      const fixture = await openFixture(browser);
      const sockets: WebSocketRoute[] = [];
      let isCut = false;
      let mayReturn: () => void = () => {};
      let returning: Promise<void> = Promise.resolve();
      await fixture.page.routeWebSocket(/\/socket$/, async (socket) => {
        sockets.push(socket);
        await returning;
        const server = socket.connectToServer();
        socket.onMessage((message) => {
          if (!isCut) server.send(message);
        });
      });
      await fixture.page.reload();
      await fixture.driver.openFile(fixture.path("a.txt"));
      await fixture.editor("a.txt").focus();
      return {
        fixture,
        cut: () => {
          isCut = true;
        },
        async lose() {
          returning = new Promise((resolve) => {
            mayReturn = resolve;
          });
          await sockets.at(-1)?.close({ code: 1011 });
        },
        comeBack: () => {
          isCut = false;
          mayReturn();
        },
      };
    }

    test("the page is read-only, and afterwards works again with nothing lost", async () => {
      const { fixture, cut, lose, comeBack } = await cutOff();
      const { page } = fixture;
      await fixture.driver.type("before ");
      cut();
      await page.keyboard.insertText("unsent ");
      await lose();
      await expect.poll(() => words(page)).toContain("You can't type until the connection is back");
      await page.keyboard.insertText("nothing");
      expect(await fixture.textOf("a.txt")).toBe(`before unsent ${old}`);
      await page.keyboard.press("Control+s");
      await page.getByText("Not saved. No connection to Tandem.").waitFor();
      comeBack();
      await expect.poll(() => words(page)).toBe("");
      await fixture.driver.synced();
      await fixture.driver.type("after ");
      expect(await fixture.textOf("a.txt")).toBe(`before unsent after ${old}`);
      await fixture.driver.save(fixture.path("a.txt"));
      expect(readFileSync(fixture.path("a.txt"), "utf8")).toBe(`before unsent after ${old}`);
    });

    test("a notebook's cells are read-only too", async () => {
      const cell = { cell_type: "code", execution_count: null, id: "a", metadata: {}, outputs: [], source: ["x = 1"] };
      const notebook = `${JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
      const fixture = await openFixture(browser, { files: { "n.ipynb": notebook } });
      await fixture.page.keyboard.press("Control+p");
      await fixture.page.getByTestId("quick-open").getByRole("combobox").fill("n.ipynb");
      await fixture.page.locator('[data-testid="quick-row"]').first().click();
      const source = fixture.page.locator(".pane:not([hidden]) .cell .cm-content").first();
      await source.click();
      await fixture.page.keyboard.insertText("typed ");
      await fixture.driver.synced();
      const before = await source.textContent();
      await fixture.served.end("SIGKILL");
      await expect.poll(() => words(fixture.page)).toContain("You can't type until the connection is back");
      await fixture.page.keyboard.insertText("too late");
      await fixture.page.keyboard.press("Escape");
      await fixture.page.keyboard.press("b");
      expect(await source.textContent()).toBe(before);
      expect(await fixture.page.locator(".pane:not([hidden]) .cell").count()).toBe(1);
      expect(await fixture.page.getByTestId("unsaved-text").count()).toBe(1);
    });
  });

  test("a server restarted on the same port doesn't reload a page with unsent changes", async () => {
    const fixture = await openFixture(browser, { context: clipboard });
    const { page } = fixture;
    await fixture.driver.openFile(fixture.path("a.txt"));
    await fixture.editor("a.txt").focus();
    fixture.served.child.kill("SIGSTOP");
    await page.keyboard.insertText("unsent ");
    await expect.poll(() => page.getAttribute("html", "data-synced")).toBe("false");
    await fixture.served.end("SIGKILL");
    const { port } = new URL(page.url());
    const home = dirname(fixture.folder);
    const again = await serveWorkbench({ folders: [fixture.folder], home, args: ["--page-port", port] });
    onTestFinished(() => again.end("SIGKILL"));
    await expect.poll(() => words(page), { timeout: 20_000 }).toContain("Tandem no longer recognises this page.");
    expect(await fixture.textOf("a.txt")).toBe(`unsent ${old}`);
    await page.getByTestId("unsaved-text").getByTestId("take-copy").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`unsent ${old}`);
  });
});
