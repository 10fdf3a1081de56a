/** The flow of deciding: titles, the queue of reviews, the cursor after a decision. */
import type { Client } from "@tandem-ide/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../eventually.js";
import type { VscodeFixture } from "../fixture.js";

const oldText = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const newText = "one\n2\nthree\nfour\nfive\n6\nseven\n";

export function decidingTests(fixture: VscodeFixture): void {
  let client: Client;
  beforeEach(async () => {
    client = await fixture.client();
  });
  afterEach(() => fixture.tidy());

  const page = () => fixture.window.page;
  const propose = (name: string) => fixture.propose(client, fixture.file(name, oldText), newText);
  const active = async () => (await fixture.window.ask("tabs")).find(({ isActive }) => isActive)?.label;
  const cursor = async () => (await fixture.window.ask("selection"))?.range.start.line;
  const row = (hasText: string | RegExp) =>
    page().locator('[id="workbench.view.extension.tandem"] .monaco-list-row', { hasText }).first();
  const notice = (hasText: string) => page().locator(".notification-list-item", { hasText }).first();
  const statusItem = () => page().locator('.statusbar-item[id="tandem-ide.tandem-vscode.tandem.status"] a');

  test("the breadcrumbs of a review began with an id: they and the title show the path of the file", async () => {
    const path = `${fixture.folder}/src/newfile.ts`;
    const { tabName } = await fixture.propose(client, path, "export {};\n");
    await fixture.driver.showReview(tabName);
    expect(await active()).toBe("src/newfile.ts (proposed)");
    const crumbs = page().locator(".editor-group-container.active .breadcrumbs-control .monaco-breadcrumb-item");
    await expect.poll(() => crumbs.allTextContents()).toEqual(["src", "newfile.ts"]);
  });

  test("TypeScript showed the errors of one side of a review on the other, because their paths are the same", async () => {
    const path = fixture.file("checked.ts", "export const one = 1;\n");
    const { tabName } = await fixture.propose(client, path, "export const one = ;\n");
    await fixture.driver.showReview(tabName);
    const diff = page().locator(".editor-group-container.active .monaco-diff-editor");
    await diff.locator(".modified .squiggly-error").first().waitFor({ timeout: 30_000 });
    expect(await diff.locator(".original .squiggly-error").count()).toBe(0);
  });

  test("after a decision the next review opens, with its place in the queue, unless the setting is off", async () => {
    const [first, second, third] = [await propose("q1.txt"), await propose("q2.txt"), await propose("q3.txt")];
    await fixture.driver.showReview(first.tabName);
    await expect.poll(() => statusItem().textContent()).toContain("review 1 of 3");
    await fixture.window.palette("Tandem: Next Review");
    await expect.poll(active).toBe("q2.txt (proposed)");
    await expect.poll(() => statusItem().textContent()).toContain("review 2 of 3");
    await page().keyboard.press("Control+Enter");
    expect(await second.answer).toMatchObject({ decision: "saved" });
    await expect.poll(active).toBe("q3.txt (proposed)");
    await page().keyboard.press("Alt+Shift+N");
    expect(await third.answer).toMatchObject({ decision: "rejected" });
    await expect.poll(active).toBe("q1.txt (proposed)");

    const own = fixture.file("own.txt", "mine\n");
    await fixture.driver.openFile(own);
    await statusItem().click();
    await expect.poll(active).toBe("q1.txt (proposed)");
    await fixture.window.ask("setting", "tandem.openNextReview", false);
    await propose("q4.txt");
    await fixture.driver.openFile(own);
    await fixture.driver.accept(first.tabName);
    await expect.poll(active).toBe("own.txt");
    await fixture.window.ask("setting", "tandem.openNextReview", undefined);
  });

  test("all reviews of a session are rejected or accepted at once, and past decisions are listed", async () => {
    const other = await fixture.propose(await fixture.client(), fixture.file("other.txt", oldText), newText);
    const own = [await propose("a1.txt"), await propose("a2.txt")];
    await fixture.driver.showReview(own[0]?.tabName ?? "");
    const dialog = page().locator(".monaco-dialog-box");
    await fixture.window.palette("Tandem: Accept All Reviews from Session");
    await dialog.getByText("Cancel").click();
    await dialog.waitFor({ state: "detached" });
    expect(await fixture.driver.pendingReviews()).toHaveLength(3);
    await fixture.window.palette("Tandem: Reject All Reviews from Session");
    await dialog.getByText("Reject All", { exact: true }).click();
    for (const { answer } of own) expect(await answer).toMatchObject({ decision: "rejected" });
    await expect.poll(active).toBe("other.txt (proposed)");
    await fixture.window.palette("Tandem: Accept All Reviews from Session");
    expect(await other.answer).toMatchObject({ decision: "saved" });

    await fixture.window.palette("Tandem: Show Past Decisions");
    const rows = page().locator(".quick-input-list .monaco-list-row");
    await expect
      .poll(async () => (await rows.allTextContents()).slice(0, 3).join("\n"))
      .toMatch(/other\.txt.*Accepted.*\n.*a2\.txt.*Rejected the edit.*\n.*a1\.txt.*Rejected/s);
    await rows.filter({ hasText: "a1.txt" }).click();
    await expect.poll(active).toBe("a1.txt");
  });

  test("says when Claude has written what was accepted", async () => {
    const { tabName, answer } = await propose("written.txt");
    await fixture.driver.accept(tabName);
    expect(await answer).toMatchObject({ decision: "saved" });
    fixture.file("written.txt", newText);
    await page().locator(".statusbar-item", { hasText: "wrote written.txt" }).waitFor();
  });

  test("a reason and comments, which follow their lines, are copied when the review ends", async () => {
    const { tabName, answer } = await propose("said.txt");
    await fixture.driver.showReview(tabName);
    const input = page().locator(".quick-input-widget input.input");
    const say = async (title: string, text: string) => {
      await fixture.window.palette(title);
      await page()
        .locator(".quick-input-title", { hasText: / line |said\.txt/ })
        .waitFor();
      await input.fill(text);
      await page().keyboard.press("Enter");
    };
    await fixture.driver.showReview(tabName);
    await page().keyboard.press("Control+Home");
    await page().keyboard.press("F7");
    await page().keyboard.press("F7");
    await expect.poll(cursor).toBe(5);
    await say("Tandem: Comment on Line", "Six, please.");
    const mark = page().locator(".modified .view-line", { hasText: "6" }).locator('[class*="ced-"]');
    await expect.poll(() => mark.count()).toBeGreaterThan(0);
    await fixture.driver.showReview(tabName);
    await page().keyboard.press("Control+Home");
    await fixture.window.ask("type", "zero\n");
    await fixture.window.ask("setting", "tandem.claude.command", "true");
    await fixture.window.ask("command", "tandem.startClaude");
    await fixture.driver.showReview(tabName);
    await say("Tandem: Reject Proposal with Reason", "Keep the text.");
    expect(await answer).toMatchObject({ decision: "rejected" });
    await notice("paste it into Claude's prompt").getByText("Show Terminal", { exact: true }).click();
    await page().locator(".terminal-wrapper.active").waitFor();
    await fixture.window.ask("setting", "tandem.claude.command", undefined);
    expect(await fixture.window.ask("clipboard")).toBe(
      "I rejected your edit to said.txt: Keep the text.\n- Line 7: Six, please.",
    );
  });

  test("the buttons for a change in the title did nothing: they have labels and decide, and the list changes a decision and goes to a change", async () => {
    const { tabName, answer } = await propose("labels.txt");
    await fixture.driver.showReview(tabName);
    const labels = async () =>
      (await page().locator(".editor-group-container.active .editor-actions .action-label").allTextContents())
        .map((text) => text.trim())
        .filter((text) => text !== "");
    await expect.poll(labels).toEqual(["Accept", "Reject", "Accept Change", "Reject Change"]);
    await page().keyboard.press("Control+Home");
    await fixture.driver.titleButton(/^Reject Change$/).click();
    await fixture.window.ask("command", "tandem.reviews.focus");
    await row("1 rejected, 1 left, +1 −1").waitFor();
    await eventually(async () => {
      if ((await row("line 2: +1 −1, accepted").count()) > 0) return;
      await row("line 2:").hover({ timeout: 2000 });
      await row("line 2:").locator('.action-label[aria-label^="Accept Change"]').click({ timeout: 2000 });
      await row("line 2: +1 −1, accepted").waitFor({ timeout: 5000 });
    });
    await fixture.driver.openFile(fixture.file("own.txt", "mine\n"));
    await row("line 6:").click();
    await expect.poll(active).toBe("labels.txt (proposed)");
    await expect.poll(cursor).toBe(5);
    await fixture.driver.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  test("closing a review's tab rejects after five seconds, unless that is undone or the review ends before", async () => {
    const { tabName, answer } = await propose("closed.txt");
    const rejecting = notice("Rejecting the edit to closed.txt");
    const close = async () => await (await fixture.driver.reviewTab(tabName)).click({ button: "middle" });
    await close();
    await rejecting.getByText("Cancel", { exact: true }).click();
    await expect.poll(active).toBe("closed.txt (proposed)");
    await rejecting.waitFor({ state: "detached" });
    await close();
    expect(await answer).toMatchObject({ decision: "rejected" });
    await rejecting.waitFor({ state: "detached" });

    const again = await propose("closed.txt");
    await (await fixture.driver.reviewTab(again.tabName)).click({ button: "middle" });
    await rejecting.waitFor();
    await client.call("close_tab", { tab_name: again.tabName });
    await rejecting.waitFor({ state: "detached" });
    expect(await again.answer).toMatchObject({ decision: "rejected" });
  });

  test("a review says that its file has changed on disk and what accepting does, and compares", async () => {
    const { tabName, answer } = await propose("outdated.txt");
    fixture.file("outdated.txt", `${oldText}eight\n`);
    await notice("outdated.txt has changed on disk since Claude proposed this edit. If you accept").waitFor();
    await fixture.window.ask("command", "tandem.reviews.focus");
    await row("changed on disk, 2 changes, +2 −2").waitFor();
    await notice("outdated.txt has changed").getByText("Compare", { exact: true }).click();
    await expect.poll(active).toBe("outdated.txt (File ↔ Proposal)");
    const diff = page().locator(".editor-group-container.active .monaco-diff-editor");
    await diff.locator(".original .view-line", { hasText: "eight" }).waitFor();
    fixture.file("outdated.txt", oldText);
    await row(/txt2 changes, \+2 −2/).waitFor();
    await fixture.driver.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: newText });
    await expect.poll(() => fixture.window.ask("tabs")).toEqual([]);
  });

  test("a review of a hidden file says so, and so does one whose lines were not all compared", async () => {
    await fixture.window.ask("setting", "tandem.hiddenFiles", ["plan.txt"]);
    await propose("plan.txt");
    await notice("plan.txt is hidden from Claude").waitFor();
    await fixture.window.ask("command", "tandem.reviews.focus");
    await row("hidden file, 2 changes").waitFor();
    await fixture.window.ask("setting", "tandem.hiddenFiles", undefined);
    const lines = (name: string) => Array.from({ length: 20_000 }, (_, index) => `${name} ${index}\n`).join("");
    await fixture.propose(client, fixture.file("huge.txt", lines("old")), lines("new"));
    await notice("The two versions of huge.txt are too different to compare line by line").waitFor();
    await fixture.window.ask("command", "tandem.reviews.focus");
    await row("partial comparison, 1 change").waitFor();
  });

  test("after a decision on a change the cursor is at the next undecided one", async () => {
    const { tabName, answer } = await propose("cursor.txt");
    await fixture.driver.showReview(tabName);
    await page().keyboard.press("Control+Home");
    await page().keyboard.press("F7");
    await expect.poll(cursor).toBe(1);
    await page().keyboard.press("Alt+n");
    await expect.poll(cursor).toBe(5);
    await page().keyboard.press("Control+Enter");
    expect(await answer).toEqual({ decision: "saved", text: newText.replace("2", "two") });
  });
}
