/** What the inspector's page shows of a conversation, in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { recordSession } from "./real-session.js";
import { answer, call, opened, openStage, told } from "./stage.js";

const { describe, test } = needsChromium();

const selection = (t: number, text: string) =>
  told(t, "selection_changed", {
    text,
    filePath: "/home/me/engine/a.ts",
    fileUrl: "file:///home/me/engine/a.ts",
    selection: { start: { line: 0, character: 0 }, end: { line: 0, character: text.length }, isEmpty: text === "" },
  });

describe("The inspector's page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("shows what has passed, and what passes while it is open", async () => {
    const stage = await openStage(browser);
    await stage.page.getByTestId("empty").filter({ hasText: "Nothing has passed yet" }).waitFor();
    stage.add(...opened);
    await stage.shows(["opened", "initialize", "↩ initialize"]);
    expect(await stage.page.getByTestId("editor").textContent()).toBe("Neovim");
    expect(await stage.page.getByTestId("state").textContent()).toBe("Live");
    expect(await stage.page.title()).toBe("Neovim – Tandem inspector");
    stage.add(selection(20, "const"));
    await stage.shows(["opened", "initialize", "↩ initialize", "selection_changed"]);
    expect(await stage.row(4).textContent()).toContain('a.ts 1:1-1:6 "const"');
    expect(await stage.row(4).textContent()).toContain("← editor");
    expect(await stage.row(3).textContent()).toContain("3 ms");
    await stage.counts(/^4 messagesno faults0 pending$/);
  });

  test("a whole real session is read without a fault, and every row has its detail", async () => {
    const entries = await recordSession();
    const stage = await openStage(browser);
    stage.add(...entries);
    await stage.counts(new RegExp(`^${entries.length} messagesno faults1 pending$`));
    await stage.page.getByTestId("list").focus();
    await stage.page.keyboard.press("Home");
    for (let number = 1; number <= entries.length; number++) {
      await stage.page.getByRole("region", { name: `Message ${number}`, exact: true }).waitFor();
      await stage.page.keyboard.press("ArrowDown");
    }
  });

  test("the search narrows by its words, / leads to it, Escape ends it", async () => {
    const stage = await openStage(browser);
    stage.add(...opened, call(10, 1, "getOpenEditors"), answer(12, 1, '{"tabs":[]}'), selection(15, "x"));
    await stage.counts(/^6 messages/);
    await stage.page.keyboard.press("/");
    await stage.page.keyboard.type("getopen");
    await stage.shows(["getOpenEditors", "↩ getOpenEditors"]);
    await stage.search("editor -selection_changed");
    await stage.shows(["↩ initialize", "↩ getOpenEditors"]);
    await stage.search("#4");
    await stage.shows(["getOpenEditors", "↩ getOpenEditors"]);
    await stage.search("no such thing");
    await stage.page.getByTestId("empty").filter({ hasText: "No message fits" }).waitFor();
    await stage.page.keyboard.press("Escape");
    await eventually(async () => expect(await stage.rows.count()).toBe(6));
    await stage.page.getByRole("button", { name: "Words of the search" }).click();
    await stage.page.getByText("what breaks the protocol", { exact: true }).waitFor();
  });

  test("a fault is marked in the list and explained in words", async () => {
    const stage = await openStage(browser);
    stage.add(...opened, told(10, "selection_changed", { text: 5 }), selection(12, "x"));
    await stage.counts(/1 fault0/);
    expect(await stage.page.locator(".row.faulty").count()).toBe(1);
    await stage.page.getByRole("button", { name: "1 fault" }).click();
    await stage.shows(["selection_changed"]);
    await stage.row(4).click();
    const words = stage.page.getByTestId("faults");
    await words.waitFor();
    expect(await words.textContent()).toContain("What the editor says here breaks the protocol");
    expect(await words.textContent()).toContain('"text" must be of type string; "selection" is missing');
  });

  test("a pending call is shown with how long it waits, and goes with its answer", async () => {
    const stage = await openStage(browser);
    stage.add(...opened, call(10, 1, "openDiff", { tab_name: "proposal" }));
    const waiting = stage.page.getByTestId("waiting");
    await waiting.waitFor();
    expect(await waiting.textContent()).toContain("proposal");
    expect(await stage.row(4).textContent()).toContain("waits");
    // It goes on by itself.
    await eventually(async () => expect(await waiting.locator(".took").textContent()).toMatch(/^[1-9]\.\d s$/));
    await waiting.getByRole("button", { name: "openDiff" }).click();
    await eventually(async () =>
      expect(await stage.page.getByTestId("facts").textContent()).toContain("waits for its"),
    );
    stage.add(answer(4000, 1, "FILE_SAVED", "text"));
    await waiting.waitFor({ state: "detached" });
    await eventually(async () =>
      expect(await stage.page.getByTestId("facts").textContent()).toContain("answered after 3.9 s"),
    );
    await stage.counts(/0 pending/);
  });

  test("the detail shows request and answer, their texts, and the frame", async () => {
    const stage = await openStage(browser);
    const text = '{"diagnostics":[{"message":"wrong"}]}';
    stage.add(
      ...opened,
      call(10, 1, "openDiff", {
        old_file_path: "/a",
        new_file_path: "/a",
        new_file_contents: "one\n\ttwo\n",
        tab_name: "t",
      }),
      call(11, 2, "getDiagnostics"),
      answer(30, 2, `[${text}]`),
      answer(60, 1, "FILE_SAVED", "one\n"),
    );
    await stage.counts(/^7 messages/);
    await stage.row(7).click();
    await stage.page.getByRole("tab", { name: "Request #4" }).click();
    await stage.page.getByRole("region", { name: "Message 4" }).waitFor();
    // Both halves are marked in the list.
    await eventually(async () =>
      expect(await stage.page.locator(".row.partner").getAttribute("data-number")).toBe("7"),
    );
    const contents = stage.page.getByRole("region", { name: "new_file_contents" });
    expect(await contents.getByTestId("text-block").textContent()).toBe("one\n\ttwo\n");
    await stage.row(6).click();
    const asJson = stage.page.getByRole("tree", { name: "Text of the answer, as JSON" });
    await asJson.getByRole("treeitem", { name: "diagnostics" }).waitFor();
    await asJson.getByRole("treeitem", { name: "diagnostics" }).click();
    await asJson.getByText('"wrong"').waitFor({ state: "detached" });
    await stage.page.locator(".raw > summary").click();
    expect(await stage.page.locator(".raw").getByTestId("text-block").textContent()).toContain(
      JSON.stringify(`[${text}]`),
    );
    await stage.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await stage.page.getByRole("button", { name: "Copy the message" }).click();
    await stage.page.getByRole("button", { name: "Copy the message" }).getByText("Copied").waitFor();
    const copied = await stage.page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copied)).toMatchObject({ id: 2, result: { content: [{ type: "text" }] } });
  });

  test("paused it stands still; resumed it has everything; cleared it shows what is new", async () => {
    const stage = await openStage(browser);
    stage.add(...opened);
    await stage.counts(/^3 messages/);
    await stage.page.getByRole("button", { name: "Pause" }).click();
    stage.add(selection(10, "x"), selection(11, "y"));
    await stage.page.getByTestId("notice").filter({ hasText: "2 frames came since" }).waitFor();
    expect(await stage.rows.count()).toBe(3);
    await stage.page.getByRole("button", { name: "Resume" }).first().click();
    await eventually(async () => expect(await stage.rows.count()).toBe(5));
    await stage.page.getByRole("button", { name: "Clear" }).click();
    await eventually(async () => expect(await stage.rows.count()).toBe(0));
    stage.add(selection(12, "z"));
    await stage.shows(["selection_changed"]);
    await stage.page.getByRole("button", { name: "Show them again" }).click();
    await eventually(async () => expect(await stage.rows.count()).toBe(6));
  });

  test("the list follows its end until somebody scrolls up, and again when they come back; the pointer marks pairs", async () => {
    const stage = await openStage(browser);
    const pairs = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => from + index).flatMap((id) => [
        call(id * 10, id, "getOpenEditors"),
        answer(id * 10 + 2, id, '{"tabs":[]}'),
      ]);
    stage.add(...opened, ...pairs(1, 50));
    await stage.row(103).waitFor();
    const list = stage.page.getByTestId("list");
    const top = () => list.evaluate((element) => element.scrollTop);
    await list.hover();
    await stage.page.mouse.wheel(0, -400);
    await stage.row(103).waitFor({ state: "detached" });
    const before = await top();
    stage.add(...pairs(51, 20));
    await stage.counts(/^143 messages/);
    expect(await top()).toBe(before);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await stage.row(143).waitFor();
    stage.add(...pairs(71, 5));
    await stage.row(153).waitFor();
    await stage.row(152).hover();
    await eventually(async () =>
      expect(await stage.page.locator(".row.partner").getAttribute("data-number")).toBe("153"),
    );
  });

  test("what messages say stays text: markup, controls and marks of direction do nothing", async () => {
    const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202egnp.exe\u0007\u001b[2J';
    const stage = await openStage(browser, {
      header: { recording: 1, at: "2026-03-02T10:00:00.000Z", editor: hostile, folders: [] },
    });
    stage.add(
      ...opened,
      call(10, 1, hostile, { [hostile]: hostile, tab_name: hostile }),
      answer(12, 1, `${hostile}\nmore`),
      told(14, hostile, { [hostile]: hostile }),
      { t: 20, connection: 1, from: "client", text: hostile },
      { t: 21, connection: 1, from: "client", close: { code: 1000, reason: hostile } },
    );
    await stage.counts(/^8 messages/);
    for (const number of [4, 5, 6, 7, 8]) {
      await stage.row(number).click();
      await stage.page.getByRole("region", { name: `Message ${number}` }).waitFor();
    }
    expect(await stage.page.locator("img, script:not([src]), .from-message script").count()).toBe(0);
    expect(await stage.page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
    // Nothing of it is left that a screen would obey.
    const shown = await stage.page.evaluate(() => `${document.title}${document.body.textContent}`);
    expect(shown).toContain("<script>window.hacked=1</script>");
    expect(shown).toContain("U+202E");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what this is about.
    expect(shown).not.toMatch(/[\u202e\u0007\u001b]/);
    const labels = await stage.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")).join(""));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
    expect(labels).not.toMatch(/[\u202e\u0007\u001b]/);
  });
});
