/** How a review is decided in a real Chromium: by buttons and keys, whole and by hunks, as it was proposed and edited. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { old, proposed } from "./nine-lines.js";
import { openScene, settled } from "./scene.js";

const { describe, test } = needsChromium();

describe("a review in Chromium is decided", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": old, "b.txt": old, "notes.txt": "" };

  test("by the buttons Accept and Reject; the file is not written by either", async () => {
    const scene = await openScene(browser, { files });
    const before = scene.onDisk("a.txt");
    const client = await scene.client();
    const accepted = await scene.review(client, "a.txt", proposed, "first");
    await scene.page.getByTestId("review-accept").click();
    expect(await accepted.answer).toEqual({ decision: "saved", text: proposed });
    const rejected = await scene.review(client, "a.txt", proposed, "second");
    await scene.page.getByTestId("review-reject").click();
    expect(await rejected.answer).toMatchObject({ decision: "rejected" });
    expect(scene.onDisk("a.txt")).toEqual(before);
  });

  test("by keys alone, hunk by hunk, with next and previous; the counts follow", async () => {
    const scene = await openScene(browser, { files });
    const { page } = scene;
    const proposal = await scene.review(await scene.client(), "a.txt", proposed);
    const changes = page.getByTestId("review-changes");
    const shows = (text: string) => expect.poll(() => changes.textContent()).toBe(text);
    await shows("1 of 3 changes");
    await page.keyboard.press("F7");
    await shows("2 of 3 changes");
    await page.keyboard.press("F7");
    await page.keyboard.press("F7");
    await shows("1 of 3 changes");
    await page.keyboard.press("Shift+F7");
    await shows("3 of 3 changes");
    await page.keyboard.press("Alt+n");
    await shows("1 of 2 changes");
    await page.keyboard.press("Alt+y");
    await shows("1 of 1 change");
    expect(await page.getByTestId("review-accept").textContent()).toContain("Accept 2 of 3 changes");
    await page.keyboard.press("Alt+n");
    await shows("no change left to decide");
    expect(await page.getByTestId("review-accept").textContent()).toContain("Accept 1 of 3 changes");
    await page.keyboard.press("Control+Enter");
    expect(await proposal.answer).toEqual({
      decision: "saved",
      text: "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n",
    });
  });

  test("by the toolbar's buttons for one change, and for going from one to another", async () => {
    const scene = await openScene(browser, { files });
    const { page } = scene;
    const proposal = await scene.review(await scene.client(), "a.txt", proposed);
    const changes = page.getByTestId("review-changes");
    await page.getByTestId("review-next").click();
    await expect.poll(() => changes.textContent()).toBe("2 of 3 changes");
    await page.getByTestId("review-reject-hunk").click();
    await expect.poll(() => changes.textContent()).toBe("2 of 2 changes");
    await page.getByTestId("review-previous").click();
    await page.getByTestId("review-accept-hunk").click();
    await expect.poll(() => changes.textContent()).toBe("1 of 1 change");
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed.replace("FIVE", "five") });
  });

  test("after it was edited, and undo takes back edits and decisions one by one", async () => {
    const scene = await openScene(browser, { files });
    const { page } = scene;
    const proposal = await scene.review(await scene.client(), "a.txt", proposed);
    const states: [string | undefined, string][] = [];
    const state = async (): Promise<[string | undefined, string]> => [
      await scene.resultOf("a.txt"),
      (await page.getByTestId("review-changes").textContent()) ?? "",
    ];
    await expect.poll(() => page.getByTestId("review-changes").textContent()).toBe("1 of 3 changes");
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
      "no change left to decide",
    ]);
    for (const before of states.toReversed()) {
      await page.keyboard.press("Control+z");
      await expect.poll(async () => (await state())[0]).toBe(before[0]);
      const left = (words: string) => words.replace(/^\d+ of /, "");
      expect(left((await state())[1])).toBe(left(before[1]));
    }
    for (const _step of steps) await page.keyboard.press("Control+Shift+Z");
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toEqual({
      decision: "saved",
      text: "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\ntyped NINE\n",
    });
  });

  test("after new lines were typed into it, which are indented as the file is", async () => {
    const before = "build:\n\tcc a.c\n\tcc b.c\n";
    const scene = await openScene(browser, { files: { Makefile: before } });
    const { page } = scene;
    const proposal = await scene.review(await scene.client(), "Makefile", before.replace("b.c", "b.c c.c"));
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("ld a.o");
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toMatchObject({ text: "build:\n\tcc a.c\n\tcc b.c c.c\n\tld a.o\n" });
  });

  test("in both layouts, switched midway without losing what was done", async () => {
    const scene = await openScene(browser, { files });
    const { page } = scene;
    const proposal = await scene.review(await scene.client(), "a.txt", proposed);
    const base = page.locator(".tandem-review-base");
    await base.waitFor();
    await scene.hunkButton(0, "reject").click();
    await page.getByTestId("review-layout").click();
    await base.waitFor({ state: "detached" });
    // What is removed stands between the lines now.
    await expect.poll(() => page.locator(".cm-deletedChunk").allTextContents()).toEqual(["five", "nine"]);
    await scene.hunkButton(0, "accept").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("ten");
    await page.keyboard.press("Alt+Shift+U");
    await base.waitFor();
    expect(await base.locator(".cm-content").textContent()).toContain("nine");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.getByTestId("review-changes").textContent()).toMatch(/of 2 changes/);
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed.replace("ONE", "one") });
  });

  test("after it was moved to the other half by its key, which does nothing else", async () => {
    const before = "if (a) {\nb();\n}\n";
    const scene = await openScene(browser, { files: { "a.ts": before, "b.txt": "" } });
    const { page, hand } = scene;
    await hand.openFile(scene.path("b.txt"));
    const proposal = await scene.review(await scene.client(), "a.ts", before.replace("b", "c"));
    await page.keyboard.press("Control+Alt+\\");
    // There is no room for two columns in half a window.
    await page.locator(".review-pane .tandem-review-unified").waitFor();
    expect(await scene.editor("b.txt").isVisible()).toBe(true);
    await page.getByTestId("review-accept").click();
    expect(await proposal.answer).toEqual({ decision: "saved", text: before.replace("b", "c") });
  });

  test("with keys that the buttons tell truly", async () => {
    const scene = await openScene(browser, { files });
    const { page } = scene;
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
    const client = await scene.client();
    const proposal = await scene.review(client, "a.txt", proposed);
    const changes = () => page.getByTestId("review-changes").textContent();
    await expect.poll(changes).toBe("1 of 3 changes");
    await press(await keyOf("review-next"));
    await expect.poll(changes).toBe("2 of 3 changes");
    await press(await keyOf("review-previous"));
    await expect.poll(changes).toBe("1 of 3 changes");
    await press(await keyOf("review-layout"));
    await page.locator(".cm-deletedChunk").first().waitFor();
    for (const action of ["accept", "reject"] as const) {
      const title = await scene.hunkButton(0, action).getAttribute("title");
      expect(title).toContain(await keyOf(`review-${action}-hunk`));
      expect(await scene.hunkButton(0, action).getAttribute("aria-label")).toBe(title);
    }
    await press(await keyOf("review-reject-hunk"));
    await expect.poll(() => scene.resultOf("a.txt")).toBe(proposed.replace("ONE", "one"));
    await press(await keyOf("review-accept-hunk"));
    await expect.poll(changes).toBe("1 of 1 change");
    await press(await keyOf("review-accept"));
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed.replace("ONE", "one") });
    const second = await scene.review(client, "a.txt", proposed);
    await press(await keyOf("review-reject"));
    expect(await second.answer).toMatchObject({ decision: "rejected" });
  });

  test("twice at once only once: a double click answers with the first word", async () => {
    const scene = await openScene(browser, { files });
    const proposal = await scene.review(await scene.client(), "a.txt", proposed);
    await scene.page.getByTestId("review-accept").dblclick();
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
    await expect.poll(() => scene.hand.pendingReviews()).toEqual([]);
    expect(await scene.page.getByTestId("toast").count()).toBe(0);
  });

  test("by a click right after typing: what was typed is in the answer", async () => {
    const scene = await openScene(browser, { files });
    const { page } = scene;
    const proposal = await scene.review(await scene.client(), "a.txt", proposed);
    await page.keyboard.press("Control+End");
    await page.evaluate(() => {
      const review = window.tandemPage?.reviewOf("a.txt");
      review?.editor.dispatch({ changes: { from: review.editor.state.doc.length, insert: "last word" } });
      document.querySelector<HTMLElement>("[data-testid=review-accept]")?.click();
    });
    expect(await proposal.answer).toEqual({ decision: "saved", text: `${proposed}last word` });
  });
});
