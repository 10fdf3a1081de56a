/** Deciding a review in a real Chromium: with buttons and keys, as a whole and by hunk, with and without edits. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { type Fixture, openFixture, settled } from "./fixture.js";
import { old, proposed } from "./three-hunks.js";

const { describe, test } = needsChromium();

describe("A review in Chromium is decided", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": old, "b.txt": old, "notes.txt": "" };
  const currentHunk = ({ page }: Fixture) => page.evaluate(() => window.tandemPage?.reviewOf("a.txt")?.currentHunk);

  test("with the buttons Accept and Reject, which don't write the file", async () => {
    const fixture = await openFixture(browser, { files });
    const before = fixture.onDisk("a.txt");
    const client = await fixture.client();
    const accepted = await fixture.review(client, "a.txt", proposed, "first");
    await fixture.page.getByTestId("review-accept").click();
    expect(await accepted.answer).toEqual({ decision: "saved", text: proposed });
    const rejected = await fixture.review(client, "a.txt", proposed, "second");
    await fixture.page.getByTestId("review-reject").click();
    expect(await rejected.answer).toMatchObject({ decision: "rejected" });
    expect(fixture.onDisk("a.txt")).toEqual(before);
  });

  test("with the keyboard only, hunk by hunk, with next and previous, and counts follow", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    const changes = page.getByTestId("review-changes");
    const shows = (text: string) => expect.poll(() => changes.textContent()).toBe(text);
    const isAt = (index: number) => expect.poll(() => currentHunk(fixture)).toBe(index);
    await shows("3 changes, +3 −3");
    await isAt(0);
    await page.keyboard.press("F7");
    await isAt(1);
    await page.keyboard.press("F7");
    await page.keyboard.press("F7");
    await isAt(0);
    await page.keyboard.press("Shift+F7");
    await isAt(2);
    await page.keyboard.press("Alt+n");
    await shows("1 rejected, 2 left, +2 −2");
    await isAt(0);
    await page.keyboard.press("Alt+y");
    await shows("1 accepted, 1 rejected, 1 left, +2 −2");
    expect(await page.getByTestId("review-accept").textContent()).toContain("Accept 2 of 3 changes");
    await page.keyboard.press("Alt+n");
    await shows("1 accepted, 2 rejected, 0 left, +1 −1");
    expect(await page.getByTestId("review-accept").textContent()).toContain("Accept 1 of 3 changes");
    await page.keyboard.press("Control+Enter");
    expect(await proposal.answer).toEqual({
      decision: "saved",
      text: "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n",
    });
  });

  test("with the toolbar's buttons for a single change and for navigation", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    const changes = page.getByTestId("review-changes");
    await page.getByTestId("review-next").click();
    await expect.poll(() => currentHunk(fixture)).toBe(1);
    await page.getByTestId("review-reject-hunk").click();
    await expect.poll(() => currentHunk(fixture)).toBe(2);
    await page.getByTestId("review-previous").click();
    await page.getByTestId("review-accept-hunk").click();
    await expect.poll(() => changes.textContent()).toBe("1 accepted, 1 rejected, 1 left, +2 −2");
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed.replace("FIVE", "five") });
  });

  test("after edits, and undo reverts edits and decisions one by one", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    const states: [string | undefined, string][] = [];
    const state = async (): Promise<[string | undefined, string]> => [
      await fixture.resultOf("a.txt"),
      (await page.getByTestId("review-changes").textContent()) ?? "",
    ];
    await expect.poll(() => page.getByTestId("review-changes").textContent()).toBe("3 changes, +3 −3");
    const steps = [
      () => page.keyboard.press("Alt+y"),
      () => page.keyboard.press("Alt+n"),
      () => page.keyboard.insertText("typed "),
      () => page.keyboard.press("Alt+y"),
    ];
    for (const step of steps) {
      states.push(await state());
      await step();
      await settled(page);
    }
    expect(await state()).toEqual([
      "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\ntyped NINE\n",
      "2 accepted, 1 rejected, 0 left, +2 −2",
    ]);
    for (const before of states.toReversed()) {
      await page.keyboard.press("Control+z");
      await expect.poll(async () => (await state())[0]).toBe(before[0]);
      expect((await state())[1]).toBe(before[1]);
    }
    for (const _step of steps) await page.keyboard.press("Control+Shift+Z");
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toEqual({
      decision: "saved",
      text: "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\ntyped NINE\n",
    });
  });

  test("with typed lines that are indented like the file", async () => {
    const before = "build:\n\tcc a.c\n\tcc b.c\n";
    const fixture = await openFixture(browser, { files: { Makefile: before } });
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "Makefile", before.replace("b.c", "b.c c.c"));
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("ld a.o");
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toMatchObject({ text: "build:\n\tcc a.c\n\tcc b.c c.c\n\tld a.o\n" });
  });

  test("in both layouts, switched midway without losing anything", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    const base = page.locator(".tandem-review-base");
    await base.waitFor();
    await fixture.hunkButton(0, "reject").click();
    await page.getByTestId("review-layout").click();
    await base.waitFor({ state: "detached" });
    // Removed text is shown between the lines.
    await expect.poll(() => page.locator(".cm-deletedChunk").allTextContents()).toEqual(["five", "nine"]);
    await fixture.hunkButton(0, "accept").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("ten");
    await page.keyboard.press("Alt+Shift+U");
    await base.waitFor();
    expect(await base.locator(".cm-content").textContent()).toContain("nine");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.getByTestId("review-changes").textContent()).toMatch(/2 left/);
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed.replace("ONE", "one") });
  });

  test("after it was moved to the other group with its key, which does nothing else", async () => {
    const before = "if (a) {\nb();\n}\n";
    const fixture = await openFixture(browser, { files: { "a.ts": before, "b.txt": "" } });
    const { page, driver } = fixture;
    await driver.openFile(fixture.path("b.txt"));
    const proposal = await fixture.review(await fixture.client(), "a.ts", before.replace("b", "c"));
    await page.keyboard.press("Control+Alt+\\");
    // Half a window is too narrow for two columns.
    await page.locator(".review-pane .tandem-review-unified").waitFor();
    expect(await fixture.editor("b.txt").isVisible()).toBe(true);
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toEqual({ decision: "saved", text: before.replace("b", "c") });
  });

  test("with the keys that the buttons show", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const press = (label: string) =>
      page.keyboard.press(
        label
          .replace("Ctrl", "Control")
          .replace(
            /\+([A-Z])$/,
            (_all, letter: string) => `+${label.includes("Shift") ? letter : letter.toLowerCase()}`,
          ),
      );
    const keyOf = async (testId: string) => {
      const button = page.getByTestId(testId);
      const hint = button.locator("kbd");
      if ((await hint.count()) > 0) return (await hint.textContent()) ?? "none";
      return /\((.*)\)$/.exec((await button.getAttribute("title")) ?? "")?.[1] ?? "none";
    };
    const client = await fixture.client();
    const proposal = await fixture.review(client, "a.txt", proposed);
    const changes = () => page.getByTestId("review-changes").textContent();
    await press(await keyOf("review-next"));
    await expect.poll(() => currentHunk(fixture)).toBe(1);
    await press(await keyOf("review-previous"));
    await expect.poll(() => currentHunk(fixture)).toBe(0);
    await press(await keyOf("review-layout"));
    await page.locator(".cm-deletedChunk").first().waitFor();
    for (const action of ["accept", "reject"] as const) {
      const title = await fixture.hunkButton(0, action).getAttribute("title");
      expect(title).toContain(await keyOf(`review-${action}-hunk`));
      expect(await fixture.hunkButton(0, action).getAttribute("aria-label")).toBe(title);
    }
    await press(await keyOf("review-reject-hunk"));
    await expect.poll(() => fixture.resultOf("a.txt")).toBe(proposed.replace("ONE", "one"));
    await press(await keyOf("review-accept-hunk"));
    await expect.poll(changes).toBe("1 accepted, 1 rejected, 1 left, +2 −2");
    await press(await keyOf("review-accept"));
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed.replace("ONE", "one") });
    const second = await fixture.review(client, "a.txt", proposed);
    await press(await keyOf("review-reject"));
    expect(await second.answer).toMatchObject({ decision: "rejected" });
  });

  test("only once by a double click", async () => {
    const fixture = await openFixture(browser, { files });
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    await fixture.page.getByTestId("review-accept").dblclick();
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
    await expect.poll(() => fixture.driver.pendingReviews()).toEqual([]);
    expect(await fixture.page.getByTestId("toast").count()).toBe(0);
  });

  test("with the last typed text when clicked right after typing", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    await page.keyboard.press("Control+End");
    await page.evaluate(() => {
      const review = window.tandemPage?.reviewOf("a.txt");
      review?.editor.dispatch({ changes: { from: review.editor.state.doc.length, insert: "last word" } });
      document.querySelector<HTMLElement>("[data-testid=review-accept]")?.click();
    });
    expect(await proposal.answer).toEqual({ decision: "saved", text: `${proposed}last word` });
  });
});
