/** Notebooks in the page: cells, their outputs from a real kernel, and the saved file. */
import { Notebook } from "@tandem-ide/workspace/notebook";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { NotebookDriver, notebookOf, openNotebook, rewrittenByJupyter } from "./notebook-driver.js";
import { eventually } from "./user-session.js";

const { describe, test } = needs("chromium", "jupyter");

/** A PNG of one pixel. */
const draw = `import base64
from IPython.display import Image, display
display(Image(data=base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")))`;

const endless = "import time\nprint('begun', flush=True)\nwhile True: time.sleep(0.01)";

describe("Notebooks in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("edits and runs a cell with the keyboard, shows its output, and saves a notebook that is valid for Jupyter", async () => {
    const before = notebookOf("x = 1", "print(x)", "'untouched'");
    const it = await openNotebook(browser, before);
    await eventually(() => it.cells.count()).toBe(3);
    await it.edit(0);
    await it.page.keyboard.press("End");
    await it.page.keyboard.type("23");
    await it.page.keyboard.press("Shift+Enter");
    await eventually(() => it.number(0), { timeout: 30_000 }).toBe("[1]");
    // The next cell is selected, but not edited.
    await eventually(() => it.cell(1).evaluate((cell) => cell === document.activeElement)).toBe(true);
    await it.page.keyboard.press("Control+Enter");
    await eventually(() => it.output(1).textContent()).toBe("123\n");
    await it.user.isDirty("n.ipynb", true);
    expect(it.user.read("n.ipynb")).toBe(before);

    await it.page.keyboard.press("Control+s");
    await it.user.isDirty("n.ipynb", false);
    const saved = it.user.read("n.ipynb");
    expect(saved).toBe((await it.read()).toText());
    expect(Notebook.parse(saved).cells[1]?.outputs).toEqual([{ output_type: "stream", name: "stdout", text: "123\n" }]);
    // The other cell is unchanged.
    const untouched = Notebook.parse(before).cells[2]?.write() ?? "";
    expect(untouched).toContain("untouched");
    expect(saved).toContain(untouched);
    // Jupyter considers the file valid and would write it the same way.
    expect(rewrittenByJupyter(it.user.path("n.ipynb"))).toBe(saved);
  });

  test("shows an image, a coloured traceback and a result, but no HTML", async () => {
    const html =
      "from IPython.display import HTML, display\ndisplay(HTML('<img src=x onerror=\"document.title=1\"><b>bold</b>'))";
    const it = await openNotebook(browser, notebookOf(draw, "1 / 0", "6 * 7", html));
    for (const index of [0, 1, 2, 3]) await it.run(index);
    const picture = it.output(0).locator("img");
    expect(await picture.getAttribute("src")).toMatch(/^data:image\/png;base64,/);
    await eventually(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(
      1,
    );
    expect(await it.output(1).textContent()).toContain("ZeroDivisionError: division by zero");
    expect(await it.output(1).textContent()).not.toContain("\u001b");
    expect(await it.output(1).locator("span[class^=ansi-]").count()).toBeGreaterThan(0);
    expect(await it.output(2).textContent()).toBe("42");
    expect(await it.output(3).textContent()).toContain("HTML output isn't shown");
    expect(await it.output(3).locator("b, img").count()).toBe(0);
  });

  test("interrupts an endless cell, forgets variables on restart, and reports a killed kernel", async () => {
    const kill = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)";
    const it = await openNotebook(browser, notebookOf("x = 1", endless, "x", kill));
    await it.run(0);
    await it.edit(1);
    await it.page.keyboard.press("Control+Enter");
    await eventually(() => it.output(1).textContent()).toContain("begun");
    expect(await it.state(1)).toBe("running");
    expect(await it.number(1)).toBe("[*]");
    await it.page.getByTestId("interrupt").click();
    await eventually(() => it.output(1).textContent()).toContain("KeyboardInterrupt");
    await it.run(2);
    expect(await it.output(2).textContent()).toBe("1");

    await it.page.getByTestId("restart").click();
    await it.page.getByTestId("confirm-yes").click();
    await eventually(() => it.page.getByTestId("kernel-status").getAttribute("data-status"), {
      timeout: 30_000,
    }).toBe("idle");
    await it.edit(2);
    await it.page.keyboard.press("Control+Enter");
    await eventually(() => it.output(2).textContent(), { timeout: 30_000 }).toContain("NameError");

    await it.edit(3);
    await it.page.keyboard.press("Control+Enter");
    await eventually(() => it.page.getByTestId("kernel-problem").textContent(), { timeout: 30_000 }).toMatch(/died/);
    await it.run(0);
    await eventually(() => it.page.getByTestId("kernel-problem").count()).toBe(0);
  });

  test("restarts and runs all cells after confirmation; clears outputs, and undo restores them", async () => {
    const it = await openNotebook(
      browser,
      notebookOf("n = globals().get('n', 0) + 1", "print('n', n)", "1 / 0", "'never'"),
    );
    await it.run(0);
    await it.run(0);
    await it.run(1);
    expect(await it.output(1).textContent()).toBe("n 2\n");
    expect(await it.command("notebook.restart-run-all")).toBe(true);
    await it.page.getByTestId("confirm-yes").click();
    await eventually(() => it.output(2).textContent(), { timeout: 30_000 }).toContain("ZeroDivisionError");
    expect(await it.output(1).textContent()).toBe("n 1\n");
    expect(await it.output(3).count()).toBe(0);
    await eventually(() => it.state(3)).toBe("idle");
    await it.page.getByTestId("clear-outputs").click();
    await eventually(() => it.page.getByTestId("cell-outputs").count()).toBe(0);
    expect(await it.number(1)).toBe("[ ]");
    expect(await it.command("editor.undo")).toBe(true);
    await eventually(() => it.output(1).textContent()).toBe("n 1\n");
  });

  test("asks before closing a notebook that is running code, and says that its kernel was shut down", async () => {
    const it = await openNotebook(browser, notebookOf(endless));
    await it.edit(0);
    await it.page.keyboard.press("Control+Enter");
    await eventually(() => it.output(0).textContent(), { timeout: 30_000 }).toContain("begun");
    await it.page.keyboard.press("Control+Alt+w");
    await it.page.getByTestId("confirm-no").click();
    expect(await it.state(0)).toBe("running");
    await it.page.keyboard.press("Control+Alt+w");
    await it.page.getByTestId("confirm-yes").click();
    await it.page.getByTestId("close-discard").click();
    await eventually(() => it.user.tabNames()).toEqual([]);
    await it.user.toast("The kernel for n.ipynb was shut down").waitFor();
  });

  test("two windows show the same cells and outputs, and both can edit", async () => {
    const it = await openNotebook(browser, notebookOf("print('here')", "b"));
    const page = await it.user.context.newPage();
    await page.goto(new URL("/", it.page.url()).href);
    const other = new NotebookDriver(it.user, "n.ipynb", page);
    await page.locator('[data-testid="tree-row"]').first().waitFor();
    await other.open();
    await it.run(0);
    await eventually(() => other.output(0).textContent()).toBe("here\n");
    expect(await other.number(0)).toBe("[1]");
    await other.edit(1);
    await page.keyboard.press("End");
    await page.keyboard.type("c = 1");
    await eventually(() => it.source(1).textContent()).toBe("bc = 1");
    await it.edit(1);
    await it.page.keyboard.press("Home");
    await it.page.keyboard.type("a");
    await eventually(() => other.source(1).textContent()).toBe("abc = 1");
  });

  test("a cell deleted just as the kernel writes into it leaves nothing behind", async () => {
    const printing = "import time\nfor i in range(1000):\n    print(i, flush=True)\n    time.sleep(0.01)";
    const it = await openNotebook(browser, notebookOf(printing, "kept"));
    await it.edit(0);
    await it.page.keyboard.press("Control+Enter");
    await eventually(() => it.output(0).textContent(), { timeout: 30_000 }).toContain("0");
    await it.page.keyboard.press("Escape");
    // While the page is busy the host keeps writing. The page reads that only after it has deleted the cell.
    await it.page.evaluate(() => {
      const end = performance.now() + 700;
      while (performance.now() < end);
      window.tandemPage?.run("notebook.delete");
    });
    await eventually(() => it.cells.count()).toBe(1);
    await eventually(() => it.sources()).toEqual(["kept"]);
    expect(await it.page.getByTestId("notebook-problem").count()).toBe(0);
    await it.command("kernel.interrupt");
  });

  test("undo stops with a message at an inserted cell that has run since, and redo restores typed text", async () => {
    const it = await openNotebook(browser, notebookOf("1"));
    await it.edit(0);
    for (const key of ["Escape", "b"]) await it.page.keyboard.press(key);
    await eventually(() => it.source(1).evaluate((content) => content === document.activeElement)).toBe(true);
    await it.page.keyboard.insertText("print('ran')");
    await it.run(1);
    for (let times = 0; times < 4; times++) await it.page.keyboard.press("Control+z");
    await it.user.toast("Can't undo further").first().waitFor();
    expect(await it.page.getByTestId("notebook-problem").count()).toBe(0);
    expect(await it.output(1).textContent()).toBe("ran\n");
    await it.page.keyboard.press("Control+Shift+Z");
    await eventually(() => it.sources()).toEqual(["1", "print('ran')"]);
  });
});
