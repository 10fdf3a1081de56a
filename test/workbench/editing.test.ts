/** Editing in the page: highlighting, search, exact saving, undo, and two groups in sync. */
import { writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually, startSession } from "./user-session.js";

const { describe, test } = needsChromium();

describe("Editing in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("highlights TypeScript, Python, Markdown, JSON and Rust, but not plain text", async () => {
    const files = {
      "a.ts": "const answer: number = 42; // why\n",
      "a.py": "def answer():\n    return 'x'  # why\n",
      "a.md": "# Title\n\nSome *emphasis*.\n",
      "a.json": '{"a": [1, true, null]}\n',
      "a.rs": 'fn main() { println!("x"); } // why\n',
    };
    const user = await startSession(browser, { files });
    /** The colours of the characters, except that of ordinary text. */
    const colours = (name: string) =>
      user.editor(name).evaluate((content) => {
        const own = getComputedStyle(content).color;
        const spans = [...content.querySelectorAll(".cm-line span")].map((span) => getComputedStyle(span).color);
        return new Set(spans.filter((colour) => colour !== own)).size;
      });
    for (const name of Object.keys(files)) {
      await user.open(name);
      await eventually(() => colours(name), { message: name }).toBeGreaterThanOrEqual(name === "a.md" ? 1 : 2);
    }
    await user.open("a.txt");
    expect(await colours("a.txt")).toBe(0);
  });

  test("finds and replaces with the keyboard only", async () => {
    const user = await startSession(browser, { files: { "b.txt": "red green red blue red\n" } });
    await user.open("b.txt");
    await user.press("Control+f");
    await user.page.keyboard.type("red");
    await eventually(() => user.page.locator(".cm-searchMatch").count()).toBe(3);
    await user.press("Enter");
    const selected = () =>
      user.page.evaluate((path) => window.tandemPage?.editorOf(path)?.state.selection.main.from, user.path("b.txt"));
    const first = await selected();
    await user.press("F3");
    expect(await selected()).not.toBe(first);
    await user.press("Escape");
    await eventually(() => user.page.locator(".cm-search").count()).toBe(0);
    expect(await user.editor("b.txt").evaluate((content) => content === document.activeElement)).toBe(true);

    await user.press("Control+h");
    await eventually(() => user.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("replace");
    await user.page.keyboard.type("grey");
    // Reach the Replace all button with the Tab key.
    const replaceAll = user.page.locator(".cm-search button[name=replaceAll]");
    for (let step = 0; step < 12 && !(await replaceAll.evaluate((it) => it === document.activeElement)); step++)
      await user.press("Tab");
    await user.press("Enter");
    await eventually(() => user.text("b.txt")).toBe("grey green grey blue grey\n");
    await user.press("Escape", "Control+z");
    await eventually(() => user.text("b.txt")).toBe("red green red blue red\n");
  });

  test("goes to a line with Ctrl+G, and the status bar shows the cursor position", async () => {
    const user = await startSession(browser, { files: { "long.txt": "line\n".repeat(500) } });
    await user.open("long.txt");
    await user.press("Control+g");
    await user.page.keyboard.insertText("321");
    await user.press("Enter");
    await eventually(() => user.page.getByTestId("status-cursor").textContent()).toContain("Ln 321,");
    expect(await user.editor("long.txt").evaluate((content) => content === document.activeElement)).toBe(true);
  });

  test("saving keeps line endings, a byte-order mark, a missing last newline, and every character", async () => {
    const cases: Record<string, [before: string, after: string]> = {
      "crlf.txt": ["one\r\ntwo\r\n", "xone\r\ntwo\r\n"],
      "mark.txt": ["\uFEFFone\ntwo\n", "\uFEFFxone\ntwo\n"],
      "mark-and-crlf.txt": ["\uFEFFone\r\ntwo", "\uFEFFxone\r\ntwo"],
      "no-final-newline.txt": ["one\ntwo", "xone\ntwo"],
      "mixed.txt": ["one\r\ntwo\nthree\r\n", "xone\r\ntwo\nthree\r\n"],
      "lone.txt": ["a\rb\u2028c\n", "xa\rb\u2028c\n"],
      "empty.txt": ["", "x"],
      "astral.txt": ["😀 e\u0301 \u202E\n", "x😀 e\u0301 \u202E\n"],
    };
    const files = Object.fromEntries(Object.entries(cases).map(([name, [before]]) => [name, before]));
    const user = await startSession(browser, { files });
    for (const [name, [, after]] of Object.entries(cases)) {
      await user.open(name);
      await user.press("Control+Home");
      await user.page.keyboard.type("x");
      await user.isDirty(name, true);
      await user.saveAs(name, after);
    }
  });

  test("a new line in a CRLF file is saved as CRLF", async () => {
    const user = await startSession(browser, { files: { "b.txt": "one\r\ntwo\r\n" } });
    await user.open("b.txt");
    await user.press("Control+Home", "End", "Enter");
    await user.page.keyboard.type("new");
    await user.saveAs("b.txt", "one\r\nnew\r\ntwo\r\n");
  });

  test("pasted CRLF text gets the file's line endings", async () => {
    const user = await startSession(browser, {
      files: { "b.txt": "end\n" },
      browser: { permissions: ["clipboard-read", "clipboard-write"] },
    });
    await user.open("b.txt");
    await user.page.evaluate(() => navigator.clipboard.writeText("one\r\ntwo\r\n"));
    await user.press("Control+Home", "Control+v");
    await eventually(() => user.text("b.txt")).toBe("one\ntwo\nend\n");
    await user.saveAs("b.txt", "one\ntwo\nend\n");
  });

  test("undo works after switching tabs", async () => {
    const user = await startSession(browser, { files: { "b.txt": "b\n" } });
    await user.open("a.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("typed ");
    await user.open("b.txt");
    await user.page.keyboard.type("other ");
    await user.open("a.txt");
    expect(await user.text("a.txt")).toBe("typed one\ntwo\nthree\n");
    await user.press("Control+z");
    await eventually(() => user.text("a.txt")).toBe("one\ntwo\nthree\n");
    expect(await user.text("b.txt")).toContain("other ");
    await eventually(() => user.tab("a.txt").getAttribute("data-dirty")).toBe("false");
    await user.press("Control+Shift+z");
    await eventually(() => user.text("a.txt")).toBe("typed one\ntwo\nthree\n");
  });

  test("two groups with the same file stay in sync, each with its own cursor", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    await user.press("Control+\\");
    await eventually(() => user.editor("a.txt").count()).toBe(2);
    const left = user.page.getByTestId("group-0").locator(".cm-content");
    const right = user.page.getByTestId("group-1").locator(".cm-content");
    await right.focus();
    await user.press("Control+End");
    await user.page.keyboard.type("from the right");
    await eventually(() => left.textContent()).toContain("from the right");
    await left.focus();
    await user.press("Control+Home");
    await user.page.keyboard.type("from the left ");
    await eventually(() => right.textContent()).toContain("from the left one");
    await user.saveAs("a.txt", "from the left one\ntwo\nthree\nfrom the right");
  });

  test("opens, edits and saves a file of 5 MB exactly", async () => {
    const line = `${"x".repeat(99)}\n`;
    const before = line.repeat(52_429);
    const user = await startSession(browser, { prepare: (home) => writeFileSync(`${home.folder}/large.txt`, before) });
    await user.open("large.txt");
    await user.press("Control+End");
    await user.page.keyboard.type("the end");
    await eventually(() => user.editor("large.txt").textContent()).toContain("the end");
    await user.saveAs("large.txt", `${before}the end`);
  });

  test("edits a line of 1 MB", async () => {
    const before = "word ".repeat(200_000);
    const user = await startSession(browser, { files: { "line.txt": before } });
    await user.open("line.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("start ");
    await user.saveAs("line.txt", `start ${before}`);
  });
});
