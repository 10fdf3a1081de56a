/** What the page says about reviews that arrive and end, in a real Chromium. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { removeFolder } from "../remove-folder.js";
import { type Fixture, openFixture, openInProcess } from "./fixture.js";
import { startSession } from "./user-session.js";

const { describe, test } = needsChromium();

describe("Notices about reviews in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const names = ["a.txt", "b.txt", "c.txt", "d.txt"];
  const files = { ...Object.fromEntries(names.map((name) => [name, `${name}\n`])), "notes.txt": "" };

  const toasts = ({ page }: Pick<Fixture, "page">) => page.locator(".toast-text").allTextContents();

  /** Opens the list of decisions with the command. */
  async function openDecisions({ page }: Pick<Fixture, "page">) {
    await page.keyboard.press("F1");
    await page.getByTestId("quick-open").getByRole("combobox").fill(">past decisions");
    await page.keyboard.press("Enter");
    const dialog = page.getByTestId("decisions-dialog");
    await dialog.waitFor();
    return dialog;
  }

  test("an accepted edit is reported once the agent has written it, and a rejected one at once; both are listed", async () => {
    const fixture = await openFixture(browser, { files });
    const client = await fixture.client();
    const accepted = await fixture.review(client, "a.txt", "A\n");
    await fixture.page.getByTestId("review-accept").click();
    expect(await accepted.answer).toMatchObject({ decision: "saved" });
    expect(await toasts(fixture)).toEqual([]);
    writeFileSync(fixture.path("a.txt"), "A\n");
    await expect.poll(() => toasts(fixture)).toEqual(["Accepted. Claude Code wrote a.txt."]);
    await fixture.review(client, "b.txt", "B\n");
    await fixture.page.getByTestId("review-reject").click();
    await expect.poll(() => toasts(fixture)).toContain("Rejected the edit to b.txt.");
    const dialog = await openDecisions(fixture);
    await expect
      .poll(() => dialog.getByTestId("decision").allTextContents())
      .toEqual([
        expect.stringMatching(/\d+:\d+.*b\.txtClaude Code 2\.1\.325Rejected$/),
        expect.stringMatching(/\d+:\d+.*a\.txtClaude Code 2\.1\.325Accepted$/),
      ]);
  });

  test("an accepted edit that the agent doesn't write is a warning", async () => {
    const { page, client, clock, path } = await openInProcess(browser, files);
    const file = path("a.txt");
    const answer = client.call("openDiff", {
      ...{ old_file_path: file, new_file_path: file, new_file_contents: "A\n", tab_name: "a.txt" },
    });
    await page.getByTestId("review-accept").click();
    await answer;
    await expect
      .poll(async () => {
        clock.advance(1_000);
        return await toasts({ page });
      })
      .toEqual(["Accepted, but Claude Code has not written a.txt."]);
    expect(await page.getByTestId("toast").getAttribute("class")).toContain("warning");
  });

  test("three decisions in a row are one notice", async () => {
    const fixture = await openFixture(browser, { files });
    const client = await fixture.client();
    for (const name of names.slice(0, 3)) fixture.propose(client, name, "x\n");
    await fixture.driver.reviewTab("c.txt").waitFor();
    await fixture.page.getByTestId("reject-all").click();
    await fixture.page.getByTestId("confirm-yes").click();
    await expect.poll(() => toasts(fixture)).toEqual(["3 reviews decided."]);
  });

  test("reviews that pile up behind the user's typing are one notice, which goes when they have ended", async () => {
    const fixture = await openFixture(browser, { files });
    const client = await fixture.client();
    await fixture.driver.openFile(fixture.path("notes.txt"));
    await fixture.editor("notes.txt").click();
    for (const name of names) {
      fixture.propose(client, name, "x\n");
      await fixture.driver.reviewTab(name).waitFor();
    }
    await expect.poll(() => toasts(fixture)).toEqual(["4 more reviews."]);
    await client.call("close_tab", { tab_name: "a.txt" });
    await expect.poll(() => toasts(fixture)).toEqual(["3 more reviews."]);
    await client.call("closeAllDiffTabs", {});
    await expect.poll(() => toasts(fixture)).toEqual([]);
  });

  test("with the setting off, no review opens after a decision, also after a reload", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const dialog = await openDecisions(fixture);
    await dialog.getByRole("checkbox", { name: "Open the next pending review after a decision" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await fixture.driver.openFile(fixture.path("notes.txt"));
    await fixture.editor("notes.txt").click();
    const client = await fixture.client();
    fixture.propose(client, "a.txt", "x\n");
    fixture.propose(client, "b.txt", "x\n");
    await fixture.driver.reviewTab("b.txt").waitFor();
    await fixture.driver.reject("a.txt");
    await expect
      .poll(() => page.locator('[data-testid="tab"][aria-selected="true"]').getAttribute("data-tab-name"))
      .toBe("notes.txt");
    expect(await fixture.driver.pendingReviews()).toEqual(["b.txt"]);
  });

  test("the desktop is notified once the user has chosen it, when no window is open (notify-send is a stand-in)", async () => {
    const programs = realpathSync(mkdtempSync(join(tmpdir(), "tandem-page-")));
    onTestFinished(() => removeFolder(programs));
    const file = join(programs, "arguments");
    writeFileSync(join(programs, "notify-send"), `#!/bin/sh\necho "$@" >>'${file}'\n`, { mode: 0o755 });
    const user = await startSession(browser, { env: { PATH: `${programs}:${process.env.PATH}` } });
    const dialog = await openDecisions(user);
    const names = dialog.getByRole("checkbox", { name: "Show the file's name" });
    expect(await names.isDisabled()).toBe(true);
    await dialog.getByRole("checkbox", { name: "Show a desktop notification" }).click();
    await names.click();
    const client = await user.client();
    const path = user.path("a.txt");
    await user.page.close({ runBeforeUnload: true });
    const texts = { old_file_path: path, new_file_path: path, new_file_contents: "A\n", tab_name: "a" };
    client.call("openDiff", texts).catch(() => {});
    await expect
      .poll(() => existsSync(file) && readFileSync(file, "utf8"))
      .toBe("--app-name=Tandem -- Tandem Claude Code proposes a change to a.txt.\n");
  });
});
