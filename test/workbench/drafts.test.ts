/** Text that is on no disk: when Tandem is killed, when the next one starts, and when the connection breaks. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { journalOf, keptIn } from "../kept-drafts.js";
import { WorkbenchHand } from "./hand.js";
import { openPage, serveWorkbench } from "./launch.js";
import { openScene, type Scene } from "./scene.js";

const { describe, test } = needsChromium();
const old = "one\ntwo\nthree\n";
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

describe("unsaved text in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  const words = (page: Page) => page.getByTestId("connection").textContent();

  /** Waits until the journal has what was typed; it tells nobody, so it is looked at. */
  async function kept(scene: Scene, text: string): Promise<void> {
    const journal = journalOf(dirname(scene.folder));
    await eventually(() => expect(keptIn(journal).some((each) => each.includes(text))).toBe(true));
  }

  /** A scene in which somebody typed into a.txt before Tandem was killed. */
  async function killed(typed: string, files: Record<string, string> = { "a.txt": old }): Promise<Scene> {
    const scene = await openScene(browser, { files, context: clipboard });
    await scene.hand.openFile(scene.path("a.txt"));
    await scene.editor("a.txt").focus();
    await scene.hand.type(typed);
    await kept(scene, typed);
    await scene.served.end("SIGKILL");
    return scene;
  }

  /** Tandem again, on the same folder, in another window of the same browser. */
  async function startAgain({ folder, context }: Scene) {
    const home = dirname(folder);
    const served = await serveWorkbench({ folders: [folder], home, configDir: join(home, "config") });
    onTestFinished(() => served.end("SIGKILL"));
    const page = await openPage(context, served.page);
    return { served, page, hand: new WorkbenchHand(page, [folder]) };
  }

  test("a page whose server was killed takes no more keys, says so at Ctrl+S, and gives out what was typed", async () => {
    const scene = await openScene(browser, { context: clipboard });
    const { page } = scene;
    await scene.hand.openFile(scene.path("a.txt"));
    await scene.editor("a.txt").focus();
    await scene.hand.type("confirmed ");
    // It hangs before it is killed, so that the last keys reach nobody.
    scene.served.child.kill("SIGSTOP");
    await page.keyboard.insertText("and not ");
    await expect.poll(() => page.getAttribute("html", "data-synced")).toBe("false");
    await scene.served.end("SIGKILL");
    await expect.poll(() => words(page)).toContain("You cannot type until it is back");
    await page.keyboard.insertText("too late");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Control+z");
    expect(await scene.textOf("a.txt")).toBe(`confirmed and not ${old}`);
    await expect.poll(() => words(page)).toContain("Tandem has ended.");
    await page.keyboard.press("Control+s");
    await page.getByText("Not saved. Tandem is not running any more.").waitFor();

    const row = page.locator(`[data-testid="unsaved-text"][data-path="${scene.path("a.txt")}"]`);
    await row.getByTestId("take-copy").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`confirmed and not ${old}`);
    const [download] = await Promise.all([page.waitForEvent("download"), row.getByTestId("take-download").click()]);
    expect(download.suggestedFilename()).toBe("a.txt");
    expect(readFileSync(await download.path(), "utf8")).toBe(`confirmed and not ${old}`);
    expect(readFileSync(scene.path("a.txt"), "utf8")).toBe(old);
  });

  test("what was typed before the kill is offered by the next start, and restored as unsaved text", async () => {
    const scene = await killed("mine ");
    const { page, hand } = await startAgain(scene);
    const draft = page.locator(`[data-testid="draft"][data-path="${scene.path("a.txt")}"]`);
    await draft.waitFor();
    expect(await hand.tab(scene.path("a.txt")).count(), "nothing is opened by itself").toBe(0);
    await draft.getByTestId("draft-compare").click();
    const lines = page.getByTestId("draft-lines");
    await expect.poll(() => lines.locator(".added").allTextContents()).toEqual(["+ mine one"]);
    expect(await lines.locator(".removed").allTextContents()).toEqual(["− one"]);
    await page.keyboard.press("Escape");
    await draft.getByTestId("draft-restore").click();
    await expect.poll(() => scene.textOf("a.txt", page)).toBe(`mine ${old}`);
    await expect.poll(() => hand.tab(scene.path("a.txt")).getAttribute("data-dirty")).toBe("true");
    await draft.waitFor({ state: "detached" });
    expect(readFileSync(scene.path("a.txt"), "utf8")).toBe(old);
    await hand.save(scene.path("a.txt"));
    expect(readFileSync(scene.path("a.txt"), "utf8")).toBe(`mine ${old}`);
  });

  test("where the file was changed since, restored text comes with the bar that asks, and nothing is overwritten", async () => {
    const scene = await killed("mine ");
    writeFileSync(scene.path("a.txt"), "theirs\n");
    const { page } = await startAgain(scene);
    await page.getByTestId("draft-restore").click();
    await page.getByTestId("overwrite").waitFor();
    expect(await scene.textOf("a.txt", page)).toBe(`mine ${old}`);
    await scene.editor("a.txt", page).focus();
    await page.keyboard.press("Control+s");
    await page.getByText("Not saved: the file was changed on disk.").waitFor();
    expect(readFileSync(scene.path("a.txt"), "utf8")).toBe("theirs\n");
  });

  test("kept text is discarded only after a question, and is not offered again", async () => {
    const scene = await killed("mine ");
    const { page, served } = await startAgain(scene);
    await page.getByTestId("draft-discard").click();
    await page.getByTestId("confirm-no").click();
    await page.getByTestId("draft-discard").click();
    await page.getByTestId("confirm-yes").click();
    await page.getByTestId("drafts").waitFor({ state: "detached" });
    await served.end("SIGKILL");
    const again = await startAgain(scene);
    expect(await again.page.getByTestId("drafts").count()).toBe(0);
  });

  test("what was typed into a review comes back as text to copy, because Claude is no longer waiting", async () => {
    const scene = await openScene(browser, { context: clipboard });
    const client = await scene.client();
    await scene.review(client, "a.txt", "one\nTWO\nthree\n");
    await scene.page.keyboard.press("Control+Home");
    await scene.hand.type("my own words ");
    await kept(scene, "my own words ");
    await scene.served.end("SIGKILL");
    const typed = "my own words one\nTWO\nthree\n";
    const row = scene.page.getByTestId("unsaved-text");
    await row.getByTestId("take-copy").click();
    await expect.poll(() => scene.page.evaluate(() => navigator.clipboard.readText())).toBe(typed);
    await scene.page.evaluate(() => navigator.clipboard.writeText(""));

    const { page } = await startAgain(scene);
    const draft = page.locator('[data-testid="draft"][data-kind="review"]');
    await expect.poll(() => draft.textContent()).toContain("Claude is no longer waiting.");
    expect(await draft.getByTestId("draft-restore").count()).toBe(0);
    await draft.getByTestId("take-copy").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(typed);
  });

  describe("when the connection breaks for a moment", () => {
    /** A window whose connection can be cut: from then on nothing that is typed gets through. */
    async function cuttable() {
      const scene = await openScene(browser);
      const sockets: WebSocketRoute[] = [];
      let isCut = false;
      let mayReturn: () => void = () => {};
      let returning: Promise<void> = Promise.resolve();
      await scene.page.routeWebSocket(/\/socket$/, async (socket) => {
        sockets.push(socket);
        await returning;
        const server = socket.connectToServer();
        socket.onMessage((message) => {
          if (!isCut) server.send(message);
        });
      });
      await scene.page.reload();
      await scene.hand.openFile(scene.path("a.txt"));
      await scene.editor("a.txt").focus();
      return {
        scene,
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

    test("the page can only be read, and afterwards it takes keys again with nothing lost", async () => {
      const { scene, cut, lose, comeBack } = await cuttable();
      const { page } = scene;
      await scene.hand.type("before ");
      cut();
      await page.keyboard.insertText("unsent ");
      await lose();
      await expect.poll(() => words(page)).toContain("You cannot type until it is back");
      await page.keyboard.insertText("nothing");
      expect(await scene.textOf("a.txt")).toBe(`before unsent ${old}`);
      await page.keyboard.press("Control+s");
      await page.getByText("Not saved. The connection to Tandem is lost.").waitFor();
      comeBack();
      await expect.poll(() => words(page)).toBe("");
      await scene.hand.synced();
      await scene.hand.type("after ");
      expect(await scene.textOf("a.txt")).toBe(`before unsent after ${old}`);
      await scene.hand.save(scene.path("a.txt"));
      expect(readFileSync(scene.path("a.txt"), "utf8")).toBe(`before unsent after ${old}`);
    });

    test("a notebook's cells take no keys either", async () => {
      const cell = { cell_type: "code", execution_count: null, id: "a", metadata: {}, outputs: [], source: ["x = 1"] };
      const notebook = `${JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
      const scene = await openScene(browser, { files: { "n.ipynb": notebook } });
      await scene.page.keyboard.press("Control+p");
      await scene.page.getByTestId("quick-open").getByRole("combobox").fill("n.ipynb");
      await scene.page.locator('[data-testid="quick-row"]').first().click();
      const source = scene.page.locator(".pane:not([hidden]) .cell .cm-content").first();
      await source.click();
      await scene.page.keyboard.insertText("typed ");
      await scene.hand.synced();
      const before = await source.textContent();
      await scene.served.end("SIGKILL");
      await expect.poll(() => words(scene.page)).toContain("You cannot type until it is back");
      await scene.page.keyboard.insertText("too late");
      await scene.page.keyboard.press("Escape");
      await scene.page.keyboard.press("b");
      expect(await source.textContent()).toBe(before);
      expect(await scene.page.locator(".pane:not([hidden]) .cell").count()).toBe(1);
      expect(await scene.page.getByTestId("unsaved-text").count()).toBe(1);
    });
  });

  test("a server that was started anew on the same port does not make a page load anew that has unsent keys", async () => {
    const scene = await openScene(browser, { context: clipboard });
    const { page } = scene;
    await scene.hand.openFile(scene.path("a.txt"));
    await scene.editor("a.txt").focus();
    scene.served.child.kill("SIGSTOP");
    await page.keyboard.insertText("unsent ");
    await expect.poll(() => page.getAttribute("html", "data-synced")).toBe("false");
    await scene.served.end("SIGKILL");
    const { port } = new URL(page.url());
    const home = dirname(scene.folder);
    const again = await serveWorkbench({ folders: [scene.folder], home, args: ["--page-port", port] });
    onTestFinished(() => again.end("SIGKILL"));
    await expect.poll(() => words(page), { timeout: 20_000 }).toContain("Tandem does not know this page any more.");
    expect(await scene.textOf("a.txt")).toBe(`unsent ${old}`);
    await page.getByTestId("unsaved-text").getByTestId("take-copy").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`unsent ${old}`);
  });
});
