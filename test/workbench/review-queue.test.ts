/** Several pending reviews in a real Chromium: which opens next, how many wait, and all of a session at once. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { type Fixture, openFixture, openInProcess } from "./fixture.js";

const { describe, test } = needsChromium();

describe("Pending reviews in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n" };

  const position = ({ page }: Fixture) => page.getByTestId("review-position").textContent();
  const focusedReview = ({ page }: Fixture) =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-testid=review]")?.dataset.review);

  /** Proposes changes to three files, and shows the first. */
  async function threeReviews() {
    const fixture = await openFixture(browser, { files });
    const client = await fixture.client();
    const a = await fixture.review(client, "a.txt", "A\n");
    const b = fixture.propose(client, "b.txt", "B\n");
    const c = fixture.propose(client, "c.txt", "C\n");
    await fixture.driver.reviewTab("c.txt").waitFor();
    await fixture.driver.showReview("a.txt");
    await fixture.page.waitForFunction(() => window.tandemPage?.reviewOf("a.txt")?.editor.hasFocus);
    return { fixture, client, a, b, c };
  }

  test("the next one opens after a decision and can be decided by key, oldest first", async () => {
    const { fixture, a, b, c } = await threeReviews();
    const { page } = fixture;
    await expect.poll(() => position(fixture)).toBe("Review 1 of 3");
    await page.keyboard.press("Control+Enter");
    expect(await a.answer).toMatchObject({ decision: "saved" });
    await expect.poll(() => focusedReview(fixture)).toBe("b.txt");
    expect(await position(fixture)).toBe("Review 1 of 2");
    await page.getByTestId("review-reject").click();
    expect(await b.answer).toMatchObject({ decision: "rejected" });
    await expect.poll(() => focusedReview(fixture)).toBe("c.txt");
    expect(await page.getByTestId("review-position").count()).toBe(0);
    await page.keyboard.press("Control+Enter");
    expect(await c.answer).toMatchObject({ decision: "saved" });
  });

  test("after the last one of the queue, the oldest opens", async () => {
    const { fixture, c } = await threeReviews();
    await fixture.driver.showReview("c.txt");
    await expect.poll(() => position(fixture)).toBe("Review 3 of 3");
    await fixture.page.getByTestId("review-accept").click();
    await c.answer;
    await expect.poll(() => focusedReview(fixture)).toBe("a.txt");
  });

  test("one that is decided elsewhere doesn't move the user", async () => {
    const { fixture, client, a, b } = await threeReviews();
    await client.call("close_tab", { tab_name: "b.txt" });
    await b.answer;
    await expect.poll(() => position(fixture)).toBe("Review 1 of 2");
    expect(await focusedReview(fixture)).toBe("a.txt");
    expect(a.answered()).toBeUndefined();
  });

  test("all of a session are accepted at once after a question, and those of another session stay", async () => {
    const { fixture, a, b, c } = await threeReviews();
    const { page } = fixture;
    const other = fixture.propose(await fixture.client("other"), "d.txt", "D\n");
    await fixture.driver.reviewTab("d.txt").waitFor();
    await page.evaluate(() => {
      const editor = window.tandemPage?.reviewOf("a.txt")?.editor;
      editor?.dispatch({ changes: { from: 0, insert: "typed " } });
      document.querySelector<HTMLElement>("[data-testid=accept-all]")?.click();
    });
    const question = page.getByTestId("confirm-dialog");
    expect(await question.textContent()).toMatch(/Accept all 3 reviews\?.*a\.txt, b\.txt, c\.txt/);
    await page.getByTestId("confirm-yes").click();
    expect(await a.answer).toEqual({ decision: "saved", text: "typed A\n" });
    for (const each of [b, c]) expect(await each.answer).toMatchObject({ decision: "saved" });
    await eventually(async () => expect(await fixture.driver.pendingReviews()).toEqual(["d.txt"]));
    expect(other.answered()).toBeUndefined();
  });

  test("all of a session are rejected at once, and a question that is cancelled decides nothing", async () => {
    const { fixture, a, b, c } = await threeReviews();
    const { page } = fixture;
    await page.getByTestId("reject-all").click();
    await page.keyboard.press("Escape");
    await page.getByTestId("confirm-dialog").waitFor({ state: "detached" });
    expect(await fixture.driver.pendingReviews()).toHaveLength(3);
    await page.getByTestId("reject-all").click();
    await page.getByTestId("confirm-yes").click();
    for (const each of [a, b, c]) expect(await each.answer).toMatchObject({ decision: "rejected" });
  });

  test("closing a tab opens the next review, and the closed one can be kept with a button or a key", async () => {
    const { page, client, clock, path } = await openInProcess(browser, files);
    const answers: string[] = [];
    for (const name of ["a.txt", "b.txt"]) {
      const texts = { old_file_path: path(name), new_file_path: path(name), new_file_contents: "x\n", tab_name: name };
      client.call("openDiff", texts).then(
        ({ decision }) => answers.push(`${name} ${decision}`),
        () => {},
      );
      await page.locator(`[data-testid="tab"][data-tab-name="${name}"]`).waitFor();
    }
    const active = () => page.locator('[data-testid="tab"][aria-selected="true"]').getAttribute("data-tab-name");
    const notice = page.getByTestId("rejecting");
    const close = async (name: string) => {
      await page.locator(`[data-testid="tab"][data-tab-name="${name}"]`).click();
      await page.locator(`[data-testid="tab"][data-tab-name="${name}"] [data-testid="tab-close"]`).click();
      await notice.waitFor();
    };
    await close("a.txt");
    expect(await notice.textContent()).toContain("Rejecting the edit to a.txt in a few seconds.");
    await expect.poll(active).toBe("b.txt");
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect.poll(active).toBe("a.txt");
    expect(await notice.count()).toBe(0);
    await close("a.txt");
    await page.keyboard.press("Alt+Shift+T");
    await expect.poll(active).toBe("a.txt");
    clock.advance(5_000);
    expect(answers).toEqual([]);
    await close("a.txt");
    clock.advance(5_000);
    await expect.poll(() => answers).toEqual(["a.txt rejected"]);
    await notice.waitFor({ state: "detached" });
  });
});
