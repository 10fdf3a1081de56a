/** Tabs and editor groups: preview, pinned and unsaved tabs, closing, and reloads. */
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

  const labelsOf = (user: UserSession, group: 0 | 1) =>
    user.page.getByTestId(`group-${group}`).locator(".tab-label").allTextContents();
  const front = (user: UserSession, group: 0 | 1) =>
    user.page.getByTestId(`group-${group}`).locator("[role=tab][aria-selected=true]").getAttribute("data-tab-name");
  const label = (user: UserSession, name: string) => user.tab(name).getAttribute("aria-label");

  /** Opens a.txt and types "x" at its start. */
  async function typed(user: UserSession): Promise<void> {
    await user.open("a.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("x");
    await user.isDirty("a.txt", true);
  }

  test("a click in the tree opens a preview that the next click replaces", async () => {
    const user = await startSession(browser, { files });
    await user.row("a.txt").click();
    await user.editor("a.txt").waitFor();
    expect(await label(user, "a.txt")).toBe("a.txt, preview");
    // The focus stays in the tree.
    expect(await user.editor("a.txt").evaluate((content) => content === document.activeElement)).toBe(false);
    await user.row("b.txt").click();
    await eventually(() => user.tabNames()).toEqual(["b.txt"]);
  });

  test("a double click on the row or the tab keeps a preview", async () => {
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

  test("typing keeps a preview and marks it as unsaved; undo removes the mark", async () => {
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

  test("pinned tabs come first", async () => {
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

  test("a middle click or the close button closes a tab and shows the previous one", async () => {
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

  test("a middle click on a tab doesn't paste into the focused file", async () => {
    const user = await startSession(browser, { files });
    await user.open("b.txt");
    await user.open("a.txt");
    // Selecting text sets what the middle button pastes.
    await user.editor("a.txt").locator(".cm-line").first().dblclick();
    await user.press("ArrowRight");
    await user.tab("b.txt").click({ button: "middle" });
    await eventually(() => user.tabNames()).toEqual(["a.txt"]);
    await user.driver.synced();
    expect(await user.text("a.txt")).toBe("one\ntwo\nthree\n");
    await user.isDirty("a.txt", false);
  });

  test("closing a tab with unsaved changes asks: Cancel keeps it open, Save writes and closes", async () => {
    const user = await startSession(browser);
    await typed(user);
    await user.press("Control+Alt+w");
    await user.page.getByTestId("close-cancel").click();
    await user.page.getByTestId("close-dialog").waitFor({ state: "detached" });
    expect(await user.text("a.txt")).toBe("xone\ntwo\nthree\n");
    await user.press("Control+Alt+w");
    // Enter presses Save, the first button.
    await user.page.getByTestId("close-dialog").waitFor();
    await user.press("Enter");
    await eventually(() => user.tabNames()).toEqual([]);
    expect(user.read("a.txt")).toBe("xone\ntwo\nthree\n");
  });

  test("Don't save closes the tab and doesn't change the file; opened again it shows the file on disk", async () => {
    const user = await startSession(browser);
    await typed(user);
    await user.tab("a.txt").click({ button: "middle" });
    await user.page.getByTestId("close-discard").click();
    await eventually(() => user.tabNames()).toEqual([]);
    expect(user.read("a.txt")).toBe("one\ntwo\nthree\n");
    await user.open("a.txt");
    expect(await user.text("a.txt")).toBe("one\ntwo\nthree\n");
  });

  test("split shows a file in both groups; closing one doesn't ask, because the other has the changes", async () => {
    const user = await startSession(browser);
    await typed(user);
    await user.press("Control+\\");
    await eventually(() => labelsOf(user, 1)).toEqual(["a.txt"]);
    expect(await labelsOf(user, 0)).toEqual(["a.txt"]);
    await user.page.getByTestId("group-1").getByRole("tab").click({ button: "middle" });
    await user.page.getByTestId("group-1").waitFor({ state: "detached" });
    expect(await user.page.getByTestId("close-dialog").count()).toBe(0);
    expect(await user.text("a.txt")).toBe("xone\ntwo\nthree\n");
  });

  test("a tab moves to the other group and back with its menu, a key and dragging", async () => {
    const user = await startSession(browser, { files });
    for (const name of ["a.txt", "b.txt", "c.txt"]) await user.open(name);
    await user.tab("b.txt").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Move to other group" }).click();
    await eventually(() => labelsOf(user, 1)).toEqual(["b.txt"]);
    expect(await labelsOf(user, 0)).toEqual(["a.txt", "c.txt"]);
    await eventually(() => user.editor("b.txt").evaluate((content) => content === document.activeElement)).toBe(true);
    await user.press("Control+Alt+\\");
    await eventually(() => labelsOf(user, 0)).toEqual(["a.txt", "c.txt", "b.txt"]);
    await user.tab("b.txt").dragTo(user.tab("a.txt"), { targetPosition: { x: 3, y: 10 } });
    await eventually(() => labelsOf(user, 0)).toEqual(["b.txt", "a.txt", "c.txt"]);
  });

  test("Alt+digit, next and previous go through the tabs in order", async () => {
    const user = await startSession(browser, { files });
    for (const name of ["a.txt", "b.txt", "c.txt"]) await user.open(name);
    await user.press("Alt+1");
    await eventually(() => front(user, 0)).toBe("a.txt");
    await user.press("Control+Alt+PageUp");
    await eventually(() => front(user, 0)).toBe("c.txt");
    await user.press("Control+Alt+PageDown");
    await eventually(() => front(user, 0)).toBe("a.txt");
  });

  test("a reload restores tabs, groups, the active tab, cursor, pins, and unsaved text", async () => {
    const user = await startSession(browser, { files: { ...files, "long.txt": "line\n".repeat(300) } });
    await user.open("b.txt");
    await user.open("c.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("unsaved ");
    await user.isDirty("c.txt", true);
    await user.open("long.txt");
    await user.press("Control+Alt+\\");
    await eventually(() => labelsOf(user, 1)).toEqual(["long.txt"]);
    await user.editor("long.txt").focus();
    await user.press("Control+g");
    await user.page.keyboard.type("250");
    await user.press("Enter");
    await eventually(() => user.page.getByTestId("status-cursor").textContent()).toContain("Ln 250");
    await user.tab("b.txt").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Pin" }).click();
    await eventually(() => label(user, "b.txt")).toBe("b.txt, pinned");
    // The right group is active.
    await user.editor("long.txt").focus();
    await user.driver.synced();

    await user.page.reload();
    await user.editor("long.txt").waitFor();
    expect(await labelsOf(user, 0)).toEqual(["b.txt", "c.txt"]);
    expect(await labelsOf(user, 1)).toEqual(["long.txt"]);
    expect(await front(user, 0)).toBe("c.txt");
    expect(await label(user, "b.txt")).toBe("b.txt, pinned");
    await eventually(() => user.text("c.txt")).toBe("unsaved c\n");
    await user.isDirty("c.txt", true);
    expect(user.read("c.txt")).toBe("c\n");
    await eventually(() => user.page.getByTestId("status-cursor").textContent()).toContain("Ln 250");
    // The cursor's line is visible.
    const line = user.page.getByTestId("group-1").locator(".cm-activeLine");
    await line.waitFor();
    expect(await line.isVisible()).toBe(true);
  });
});
