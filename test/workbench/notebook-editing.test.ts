/** Working with the cells of a notebook, without a kernel. */
import type { EditorNotificationParams } from "@tandem-ide/protocol";
import { Notebook } from "@tandem-ide/workspace/notebook";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { notebookOf, openNotebook } from "./notebook-driver.js";
import { eventually } from "./user-session.js";

const { describe, test } = needsChromium();

describe("Cells in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("inserts, deletes, moves and changes cells with the keyboard, and undoes each step", async () => {
    const it = await openNotebook(browser, notebookOf("a", "b", "c"));
    const keys = async (...names: string[]) => {
      for (const name of names) await it.page.keyboard.press(name);
    };
    await it.edit(1);
    await keys("Escape", "b");
    await eventually(() => it.cells.count()).toBe(4);
    await eventually(() => it.source(2).evaluate((content) => content === document.activeElement)).toBe(true);
    await it.page.keyboard.insertText("new");
    await eventually(() => it.sources()).toEqual(["a", "b", "new", "c"]);
    await keys("Escape", "Alt+ArrowUp");
    await eventually(() => it.sources()).toEqual(["a", "new", "b", "c"]);
    await keys("Delete");
    await eventually(() => it.sources()).toEqual(["a", "b", "c"]);
    await keys("m");
    await eventually(async () => (await it.read()).cells.map((cell) => cell.type)).toEqual([
      "code",
      "markdown",
      "code",
    ]);
    await keys("Control+z", "Control+z");
    await eventually(() => it.sources()).toEqual(["a", "new", "b", "c"]);
    await keys("Control+z");
    await eventually(() => it.sources()).toEqual(["a", "b", "new", "c"]);
    // Undo in the text of a cell is the same.
    await it.edit(0);
    await keys("Control+z");
    await eventually(() => it.sources()).toEqual(["a", "b", "", "c"]);
    await keys("Control+z");
    await eventually(() => it.sources()).toEqual(["a", "b", "c"]);
    await it.user.isDirty("n.ipynb", false);
    await keys("Control+Shift+Z");
    await eventually(() => it.cells.count()).toBe(4);
  });

  test("arrow keys move from the text of one cell to the next", async () => {
    const it = await openNotebook(browser, notebookOf("a\nb", "c"));
    await it.edit(0);
    await it.page.keyboard.press("Control+Home");
    await it.page.keyboard.press("ArrowDown");
    expect(await it.source(0).evaluate((content) => content === document.activeElement)).toBe(true);
    await it.page.keyboard.press("ArrowDown");
    await eventually(() => it.source(1).evaluate((content) => content === document.activeElement)).toBe(true);
  });

  test("renders text cells, edits them on double click, and ignores their HTML", async () => {
    const text =
      "# Title\n\n*em* [ok](https://example.com) [bad](javascript:alert(1)) ![far](https://example.com/x.png)\n\n<b onclick=x>raw</b>";
    const it = await openNotebook(browser, Notebook.create().insertCell(0, "markdown", text).toText());
    const rendered = it.page.getByTestId("cell-markdown");
    await eventually(() => rendered.locator(".h1").textContent()).toBe("Title");
    expect(await rendered.locator("em").textContent()).toBe("em");
    expect(await rendered.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
      "https://example.com",
    ]);
    expect(await rendered.locator("img, b").count()).toBe(0);
    expect(await rendered.textContent()).toContain("<b onclick=x>raw</b>");
    await rendered.dblclick();
    await it.source(0).waitFor();
    await it.page.keyboard.press("Control+a");
    await it.page.keyboard.press("Delete");
    await it.page.keyboard.type("## Other");
    await it.page.keyboard.press("Control+Enter");
    await eventually(() => rendered.locator(".h2").textContent()).toBe("Other");
    await it.page.keyboard.press("Enter");
    await eventually(() => it.source(0).evaluate((content) => content === document.activeElement)).toBe(true);
  });

  test("shows an invalid notebook as text with the reason, and as cells once it is valid", async () => {
    const it = await openNotebook(browser, '{"cells": [], "nbformat": 3}\n');
    const banner = it.page.getByTestId("notebook-problem");
    await eventually(() => banner.textContent()).toContain("old nbformat 3");
    await it.user.editor("n.ipynb").click();
    await it.page.keyboard.press("Control+a");
    await it.page.keyboard.insertText(notebookOf("mended"));
    await eventually(() => it.cells.count()).toBe(1);
    await eventually(() => it.source(0).textContent()).toBe("mended");
    expect(await banner.count()).toBe(0);
  });

  test("switches between text and notebook, with the cursor at the same position", async () => {
    const it = await openNotebook(browser, notebookOf("one", "two"));
    await it.edit(1);
    await it.page.keyboard.press("End");
    await it.page.getByTestId("show-text").click();
    const text = it.user.editor("n.ipynb");
    await eventually(() => text.evaluate((content) => content === document.activeElement)).toBe(true);
    // The cursor is at the same position as in the cell.
    await it.page.keyboard.type("!");
    await it.page.getByTestId("show-notebook").click();
    await eventually(() => it.source(1).textContent()).toBe("two!");
    expect(await it.command("notebook.text")).toBe(true);
    await text.waitFor();
    expect(await it.cells.count()).toBe(0);
  });

  test("keeps unsaved changes after a reload, and saving keeps the rest of an oddly formatted file exactly", async () => {
    const odd = `{\r\n  "nbformat_minor": 2, "nbformat": 4,\r\n  "metadata": {"x": 1.0},\r\n  "cells": [\r\n    {"cell_type": "code", "execution_count": null, "metadata": {},   "outputs": [], "source": "plain = 1e5"},\r\n    {"cell_type": "raw", "metadata": {"k": 10000000000000000001}, "source": ["r"]}\r\n  ]\r\n}`;
    const it = await openNotebook(browser, odd);
    await it.edit(0);
    await it.page.keyboard.press("End");
    await it.page.keyboard.type("0");
    await it.user.isDirty("n.ipynb", true);
    await it.page.reload();
    await eventually(() => it.source(0).textContent()).toBe("plain = 1e50");
    expect(it.user.read("n.ipynb")).toBe(odd);
    await it.page.keyboard.press("Control+s");
    await it.user.isDirty("n.ipynb", false);
    const saved = it.user.read("n.ipynb");
    expect(Notebook.parse(saved).cells[0]?.source).toBe("plain = 1e50");
    expect(saved).toContain('{"cell_type": "raw", "metadata": {"k": 10000000000000000001}, "source": ["r"]}');
    expect(saved).not.toMatch(/[^\r]\n/);
  });

  test("reports the selected text of a cell and its range in the file, and mentions a cell", async () => {
    const it = await openNotebook(browser, notebookOf("first", 'x = "q"\ny = 2\nz = 3'));
    const client = await it.user.client();
    const selections: EditorNotificationParams<"selection_changed">[] = [];
    const mentions: EditorNotificationParams<"at_mentioned">[] = [];
    client.on("selection_changed", (params) => selections.push(params));
    client.on("at_mentioned", (params) => mentions.push(params));
    client.notify("ide_connected", { pid: process.pid });
    await client.listTools();
    await eventually(() => it.page.getByTestId("status-clients").getAttribute("data-listening")).toBe("1");
    await it.edit(1);
    for (const key of ["Control+Home", "Shift+ArrowDown", "Shift+End"]) await it.page.keyboard.press(key);
    await eventually(() => selections.at(-1)?.text).toBe('x = "q"\ny = 2');
    const lines = it.user.read("n.ipynb").split("\n");
    const line = lines.findIndex((each) => each.includes("x ="));
    expect(selections.at(-1)?.selection?.start.line).toBe(line);
    await it.page.keyboard.press("Alt+k");
    await eventually(() => mentions.at(-1)).toMatchObject({ lineStart: line, lineEnd: line + 1 });
    // Without a selection, mentions the whole cell.
    await it.page.keyboard.press("ArrowRight");
    await it.page.keyboard.press("Alt+k");
    await eventually(() => mentions.length).toBe(2);
    expect(mentions.at(-1)).toMatchObject({ lineStart: line - 1, lineEnd: line + 3 });
    expect(await it.page.getByTestId("status-cursor").textContent()).toContain("Ln 2, Col 6");

    await client.call("openFile", { filePath: it.user.path("n.ipynb"), startText: "fir", endText: "rst" });
    await eventually(() => it.cell(0).getAttribute("class")).toContain("selected");
  });
});
