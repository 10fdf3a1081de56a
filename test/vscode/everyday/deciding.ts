/** The flow of deciding: titles, the queue of reviews, the cursor after a decision. */
import type { Client } from "@tandem-ide/client";
import { afterEach, beforeEach, expect, test } from "vitest";
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
  const statusItem = () => page().locator('.statusbar-item[id="tandem-ide.tandem-vscode.tandem.status"] a');

  test("the breadcrumbs of a review began with an id: they and the title show the path of the file", async () => {
    const path = `${fixture.folder}/src/newfile.ts`;
    const { tabName } = await fixture.propose(client, path, "export {};\n");
    await fixture.driver.showReview(tabName);
    expect(await active()).toBe("src/newfile.ts (proposed)");
    const crumbs = page().locator(".editor-group-container.active .breadcrumbs-control .monaco-breadcrumb-item");
    await expect.poll(() => crumbs.allTextContents()).toEqual(["src", "newfile.ts"]);
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

  test("after a decision about a change the cursor is at the next undecided one", async () => {
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
