/** Reviews as a person has them in VS Code: the list, the keys, autosave, the user's own comparisons. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../eventually.js";
import type { VscodeStage } from "../stage.js";

const oldText = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const newText = "one\n2\nthree\nfour\nfive\n6\nseven\n";

export function reviewTests(stage: VscodeStage): void {
  afterEach(() => stage.endClients());

  const tabs = () => stage.window.ask("tabs");
  const rows = () => stage.window.page.locator('[id="workbench.view.extension.tandem"] .monaco-list-row');
  const row = (text: string) => rows().filter({ hasText: text }).first();

  /**
   * The buttons of a row are there while the mouse is over it; a row that is drawn anew meanwhile wants it once more. On a
   * busy machine a press counts although it is said to have failed: the row that it leads to tells.
   */
  const press = (text: string, button: string, then?: string) =>
    eventually(async () => {
      if (then !== undefined && (await row(then).count()) > 0) return;
      await row(text).hover({ timeout: 2000 });
      await row(text).locator(`.action-label[aria-label^="${button}"]`).click({ timeout: 2000 });
      if (then !== undefined) await row(then).waitFor({ timeout: 5000 });
    });

  test("autosave keeps what was typed and accepts nothing; the answer has it when the user accepts", async () => {
    await stage.window.ask("setting", "files.autoSaveDelay", 100);
    await stage.window.ask("setting", "files.autoSave", "afterDelay");
    const path = stage.file("autosave.txt", oldText);
    const { tabName, answer } = await stage.propose(await stage.client(), path, newText);
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    await stage.hand.showReview(tabName);
    await stage.window.page.keyboard.press("Control+Home");
    await stage.window.ask("type", "typed ");
    const tab = async () => (await tabs()).find(({ label }) => label === tabName);
    await expect.poll(async () => stage.window.ask("text", (await tab())?.uri ?? "")).toContain("typed");
    await expect.poll(async () => (await tab())?.isDirty).toBe(false);
    expect(isAnswered).toBe(false);
    expect(readFileSync(path, "utf8")).toBe(oldText);
    await stage.hand.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: `typed ${newText}` });
    await stage.window.ask("setting", "files.autoSave", "off");
  });

  test("a save from the menu accepts, as the key does", async () => {
    const path = stage.file("saved.txt", oldText);
    const { tabName, answer } = await stage.propose(await stage.client(), path, newText);
    await stage.hand.showReview(tabName);
    await stage.window.ask("command", "workbench.action.files.save");
    expect(await answer).toEqual({ decision: "saved", text: newText });
    await expect.poll(() => stage.hand.pendingReviews()).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(oldText);
  });

  test("accept by its command decides only what is in front: a proposal that nobody looked at is shown instead", async () => {
    const own = stage.file("own.txt", "mine\n");
    const path = stage.file("unseen.txt", oldText);
    const { tabName, answer } = await stage.propose(await stage.client(), path, newText);
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    await stage.hand.openFile(own);
    await stage.window.ask("command", "tandem.acceptReview");
    await expect.poll(async () => (await tabs()).find(({ label }) => label === tabName)?.isActive).toBe(true);
    expect(isAnswered).toBe(false);
    await stage.window.ask("command", "tandem.acceptReview");
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  test("the list has what waits, by session, and takes single changes", async () => {
    const path = stage.file("listed.txt", oldText);
    const other = stage.file("other.txt", oldText);
    const { answer } = await stage.propose(await stage.client(), path, newText);
    const second = await stage.propose(await stage.client(), other, newText);
    await stage.window.ask("command", "tandem.reviews.focus");
    await row("listed.txt").waitFor();
    // Two sessions, two proposals, two changes each.
    await expect.poll(() => rows().count()).toBe(8);
    await press("line 2:", "Reject This Change", "1 to decide");
    await press("1 to decide", "Accept the Proposal");
    expect(await answer).toEqual({ decision: "saved", text: "one\ntwo\nthree\nfour\nfive\n6\nseven\n" });
    await press("other.txt", "Reject the Proposal");
    expect(await second.answer).toMatchObject({ decision: "rejected" });
    await expect.poll(() => rows().count()).toBe(0);
  });

  test("decided changes stay in the list and say so, a decision can be undone, and the left side is what is on disk", async () => {
    const path = stage.file("decided.txt", oldText);
    const { tabName, answer } = await stage.propose(await stage.client(), path, newText);
    const uri = (await tabs()).find(({ label }) => label === tabName)?.uri ?? "";
    await stage.window.ask("command", "tandem.reviews.focus");
    await press("line 2:", "Accept This Change", "line 2: +1 −1, accepted");
    await press("line 6:", "Reject This Change", "line 6: +1 −1, rejected");
    await row("all decided: accept to finish").waitFor();
    expect(await stage.window.ask("text", uri.replace("/result/", "/base/"))).toBe(oldText);
    expect(await stage.window.ask("text", uri)).toBe("one\n2\nthree\nfour\nfive\nsix\nseven\n");
    await press("line 2:", "Undo Decision", "1 to decide");
    await press("line 2:", "Reject This Change", "line 2: +1 −1, rejected");
    await press("line 6:", "Undo Decision", "1 to decide");
    await expect.poll(() => stage.window.ask("text", uri)).toBe("one\ntwo\nthree\nfour\nfive\n6\nseven\n");
    await press("1 to decide", "Accept the Proposal");
    expect(await answer).toEqual({ decision: "saved", text: "one\ntwo\nthree\nfour\nfive\n6\nseven\n" });
  });

  test("undo in the editor takes a rejection back: the change is undecided again", async () => {
    // One that only inserts lines has no place of its own any more once it is rejected.
    const inserted = "one\nnew\ntwo\nthree\nfour\nfive\n6\nseven\n";
    const { tabName, answer } = await stage.propose(await stage.client(), stage.file("undo.txt", oldText), inserted);
    const uri = (await tabs()).find(({ label }) => label === tabName)?.uri ?? "";
    await stage.window.ask("command", "tandem.reviews.focus");
    await row("2 to decide").waitFor();
    await stage.hand.showReview(tabName);
    await stage.window.page.keyboard.press("Control+Home");
    await stage.window.page.keyboard.press("Alt+n");
    await row("1 to decide").waitFor();
    await expect.poll(() => stage.window.ask("text", uri)).toBe("one\ntwo\nthree\nfour\nfive\n6\nseven\n");
    await stage.window.page.keyboard.press("Control+z");
    await row("2 to decide").waitFor();
    expect(await stage.window.ask("text", uri)).toBe(inserted);
    await stage.window.page.keyboard.press("Control+Shift+z");
    await row("line 2: +1 −0, rejected").waitFor();
    await stage.window.page.keyboard.press("Control+z");
    await row("2 to decide").waitFor();
    await stage.hand.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: inserted });
  });

  test("what is typed and what is rejected are both in the answer", async () => {
    const { tabName, answer } = await stage.propose(await stage.client(), stage.file("both.txt", oldText), newText);
    await stage.hand.showReview(tabName);
    await stage.window.page.keyboard.press("Control+End");
    await stage.window.ask("type", "mine\n");
    await stage.window.page.keyboard.press("Control+Home");
    // One after the other, as fast as keys come: the first edit is not in the document when the second is decided.
    await stage.window.page.keyboard.press("Alt+n");
    await stage.window.page.keyboard.press("Alt+y");
    await stage.window.page.keyboard.press("Control+Enter");
    expect(await answer).toEqual({ decision: "saved", text: "one\ntwo\nthree\nfour\nfive\n6\nseven\nmine\n" });
  });

  test("F7 goes to the next change, and Alt+N refuses the one at the cursor", async () => {
    const path = stage.file("keys.txt", oldText);
    const { tabName, answer } = await stage.propose(await stage.client(), path, newText);
    await stage.hand.showReview(tabName);
    await stage.window.page.keyboard.press("Control+End");
    await stage.window.page.keyboard.press("Shift+F7");
    await expect.poll(async () => (await stage.window.ask("selection"))?.range.start.line).toBe(5);
    await stage.window.page.keyboard.press("Alt+n");
    const uri = (await tabs()).find(({ label }) => label === tabName)?.uri ?? "";
    await expect.poll(() => stage.window.ask("text", uri)).toBe("one\n2\nthree\nfour\nfive\nsix\nseven\n");
    await stage.window.page.keyboard.press("Control+Enter");
    expect(await answer).toEqual({ decision: "saved", text: "one\n2\nthree\nfour\nfive\nsix\nseven\n" });
  });

  test("the user's own comparison stays when a client closes its reviews", async () => {
    const left = stage.file("left.txt", "a\n");
    const right = stage.file("right.txt", "b\n");
    await stage.window.ask("command", "vscode.diff", `file://${left}`, `file://${right}`, "mine");
    const client = await stage.client();
    const { answer } = await stage.propose(client, stage.file("closed.txt", oldText), newText);
    expect(await client.call("closeAllDiffTabs")).toEqual({ closed: 1 });
    expect(await answer).toMatchObject({ decision: "rejected" });
    await expect.poll(() => stage.hand.pendingReviews()).toEqual([]);
    expect((await tabs()).map(({ label }) => label)).toContain("mine");
  });

  test("what was typed into a proposal was lost when Claude took it back", async () => {
    const client = await stage.client();
    const { tabName, answer } = await stage.propose(client, stage.file("withdrawn.txt", oldText), newText);
    await stage.hand.showReview(tabName);
    await stage.window.page.keyboard.press("Control+Home");
    await stage.window.ask("type", "my own words\n");
    expect(await client.call("closeAllDiffTabs")).toEqual({ closed: 1 });
    expect(await answer).toMatchObject({ decision: "rejected" });
    const notice = stage.window.page.locator(".notification-list-item", { hasText: "withdrawn.txt" });
    await notice.getByText("Open My Text").click();
    const untitled = async () => (await tabs()).find(({ uri }) => uri?.startsWith("untitled:"))?.uri ?? "";
    await expect.poll(async () => stage.window.ask("text", await untitled())).toBe(`my own words\n${newText}`);
  });

  test("a review that is moved to another group is not decided by that", async () => {
    const { tabName, answer } = await stage.propose(await stage.client(), stage.file("moved.txt", oldText), newText);
    await stage.hand.showReview(tabName);
    await stage.window.ask("command", "workbench.action.moveEditorToNextGroup");
    await expect.poll(async () => (await tabs()).find(({ label }) => label === tabName)?.group).toBe(1);
    await stage.hand.accept(tabName);
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  test("a review leaves the keyboard in the terminal where the user types", async () => {
    await stage.window.ask("terminal", "true");
    const isInTerminal = () =>
      stage.window.page.evaluate(() => document.activeElement?.closest(".terminal-wrapper, .xterm") !== null);
    await expect.poll(isInTerminal).toBe(true);
    const { tabName } = await stage.propose(await stage.client(), stage.file("focus.txt", oldText), newText);
    await stage.hand.reviewTab(tabName).waitFor();
    expect(await isInTerminal()).toBe(true);
  });
}
