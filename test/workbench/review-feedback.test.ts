/** What the user tells an agent about its proposal, in a real Chromium: a reason, comments on lines, and facts at the top. */
import { writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { type Fixture, openFixture } from "./fixture.js";
import { old, proposed } from "./three-hunks.js";

const { describe, test } = needsChromium();

describe("Feedback on a review in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": old, "b.txt": old, ".env": "A=1\n" };

  async function open() {
    const fixture = await openFixture(browser, { files });
    await fixture.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    return fixture;
  }
  const copied = ({ page }: Fixture) => page.evaluate(() => navigator.clipboard.readText());
  const hasToast = ({ page }: Fixture, hasText: string) => page.getByTestId("toast").filter({ hasText }).waitFor();

  test("a reason is asked by key, is copied for an agent in another terminal, and is in the list of decisions", async () => {
    const fixture = await open();
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    await page.keyboard.press("Alt+Shift+R");
    await page.keyboard.insertText("Keep ONE lower.");
    await page.keyboard.press("Enter");
    expect(await proposal.answer).toMatchObject({ decision: "rejected" });
    await hasToast(fixture, "Your message was copied. Paste it into the agent's prompt.");
    expect(await copied(fixture)).toBe("I rejected your edit to a.txt: Keep ONE lower.");
    await page.getByRole("button", { name: "Past decisions" }).click();
    expect(await page.getByTestId("decision").textContent()).toMatch(/RejectedKeep ONE lower\./);
  });

  test("Escape leaves the reason, with the focus back in the text, and decides nothing", async () => {
    const fixture = await open();
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    await page.getByTestId("review-reject-reason").click();
    await page.keyboard.insertText("Because");
    await page.keyboard.press("Escape");
    await page.getByTestId("reason-form").waitFor({ state: "detached" });
    await page.waitForFunction(() => window.tandemPage?.reviewOf("a.txt")?.editor.hasFocus);
    expect(await fixture.resultOf("a.txt")).toBe(proposed);
    expect(proposal.answered()).toBeUndefined();
  });

  test("comments on lines become one message, and survive a reload", async () => {
    const fixture = await open();
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    const comment = async (text: string) => {
      await page.keyboard.press("Alt+m");
      await page.keyboard.insertText(text);
      await page.keyboard.press("Control+Enter");
    };
    await comment("Why upper case?");
    await page.keyboard.press("F7");
    await comment("And here?");
    await page.reload();
    await fixture.driver.showReview("a.txt");
    await expect
      .poll(() => page.evaluate(() => window.tandemPage?.reviewOf("a.txt")?.comments.map(({ text }) => text)))
      .toEqual(["Why upper case?", "And here?"]);
    await page.getByTestId("review-reject").click();
    await proposal.answer;
    await hasToast(fixture, "Your message was copied.");
    const message = "I rejected your edit to a.txt:\n- Line 1: Why upper case?\n- Line 5: And here?";
    expect(await copied(fixture)).toBe(message);
    // It can be copied again later.
    await page.evaluate(() => navigator.clipboard.writeText("other"));
    await page.getByRole("button", { name: "Past decisions" }).click();
    await page.getByRole("button", { name: "Copy your message about a.txt" }).click();
    await expect.poll(() => copied(fixture)).toBe(message);
  });

  test("the top says that a file is hidden, that the old text is another file's, and what accepting an outdated one does", async () => {
    const fixture = await open();
    const { page } = fixture;
    const client = await fixture.client();
    const title = page.locator(".review-title");
    await fixture.review(client, ".env", "A=2\n");
    expect(await title.textContent()).toContain("This file is hidden from Claude");
    await page.getByTestId("review-reject").click();
    const texts = { old_file_path: fixture.path("b.txt"), new_file_path: fixture.path("a.txt") };
    void client.call("openDiff", { ...texts, new_file_contents: proposed, tab_name: "t" }).catch(() => {});
    await fixture.driver.showReview("t");
    expect(await title.textContent()).toContain("Compared with b.txt");
    writeFileSync(fixture.path("b.txt"), "changed\n");
    await expect
      .poll(() => title.textContent())
      .toContain("If you accept, Claude Code may refuse to write it, or replace the newer text.");
  });
});
