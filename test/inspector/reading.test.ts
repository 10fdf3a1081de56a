/** How the inspector's page shows a conversation, in Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { answer, call, notification, opened, openFixture } from "./fixture.js";
import { recordSession } from "./real-session.js";

const { describe, test } = needsChromium();

const selection = (t: number, text: string) =>
  notification(t, "selection_changed", {
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

  test("shows earlier and new messages", async () => {
    const fixture = await openFixture(browser);
    await fixture.page.getByTestId("empty").filter({ hasText: "No messages yet" }).waitFor();
    fixture.add(...opened);
    await fixture.shows(["opened", "initialize", "↩ initialize"]);
    expect(await fixture.page.getByTestId("editor").textContent()).toBe("Neovim");
    expect(await fixture.page.getByTestId("state").textContent()).toBe("Live");
    expect(await fixture.page.title()).toBe("Neovim – Tandem inspector");
    fixture.add(selection(20, "const"));
    await fixture.shows(["opened", "initialize", "↩ initialize", "selection_changed"]);
    expect(await fixture.row(4).textContent()).toContain('a.ts 1:1-1:6 "const"');
    expect(await fixture.row(4).textContent()).toContain("← editor");
    expect(await fixture.row(3).textContent()).toContain("3 ms");
    await fixture.counts(/^4 messagesno faults0 pending$/);
  });

  test("reads a real session without faults, and shows details for every row", async () => {
    const entries = await recordSession();
    const fixture = await openFixture(browser);
    fixture.add(...entries);
    await fixture.counts(new RegExp(`^${entries.length} messagesno faults1 pending$`));
    await fixture.page.getByTestId("list").focus();
    await fixture.page.keyboard.press("Home");
    for (let number = 1; number <= entries.length; number++) {
      await fixture.page.getByRole("region", { name: `Message ${number}`, exact: true }).waitFor();
      await fixture.page.keyboard.press("ArrowDown");
    }
  });

  test("the search filters by words, / focuses it, Escape clears it", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened, call(10, 1, "getOpenEditors"), answer(12, 1, '{"tabs":[]}'), selection(15, "x"));
    await fixture.counts(/^6 messages/);
    await fixture.page.keyboard.press("/");
    await fixture.page.keyboard.type("getopen");
    await fixture.shows(["getOpenEditors", "↩ getOpenEditors"]);
    await fixture.search("editor -selection_changed");
    await fixture.shows(["↩ initialize", "↩ getOpenEditors"]);
    await fixture.search("#4");
    await fixture.shows(["getOpenEditors", "↩ getOpenEditors"]);
    await fixture.search("no such thing");
    await fixture.page.getByTestId("empty").filter({ hasText: "No messages match" }).waitFor();
    await fixture.page.keyboard.press("Escape");
    await eventually(async () => expect(await fixture.rows.count()).toBe(6));
    await fixture.page.getByRole("button", { name: "Search help" }).click();
    await fixture.page.getByText("protocol violations", { exact: true }).waitFor();
  });

  test("marks a fault in the list and explains it", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened, notification(10, "selection_changed", { text: 5 }), selection(12, "x"));
    await fixture.counts(/1 fault0/);
    expect(await fixture.page.locator(".row.faulty").count()).toBe(1);
    await fixture.page.getByRole("button", { name: "1 fault" }).click();
    await fixture.shows(["selection_changed"]);
    await fixture.row(4).click();
    const words = fixture.page.getByTestId("faults");
    await words.waitFor();
    expect(await words.textContent()).toContain("Protocol violations by the editor");
    expect(await words.textContent()).toContain('"text" must be of type string; "selection" is missing');
  });

  test("shows a pending call with its duration until the response", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened, call(10, 1, "openDiff", { tab_name: "proposal" }));
    const waiting = fixture.page.getByTestId("waiting");
    await waiting.waitFor();
    expect(await waiting.textContent()).toContain("proposal");
    expect(await fixture.row(4).textContent()).toContain("pending");
    // It updates automatically.
    await eventually(async () => expect(await waiting.locator(".took").textContent()).toMatch(/^[1-9]\.\d s$/));
    await waiting.getByRole("button", { name: "openDiff" }).click();
    await eventually(async () =>
      expect(await fixture.page.getByTestId("facts").textContent()).toContain("waiting for a response"),
    );
    fixture.add(answer(4000, 1, "FILE_SAVED", "text"));
    await waiting.waitFor({ state: "detached" });
    await eventually(async () =>
      expect(await fixture.page.getByTestId("facts").textContent()).toContain("answered after 3.9 s"),
    );
    await fixture.counts(/0 pending/);
  });

  test("the detail shows request and answer, their texts, and the frame", async () => {
    const fixture = await openFixture(browser);
    const text = '{"diagnostics":[{"message":"wrong"}]}';
    fixture.add(
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
    await fixture.counts(/^7 messages/);
    await fixture.row(7).click();
    await fixture.page.getByRole("tab", { name: "Request #4" }).click();
    await fixture.page.getByRole("region", { name: "Message 4" }).waitFor();
    // Both halves are marked in the list.
    await eventually(async () =>
      expect(await fixture.page.locator(".row.partner").getAttribute("data-number")).toBe("7"),
    );
    const contents = fixture.page.getByRole("region", { name: "new_file_contents" });
    expect(await contents.getByTestId("text-block").textContent()).toBe("one\n\ttwo\n");
    await fixture.row(6).click();
    const asJson = fixture.page.getByRole("tree", { name: "Text of the response, as JSON" });
    await asJson.getByRole("treeitem", { name: "diagnostics" }).waitFor();
    await asJson.getByRole("treeitem", { name: "diagnostics" }).click();
    await asJson.getByText('"wrong"').waitFor({ state: "detached" });
    await fixture.page.locator(".raw > summary").click();
    expect(await fixture.page.locator(".raw").getByTestId("text-block").textContent()).toContain(
      JSON.stringify(`[${text}]`),
    );
    await fixture.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await fixture.page.getByRole("button", { name: "Copy the message" }).click();
    await fixture.page.getByRole("button", { name: "Copy the message" }).getByText("Copied").waitFor();
    const copied = await fixture.page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copied)).toMatchObject({ id: 2, result: { content: [{ type: "text" }] } });
  });

  test("pauses, resumes with everything, and clears", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened);
    await fixture.counts(/^3 messages/);
    await fixture.page.getByRole("button", { name: "Pause" }).click();
    fixture.add(selection(10, "x"), selection(11, "y"));
    await fixture.page.getByTestId("notice").filter({ hasText: "2 new frames" }).waitFor();
    expect(await fixture.rows.count()).toBe(3);
    await fixture.page.getByRole("button", { name: "Resume" }).first().click();
    await eventually(async () => expect(await fixture.rows.count()).toBe(5));
    await fixture.page.getByRole("button", { name: "Clear" }).click();
    await eventually(async () => expect(await fixture.rows.count()).toBe(0));
    fixture.add(selection(12, "z"));
    await fixture.shows(["selection_changed"]);
    await fixture.page.getByRole("button", { name: "Show earlier messages" }).click();
    await eventually(async () => expect(await fixture.rows.count()).toBe(6));
  });

  test("the list follows new messages until the user scrolls up, and again at the end; hovering highlights pairs", async () => {
    const fixture = await openFixture(browser);
    const pairs = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => from + index).flatMap((id) => [
        call(id * 10, id, "getOpenEditors"),
        answer(id * 10 + 2, id, '{"tabs":[]}'),
      ]);
    fixture.add(...opened, ...pairs(1, 50));
    await fixture.row(103).waitFor();
    const list = fixture.page.getByTestId("list");
    const top = () => list.evaluate((element) => element.scrollTop);
    await list.hover();
    await fixture.page.mouse.wheel(0, -400);
    await fixture.row(103).waitFor({ state: "detached" });
    const before = await top();
    fixture.add(...pairs(51, 20));
    await fixture.counts(/^143 messages/);
    expect(await top()).toBe(before);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await fixture.row(143).waitFor();
    fixture.add(...pairs(71, 5));
    await fixture.row(153).waitFor();
    await fixture.row(152).hover();
    await eventually(async () =>
      expect(await fixture.page.locator(".row.partner").getAttribute("data-number")).toBe("153"),
    );
  });

  test("message content stays text: markup, control characters and direction marks have no effect", async () => {
    const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202egnp.exe\u0007\u001b[2J';
    const fixture = await openFixture(browser, {
      header: { recording: 1, at: "2026-03-02T10:00:00.000Z", editor: hostile, folders: [] },
    });
    fixture.add(
      ...opened,
      call(10, 1, hostile, { [hostile]: hostile, tab_name: hostile }),
      answer(12, 1, `${hostile}\nmore`),
      notification(14, hostile, { [hostile]: hostile }),
      { t: 20, connection: 1, from: "client", text: hostile },
      { t: 21, connection: 1, from: "client", close: { code: 1000, reason: hostile } },
    );
    await fixture.counts(/^8 messages/);
    for (const number of [4, 5, 6, 7, 8]) {
      await fixture.row(number).click();
      await fixture.page.getByRole("region", { name: `Message ${number}` }).waitFor();
    }
    expect(await fixture.page.locator("img, script:not([src]), .from-message script").count()).toBe(0);
    expect(await fixture.page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
    // No character is left that affects the display.
    const shown = await fixture.page.evaluate(() => `${document.title}${document.body.textContent}`);
    expect(shown).toContain("<script>window.hacked=1</script>");
    expect(shown).toContain("U+202E");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this checks that there are none.
    expect(shown).not.toMatch(/[\u202e\u0007\u001b]/);
    const labels = await fixture.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")).join(""));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
    expect(labels).not.toMatch(/[\u202e\u0007\u001b]/);
  });
});
