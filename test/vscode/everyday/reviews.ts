/** Reviews in everyday use of VS Code: the list, the keys, autosave, the user's own diffs. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../eventually.js";
import { baseOf } from "../driver.js";
import type { VscodeFixture } from "../fixture.js";

const oldText = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const newText = "one\n2\nthree\nfour\nfive\n6\nseven\n";

export function reviewTests(fixture: VscodeFixture): void {
  afterEach(() => fixture.endClients());

  const tabs = () => fixture.window.ask("tabs");
  const rows = () => fixture.window.page.locator('[id="workbench.view.extension.tandem"] .monaco-list-row');
  const row = (text: string) => rows().filter({ hasText: text }).first();

  /**
   * A row shows its buttons only under the mouse, and a redrawn row needs it again. On a busy machine a click may be
   * reported as failed although it worked, so this checks whether its effect is there: a row, or the answer.
   */
  const press = (text: string, button: string, effect: string | Promise<unknown>) => {
    let isAnswered = false;
    if (typeof effect !== "string")
      void effect.then(() => {
        isAnswered = true;
      });
    const isDone = async () => isAnswered || (typeof effect === "string" && (await row(effect).count()) > 0);
    return eventually(async () => {
      if (await isDone()) return;
      await row(text).hover({ timeout: 2000 });
      await row(text).locator(`.action-label[aria-label^="${button}"]`).click({ timeout: 2000 });
      if (typeof effect === "string") await row(effect).waitFor({ timeout: 5000 });
    });
  };

  test("auto save keeps edits without accepting", async () => {
    await fixture.window.ask("setting", "files.autoSaveDelay", 100);
    await fixture.window.ask("setting", "files.autoSave", "afterDelay");
    const path = fixture.file("autosave.txt", oldText);
    const { tabName, answer } = await fixture.propose(await fixture.client(), path, newText);
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+Home");
    await fixture.window.ask("type", "typed ");
    const tab = () => fixture.driver.review(tabName);
    await expect.poll(async () => fixture.window.ask("text", (await tab())?.uri ?? "")).toContain("typed");
    await expect.poll(async () => (await tab())?.isDirty).toBe(false);
    expect(isAnswered).toBe(false);
    expect(readFileSync(path, "utf8")).toBe(oldText);
    await fixture.driver.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: `typed ${newText}` });
    await fixture.window.ask("setting", "files.autoSave", "off");
  });

  test("saving from the menu accepts", async () => {
    const path = fixture.file("saved.txt", oldText);
    const { tabName, answer } = await fixture.propose(await fixture.client(), path, newText);
    await fixture.driver.showReview(tabName);
    await fixture.window.ask("command", "workbench.action.files.save");
    expect(await answer).toEqual({ decision: "saved", text: newText });
    await expect.poll(() => fixture.driver.pendingReviews()).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(oldText);
  });

  test("an edited review that is accepted by saving from the menu closes without asking whether to save", async () => {
    const path = fixture.file("edited.txt", oldText);
    const { tabName, answer } = await fixture.propose(await fixture.client(), path, newText);
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+Home");
    await fixture.window.ask("type", "typed ");
    await fixture.window.ask("command", "workbench.action.files.save");
    expect(await answer).toEqual({ decision: "saved", text: `typed ${newText}` });
    await expect.poll(() => fixture.driver.pendingReviews()).toEqual([]);
  });

  test("a proposal opens after the tab of the last review has closed, so that it isn't closed with it", async () => {
    const client = await fixture.client();
    const [first, second] = [fixture.file("first.txt", oldText), fixture.file("second.txt", oldText)];
    const { tabName, answer } = await fixture.propose(client, first, newText);
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+Home");
    await fixture.window.ask("type", "typed ");
    await fixture.window.ask("slowSaves", 500);
    try {
      await fixture.window.ask("command", "tandem.acceptReview");
      expect(await answer).toMatchObject({ decision: "saved" });
      // Its tab is being saved, so that it can close.
      expect(await fixture.driver.pendingReviews()).toEqual([tabName]);
      const next = await fixture.propose(client, second, newText);
      expect(await fixture.driver.pendingReviews()).toEqual([next.tabName]);
      await fixture.driver.accept(next.tabName);
      expect(await next.answer).toEqual({ decision: "saved", text: newText });
    } finally {
      await fixture.window.ask("slowSaves", 0);
    }
  });

  test("the accept command only accepts the active review and shows an unseen one instead", async () => {
    const own = fixture.file("own.txt", "mine\n");
    const path = fixture.file("unseen.txt", oldText);
    const { tabName, answer } = await fixture.propose(await fixture.client(), path, newText);
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    await fixture.driver.openFile(own);
    await fixture.window.ask("command", "tandem.acceptReview");
    await expect.poll(async () => (await fixture.driver.review(tabName))?.isActive).toBe(true);
    expect(isAnswered).toBe(false);
    await fixture.window.ask("command", "tandem.acceptReview");
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  test("the list shows pending reviews by session and can decide single changes", async () => {
    const path = fixture.file("listed.txt", oldText);
    const other = fixture.file("other.txt", oldText);
    const { answer } = await fixture.propose(await fixture.client(), path, newText);
    const second = await fixture.propose(await fixture.client(), other, newText);
    await fixture.window.ask("command", "tandem.reviews.focus");
    await row("listed.txt").waitFor();
    // Two sessions, two proposals, two changes each.
    await expect.poll(() => rows().count()).toBe(8);
    await press("line 2:", "Reject Change", "1 rejected, 1 left, +1 −1");
    await press("1 rejected, 1 left", "Accept Proposal", answer);
    expect(await answer).toEqual({ decision: "saved", text: "one\ntwo\nthree\nfour\nfive\n6\nseven\n" });
    await press("other.txt", "Reject Proposal", second.answer);
    expect(await second.answer).toMatchObject({ decision: "rejected" });
    await expect.poll(() => rows().count()).toBe(0);
  });

  test("decided changes stay in the list, a decision can be undone, and the left side is the file on disk", async () => {
    const path = fixture.file("decided.txt", oldText);
    const { tabName, answer } = await fixture.propose(await fixture.client(), path, newText);
    const uri = (await fixture.driver.review(tabName))?.uri ?? "";
    await fixture.window.ask("command", "tandem.reviews.focus");
    await press("line 2:", "Accept Change", "line 2: +1 −1, accepted");
    await press("line 6:", "Reject Change", "line 6: +1 −1, rejected");
    await row("1 accepted, 1 rejected, 0 left, +1 −1").waitFor();
    expect(await fixture.window.ask("text", baseOf(uri))).toBe(oldText);
    expect(await fixture.window.ask("text", uri)).toBe("one\n2\nthree\nfour\nfive\nsix\nseven\n");
    await press("line 2:", "Undo Decision", "1 rejected, 1 left");
    await press("line 2:", "Reject Change", "line 2: +1 −1, rejected");
    // The row of the review is drawn after the row of the change, and still says "1 left" until then.
    await row("2 rejected, 0 left, +0 −0").waitFor();
    await press("line 6:", "Undo Decision", "1 rejected, 1 left");
    await expect.poll(() => fixture.window.ask("text", uri)).toBe("one\ntwo\nthree\nfour\nfive\n6\nseven\n");
    await press("1 rejected, 1 left", "Accept Proposal", answer);
    expect(await answer).toEqual({ decision: "saved", text: "one\ntwo\nthree\nfour\nfive\n6\nseven\n" });
  });

  test("undo in the editor also undoes a rejection", async () => {
    // A rejected change that only inserted lines has no lines left.
    const inserted = "one\nnew\ntwo\nthree\nfour\nfive\n6\nseven\n";
    const { tabName, answer } = await fixture.propose(
      await fixture.client(),
      fixture.file("undo.txt", oldText),
      inserted,
    );
    const uri = (await fixture.driver.review(tabName))?.uri ?? "";
    await fixture.window.ask("command", "tandem.reviews.focus");
    await row("2 changes, +2 −1").waitFor();
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+Home");
    await fixture.window.page.keyboard.press("Alt+n");
    await row("1 rejected, 1 left, +1 −1").waitFor();
    await expect.poll(() => fixture.window.ask("text", uri)).toBe("one\ntwo\nthree\nfour\nfive\n6\nseven\n");
    await fixture.window.page.keyboard.press("Control+z");
    await row("2 changes").waitFor();
    expect(await fixture.window.ask("text", uri)).toBe(inserted);
    await fixture.window.page.keyboard.press("Control+Shift+z");
    await row("line 2: +1 −0, rejected").waitFor();
    await fixture.window.page.keyboard.press("Control+z");
    await row("2 changes").waitFor();
    await fixture.driver.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: inserted });
  });

  test("edits and rejected changes are both in the result", async () => {
    const { tabName, answer } = await fixture.propose(
      await fixture.client(),
      fixture.file("both.txt", oldText),
      newText,
    );
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+End");
    await fixture.window.ask("type", "mine\n");
    await fixture.window.page.keyboard.press("Control+Home");
    // As fast as possible: when the second decision is made, the first edit isn't in the document yet.
    await fixture.window.page.keyboard.press("Alt+n");
    await fixture.window.page.keyboard.press("Alt+y");
    await fixture.window.page.keyboard.press("Control+Enter");
    expect(await answer).toEqual({ decision: "saved", text: "one\ntwo\nthree\nfour\nfive\n6\nseven\nmine\n" });
  });

  test("F7 goes to the next change, and Alt+N rejects the one at the cursor", async () => {
    const path = fixture.file("keys.txt", oldText);
    const { tabName, answer } = await fixture.propose(await fixture.client(), path, newText);
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+End");
    await fixture.window.page.keyboard.press("Shift+F7");
    await expect.poll(async () => (await fixture.window.ask("selection"))?.range.start.line).toBe(5);
    await fixture.window.page.keyboard.press("Alt+n");
    const uri = (await fixture.driver.review(tabName))?.uri ?? "";
    await expect.poll(() => fixture.window.ask("text", uri)).toBe("one\n2\nthree\nfour\nfive\nsix\nseven\n");
    await fixture.window.page.keyboard.press("Control+Enter");
    expect(await answer).toEqual({ decision: "saved", text: "one\n2\nthree\nfour\nfive\nsix\nseven\n" });
  });

  test("the user's own diff stays open when a client closes its reviews", async () => {
    const left = fixture.file("left.txt", "a\n");
    const right = fixture.file("right.txt", "b\n");
    await fixture.window.ask("command", "vscode.diff", `file://${left}`, `file://${right}`, "mine");
    const client = await fixture.client();
    const { answer } = await fixture.propose(client, fixture.file("closed.txt", oldText), newText);
    expect(await client.call("closeAllDiffTabs")).toEqual({ closed: 1 });
    expect(await answer).toMatchObject({ decision: "rejected" });
    await expect.poll(() => fixture.driver.pendingReviews()).toEqual([]);
    expect((await tabs()).map(({ label }) => label)).toContain("mine");
  });

  test("keeps edits in a proposal that Claude withdraws", async () => {
    const client = await fixture.client();
    const { tabName, answer } = await fixture.propose(client, fixture.file("withdrawn.txt", oldText), newText);
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+Home");
    await fixture.window.ask("type", "my own words\n");
    expect(await client.call("closeAllDiffTabs")).toEqual({ closed: 1 });
    expect(await answer).toMatchObject({ decision: "rejected" });
    const notice = fixture.window.page.locator(".notification-list-item", { hasText: "withdrawn.txt" });
    await notice.getByText("Open Edits").click();
    const untitled = async () => (await tabs()).find(({ uri }) => uri?.startsWith("untitled:"))?.uri ?? "";
    await expect.poll(async () => fixture.window.ask("text", await untitled())).toBe(`my own words\n${newText}`);
  });

  test("moving a review to another group does not decide it", async () => {
    const { tabName, answer } = await fixture.propose(
      await fixture.client(),
      fixture.file("moved.txt", oldText),
      newText,
    );
    await fixture.driver.showReview(tabName);
    await fixture.window.ask("command", "workbench.action.moveEditorToNextGroup");
    await expect.poll(async () => (await fixture.driver.review(tabName))?.group).toBe(1);
    await fixture.driver.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  test("a review does not take focus from a terminal", async () => {
    await fixture.window.ask("terminal", "true");
    const isInTerminal = () =>
      fixture.window.page.evaluate(() => document.activeElement?.closest(".terminal-wrapper, .xterm") !== null);
    await expect.poll(isInTerminal).toBe(true);
    const { tabName } = await fixture.propose(await fixture.client(), fixture.file("focus.txt", oldText), newText);
    await (await fixture.driver.reviewTab(tabName)).waitFor();
    expect(await isInTerminal()).toBe(true);
  });
}
