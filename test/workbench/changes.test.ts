/** Reviewing and undoing what changed on disk, with a connected client and files that the test writes as an agent would. */
import { existsSync } from "node:fs";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { startTurn } from "./recorded-changes.js";
import { eventually, startSession, type UserSession } from "./user-session.js";
import { contrasts } from "./visible-style.js";

const { describe, test } = needsChromium();
const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
/** Changes three places in a file of 30 lines: changed, added, removed. */
const edited = (text: string, end = "\n") =>
  text
    .replace(`line 3${end}`, `LINE 3${end}`)
    .replace(`line 15${end}`, `line 15${end}new${end}`)
    .replace(`line 28${end}`, "");

describe("Changes in the workbench in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Starts a session with a client, once its changes are recorded. */
  async function startRecorded(options: Parameters<typeof startSession>[1] = {}): Promise<UserSession> {
    const user = await startSession(browser, { files: { "b.txt": `${lines.join("\n")}\n` }, ...options });
    await startTurn(await user.client(), user.home.path);
    return user;
  }

  function row(user: UserSession, name: string): Locator {
    return user.page.locator(`[data-testid="change-row"][data-path=${JSON.stringify(user.path(name))}]`);
  }

  /** The marks of an open file, each as its kind and line. */
  function marks(user: UserSession): Promise<string[]> {
    return user.page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLElement>(".tandem-mark:not([data-hunk='-1'])")];
      const numbers = [...document.querySelectorAll<HTMLElement>(".editor-pane:not([hidden]) .cm-lineNumbers > *")];
      return shown.map((mark) => {
        const { top, height } = mark.getBoundingClientRect();
        const at = top + height / 2;
        const isAt = (number: Element) => {
          const box = number.getBoundingClientRect();
          return box.height > 0 && box.top <= at && box.bottom >= at;
        };
        return `${mark.className.replace(/.*tandem-mark-/, "")} ${numbers.find(isAt)?.textContent}`;
      });
    });
  }

  test("changes are listed as they happen without taking the focus, and a hunk is undone while the rest is kept, to the byte", async () => {
    const before = `\uFEFF${lines.join("\r\n")}`;
    const user = await startRecorded({ files: { "b.txt": before } });
    await user.open("a.txt");
    user.write("b.txt", edited(before, "\r\n"));
    user.write("src/new.txt", "new\n");
    await row(user, "src/new.txt").waitFor();
    await eventually(() => row(user, "b.txt").textContent()).toMatch(/Mb\.txt\+2.*−2/);
    expect(await user.page.getByTestId("changes-count").textContent()).toBe("2");
    expect(await user.editor("a.txt").evaluate((it) => it === document.activeElement)).toBe(true);

    await row(user, "b.txt").dblclick();
    const position = user.page.getByTestId("change-position");
    await eventually(() => position.textContent()).toBe("1 of 3 changes");
    await user.press("F7", "Alt+n");
    await eventually(() => user.read("b.txt")).toBe(edited(before, "\r\n").replace("new\r\n", ""));
    await eventually(() => position.textContent()).toBe("2 of 2 changes");
    // The second key comes before the state after the first.
    await user.press("Alt+y", "Alt+y");
    await row(user, "b.txt").waitFor({ state: "detached" });
    // Its tab closes with the last change.
    await eventually(() => user.tabNames()).toEqual(["a.txt"]);
    expect(user.read("b.txt")).toBe(edited(before, "\r\n").replace("new\r\n", ""));

    await row(user, "src/new.txt").hover();
    await row(user, "src/new.txt").getByTestId("row-undo").click();
    await eventually(() => existsSync(user.path("src/new.txt"))).toBe(false);
    await user.toast("Undid the changes in new.txt").getByRole("button", { name: "Restore" }).click();
    await eventually(() => existsSync(user.path("src/new.txt")) && user.read("src/new.txt")).toBe("new\n");
  });

  test("an open file has marks that show the previous lines, keep and undo; its undo history survives, and its save isn't listed", async () => {
    const user = await startRecorded();
    const before = user.read("b.txt");
    await user.open("b.txt");
    await user.press("Control+End");
    await user.page.keyboard.insertText("mine");
    await user.saveAs("b.txt", `${before}mine`);
    // A write while the save is being recorded would count as part of it.
    user.write("later.txt", "later\n");
    await row(user, "later.txt").waitFor();
    expect(await row(user, "b.txt").count()).toBe(0);
    user.write("b.txt", edited(`${before}mine`));
    await eventually(() => marks(user)).toEqual(["changed 3", "added 16", "deleted 29"]);
    await user.page.locator(".tandem-mark-changed").click();
    const panel = user.page.locator(".tandem-mark-panel");
    expect(await panel.locator(".cm-deletedLine").allTextContents()).toEqual(["line 3"]);
    await panel.locator("[data-action=undo]").click();
    await eventually(() => user.text("b.txt")).toBe(edited(`${before}mine`).replace("LINE 3", "line 3"));
    await eventually(() => marks(user)).toEqual(["added 16", "deleted 29"]);
    await panel.waitFor({ state: "detached" });
    await user.press("F7", "Alt+y");
    await eventually(() => marks(user)).toEqual(["deleted 29"]);

    // With unsaved text, undo saves first.
    await user.press("Control+Home");
    await user.page.keyboard.insertText("unsaved ");
    await user.isDirty("b.txt", true);
    await user.press("F7", "Alt+n");
    await user.page.getByTestId("confirm-yes").click();
    const all = `unsaved ${before.replace("line 15\n", "line 15\nnew\n")}mine`;
    await eventually(() => user.read("b.txt")).toBe(all);
    await eventually(() => user.text("b.txt")).toBe(all);
    await row(user, "b.txt").waitFor({ state: "detached" });
    // The user's own edits are undone one by one, around what was undone on disk.
    await user.press("Control+z");
    await eventually(() => user.text("b.txt")).toBe(all.replace("unsaved ", ""));
    await user.press("Control+z");
    await eventually(() => user.text("b.txt")).toBe(all.replace("unsaved ", "").replace("mine", ""));
  });

  test("everything works with the keyboard, has names and enough contrast, and is there again after a reload", async () => {
    const user = await startRecorded({ browser: { colorScheme: "dark" } });
    user.write("b.txt", edited(user.read("b.txt")));
    user.write("src/new.txt", "new\n");
    await row(user, "src/new.txt").waitFor();
    await user.page.reload();
    await row(user, "b.txt").waitFor();
    await user.press("Alt+Shift+C");
    const list = user.page.getByTestId("change-rows");
    await eventually(() => list.evaluate((it) => it === document.activeElement)).toBe(true);
    const active = () =>
      list.evaluate((it) => {
        const id = it.getAttribute("aria-activedescendant") ?? "";
        return document.getElementById(id)?.getAttribute("aria-label");
      });
    await user.press("ArrowDown", "ArrowDown");
    await eventually(active).toBe("b.txt, changed, 2 lines added, 2 lines removed");
    await user.press("Enter");
    await user.page.getByTestId("change-position").waitFor();
    await eventually(() => user.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(
      /b\.txt on disk$/,
    );
    const low = (await contrasts(user.page)).filter(({ ratio }) => ratio < 4.5);
    expect(low).toEqual([]);
    for (const width of [1280, 700, 360]) {
      await user.page.setViewportSize({ width, height: 700 });
      const overflow = () => user.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await eventually(overflow, { message: `at ${width} px` }).toBe(0);
      const buttons = user.page.locator(".review-toolbar button:visible");
      for (const box of await Promise.all((await buttons.all()).map((each) => each.boundingBox())))
        expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width} px`).toBeLessThanOrEqual(width);
    }
    await user.page.setViewportSize({ width: 1280, height: 700 });
    await user.press("Alt+c");
    await eventually(() => user.page.getByTestId("tab").allTextContents()).toEqual(["b.txt", "new.txt"]);
    await user.press("Alt+Shift+N");
    await eventually(() => existsSync(user.path("src/new.txt"))).toBe(false);
    await user.toast("Undid the changes in new.txt").waitFor();
    await user.press("Alt+Shift+Z");
    await eventually(() => existsSync(user.path("src/new.txt"))).toBe(true);
    await user.page.evaluate(() => window.tandemPage?.run("changes.start-over"));
    await user.page.getByTestId("confirm-yes").click();
    await user.page.getByTestId("changes-count").waitFor({ state: "detached" });
    expect(user.read("src/new.txt")).toBe("new\n");
  });

  test("with --no-changes nothing is recorded, and there are no marks", async () => {
    const user = await startSession(browser, { args: ["--no-changes"] });
    const client = await user.client();
    await client.call("closeAllDiffTabs", {});
    await user.open("a.txt");
    user.write("a.txt", "changed\n");
    await eventually(() => user.text("a.txt")).toBe("changed\n");
    expect(await user.page.getByTestId("changes").count()).toBe(0);
    expect(await user.page.locator(".tandem-mark-gutter").count()).toBe(0);
    expect(existsSync(`${user.home.path}/.local/state/tandem/changes`)).toBe(false);
  });
});
