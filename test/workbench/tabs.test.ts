/** Tabs and the two halves: preview, kept, pinned, dirty; closing asks; a reload brings all of it back. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually, startSession, type UserSession } from "./user-session.js";

const { describe, test } = needsChromium();
const files = { "b.txt": "b\n", "c.txt": "c\n" };

describe("Tabs in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const half = (user: UserSession, group: 0 | 1) =>
    user.page.getByTestId(`group-${group}`).locator(".tab-label").allTextContents();
  const front = (user: UserSession, group: 0 | 1) =>
    user.page.getByTestId(`group-${group}`).locator("[role=tab][aria-selected=true]").getAttribute("data-tab-name");
  const label = (user: UserSession, name: string) => user.tab(name).getAttribute("aria-label");

  /** a.txt with "x" typed at its start. */
  async function typed(user: UserSession): Promise<void> {
    await user.open("a.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("x");
    await user.isDirty("a.txt", true);
  }

  test("a click in the tree shows a preview that the next one replaces", async () => {
    const user = await startSession(browser, { files });
    await user.row("a.txt").click();
    await user.editor("a.txt").waitFor();
    expect(await label(user, "a.txt")).toBe("a.txt, preview");
    // The hand stays in the tree.
    expect(await user.editor("a.txt").evaluate((content) => content === document.activeElement)).toBe(false);
    await user.row("b.txt").click();
    await eventually(() => user.tabNames()).toEqual(["b.txt"]);
  });

  test("a double click keeps a preview, on the row and on the tab", async () => {
    const user = await startSession(browser, { files });
    await user.row("a.txt").dblclick();
    await eventually(() => label(user, "a.txt")).toBe("a.txt");
    await user.row("b.txt").click();
    await user.tab("b.txt").waitFor();
    await user.tab("b.txt").dblclick();
    await eventually(() => label(user, "b.txt")).toBe("b.txt");
    await user.row("c.txt").click();
    await eventually(() => user.tabNames()).toEqual(["a.txt", "b.txt", "c.txt"]);
  });

  test("typing keeps a preview and marks it as unsaved; undoing takes the mark away", async () => {
    const user = await startSession(browser, { files });
    await user.row("a.txt").click();
    await user.editor("a.txt").click();
    await user.page.keyboard.type("x");
    await eventually(() => label(user, "a.txt")).toBe("a.txt, unsaved");
    expect(await user.tab("a.txt").locator(".tab-close.dirty").count()).toBe(1);
    await user.row("b.txt").click();
    await eventually(() => user.tabNames()).toEqual(["a.txt", "b.txt"]);
    await user.open("a.txt");
    await user.press("Control+z");
    await eventually(() => label(user, "a.txt")).toBe("a.txt");
  });

  test("pinned tabs stand first and stay", async () => {
    const user = await startSession(browser, { files });
    for (const name of ["a.txt", "b.txt", "c.txt"]) await user.open(name);
    await user.tab("c.txt").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Pin" }).click();
    await eventually(() => user.tabNames()).toEqual(["c.txt", "a.txt", "b.txt"]);
    expect(await label(user, "c.txt")).toBe("c.txt, pinned");
    await user.tab("c.txt").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Unpin" }).click();
    await eventually(() => label(user, "c.txt")).toBe("c.txt");
  });

  test("a middle click and the cross close; then the one before is in front", async () => {
    const user = await startSession(browser, { files });
    for (const name of ["a.txt", "b.txt", "c.txt"]) await user.open(name);
    await user.open("a.txt");
    await user.tab("a.txt").click({ button: "middle" });
    await eventually(() => user.tabNames()).toEqual(["b.txt", "c.txt"]);
    expect(await front(user, 0)).toBe("c.txt");
    await user.tab("c.txt").getByTestId("tab-close").click();
    await eventually(() => user.tabNames()).toEqual(["b.txt"]);
    expect(await front(user, 0)).toBe("b.txt");
  });

  test("a middle click on a tab does not paste into the file that has the keyboard", async () => {
    const user = await startSession(browser, { files });
    await user.open("b.txt");
    await user.open("a.txt");
    // Selecting by hand fills what the middle button pastes.
    await user.editor("a.txt").locator(".cm-line").first().dblclick();
    await user.press("ArrowRight");
    await user.tab("b.txt").click({ button: "middle" });
    await eventually(() => user.tabNames()).toEqual(["a.txt"]);
    await user.hand.synced();
    expect(await user.text("a.txt")).toBe("one\ntwo\nthree\n");
    await user.isDirty("a.txt", false);
  });

  test("closing unsaved changes asks: Cancel keeps, Save writes and closes", async () => {
    const user = await startSession(browser);
    await typed(user);
    await user.press("Control+Alt+w");
    await user.page.getByTestId("close-cancel").click();
    await user.page.getByTestId("close-dialog").waitFor({ state: "detached" });
    expect(await user.text("a.txt")).toBe("xone\ntwo\nthree\n");
    await user.press("Control+Alt+w");
    // Enter is Save: it is the first button.
    await user.page.getByTestId("close-dialog").waitFor();
    await user.press("Enter");
    await eventually(() => user.tabNames()).toEqual([]);
    expect(user.read("a.txt")).toBe("xone\ntwo\nthree\n");
  });

  test("Discard closes and leaves the file as it was; opened again it is as on disk", async () => {
    const user = await startSession(browser);
    await typed(user);
    await user.tab("a.txt").click({ button: "middle" });
    await user.page.getByTestId("close-discard").click();
    await eventually(() => user.tabNames()).toEqual([]);
    expect(user.read("a.txt")).toBe("one\ntwo\nthree\n");
    await user.open("a.txt");
    expect(await user.text("a.txt")).toBe("one\ntwo\nthree\n");
  });

  test("split shows a file on both sides; closing one side asks nothing, for the other has the changes", async () => {
    const user = await startSession(browser);
    await typed(user);
    await user.press("Control+\\");
    await eventually(() => half(user, 1)).toEqual(["a.txt"]);
    expect(await half(user, 0)).toEqual(["a.txt"]);
    await user.page.getByTestId("group-1").getByRole("tab").click({ button: "middle" });
    await user.page.getByTestId("group-1").waitFor({ state: "detached" });
    expect(await user.page.getByTestId("close-dialog").count()).toBe(0);
    expect(await user.text("a.txt")).toBe("xone\ntwo\nthree\n");
  });

  test("a tab moves to the other side and back, by its menu, by a key and by dragging", async () => {
    const user = await startSession(browser, { files });
    for (const name of ["a.txt", "b.txt", "c.txt"]) await user.open(name);
    await user.tab("b.txt").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Move to other side" }).click();
    await eventually(() => half(user, 1)).toEqual(["b.txt"]);
    expect(await half(user, 0)).toEqual(["a.txt", "c.txt"]);
    await eventually(() => user.editor("b.txt").evaluate((content) => content === document.activeElement)).toBe(true);
    await user.press("Control+Alt+\\");
    await eventually(() => half(user, 0)).toEqual(["a.txt", "c.txt", "b.txt"]);
    await user.tab("b.txt").dragTo(user.tab("a.txt"), { targetPosition: { x: 3, y: 10 } });
    await eventually(() => half(user, 0)).toEqual(["b.txt", "a.txt", "c.txt"]);
  });

  test("Alt+digit, next and previous go through the tabs in their order", async () => {
    const user = await startSession(browser, { files });
    for (const name of ["a.txt", "b.txt", "c.txt"]) await user.open(name);
    await user.press("Alt+1");
    await eventually(() => front(user, 0)).toBe("a.txt");
    await user.press("Control+Alt+PageUp");
    await eventually(() => front(user, 0)).toBe("c.txt");
    await user.press("Control+Alt+PageDown");
    await eventually(() => front(user, 0)).toBe("a.txt");
  });

  test("a reload brings back tabs, halves, what was in front, cursor, pins, and text that was never saved", async () => {
    const user = await startSession(browser, { files: { ...files, "long.txt": "line\n".repeat(300) } });
    await user.open("b.txt");
    await user.open("c.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("unsaved ");
    await user.isDirty("c.txt", true);
    await user.open("long.txt");
    await user.press("Control+Alt+\\");
    await eventually(() => half(user, 1)).toEqual(["long.txt"]);
    await user.editor("long.txt").focus();
    await user.press("Control+g");
    await user.page.keyboard.type("250");
    await user.press("Enter");
    await eventually(() => user.page.getByTestId("status-cursor").textContent()).toContain("Ln 250");
    await user.tab("b.txt").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Pin" }).click();
    await eventually(() => label(user, "b.txt")).toBe("b.txt, pinned");
    // The right half is the active one.
    await user.editor("long.txt").focus();
    await user.hand.synced();

    await user.page.reload();
    await user.editor("long.txt").waitFor();
    expect(await half(user, 0)).toEqual(["b.txt", "c.txt"]);
    expect(await half(user, 1)).toEqual(["long.txt"]);
    expect(await front(user, 0)).toBe("c.txt");
    expect(await label(user, "b.txt")).toBe("b.txt, pinned");
    await eventually(() => user.text("c.txt")).toBe("unsaved c\n");
    await user.isDirty("c.txt", true);
    expect(user.read("c.txt")).toBe("c\n");
    await eventually(() => user.page.getByTestId("status-cursor").textContent()).toContain("Ln 250");
    // The line of the cursor is in view.
    const line = user.page.getByTestId("group-1").locator(".cm-activeLine");
    await line.waitFor();
    expect(await line.isVisible()).toBe(true);
  });
});
