/** An answer counts only for the question on the screen: a client that replaces its question gets no answer for the new one. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { startSession, type UserSession } from "./user-session.js";

const { describe, test } = needsChromium();

/** Clicks the button at the moment when the text at `look` is no longer `before`. */
async function clickOnceOther(page: Page, look: string, before: string, button: string): Promise<void> {
  await page.evaluate(
    ({ look: words, before: old, button: target }) => {
      const observer = new MutationObserver(() => {
        const now = document.querySelector(words)?.textContent;
        if (now === undefined || now === old) return;
        observer.disconnect();
        document.querySelector<HTMLElement>(target)?.click();
        document.body.dataset.clicked = "true";
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    { look, before, button },
  );
}

const clicked = (page: Page) => page.locator("body[data-clicked]").waitFor();

function propose(user: UserSession, client: Awaited<ReturnType<UserSession["client"]>>, name: string, text: string) {
  const path = user.path(name);
  const input = { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: name };
  const answer = client.call("openDiff", input);
  answer.catch(() => {});
  return answer;
}

describe("Answers to questions in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  test("a click meant for withdrawn code doesn't run the code that replaced it, and says so", async () => {
    const user = await startSession(browser);
    const client = await user.client();
    const question = user.page.getByTestId("code-permission");
    const taken = new AbortController();
    const first = client.callRaw("executeCode", { code: "harmless()" }, { signal: taken.signal }).catch(() => {});
    await question.waitFor();
    const second = client.callRaw("executeCode", { code: "evil()\u200b\u2067" });
    await question.getByText("and 1 more").waitFor();
    await clickOnceOther(user.page, "[data-testid=code-permission] pre", "harmless()", "[data-testid=code-once]");
    taken.abort();
    await first;
    await clicked(user.page);
    await user.toast("Check it before you").waitFor();
    expect(await question.locator("pre").textContent()).toBe("evil()U+200BU+2067");
    await user.page.getByTestId("code-never").click();
    expect(JSON.stringify(await second)).toContain("didn't allow this code to run");
  });

  test("a click meant for a withdrawn review doesn't accept the review that replaced it, and says so", async () => {
    const user = await startSession(browser, { files: { "a.txt": "a\n", "b.txt": "b\n" } });
    const client = await user.client();
    const second = propose(user, client, "b.txt", "evil\n");
    await user.driver.showReview("b.txt");
    const first = propose(user, client, "a.txt", "harmless\n");
    await user.driver.showReview("a.txt");
    await clickOnceOther(user.page, ".review-path", "a.txt", "[data-testid=review-accept]");
    await client.call("close_tab", { tab_name: "a.txt" });
    await first;
    await clicked(user.page);
    await user.toast("Check it before you").waitFor();
    expect(await user.driver.pendingReviews()).toEqual(["b.txt"]);
    // After a moment it can be accepted.
    await user.page.getByTestId("review-accept").click();
    expect(await second).toEqual({ decision: "saved", text: "evil\n" });
  });

  test("a double click on Accept doesn't accept the next review", async () => {
    const user = await startSession(browser, { files: { "a.txt": "a\n", "b.txt": "b\n" } });
    const client = await user.client();
    const second = propose(user, client, "b.txt", "B\n");
    await user.driver.showReview("b.txt");
    const first = propose(user, client, "a.txt", "A\n");
    await user.driver.showReview("a.txt");
    await clickOnceOther(user.page, ".review-path", "a.txt", "[data-testid=review-accept]");
    await user.page.getByTestId("review-accept").click();
    expect(await first).toMatchObject({ decision: "saved" });
    await clicked(user.page);
    await user.toast("Check it before you").waitFor();
    await user.page.getByTestId("review-reject").click();
    expect(await second).toMatchObject({ decision: "rejected" });
  });
});
