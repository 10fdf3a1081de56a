/** The file tree: what it shows, how it follows the disk, and its keys. */
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { eventually, startSession, type UserSession } from "./user-session.js";

const { describe, test } = needsChromium();

describe("The tree in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const selected = (user: UserSession) =>
    user.page.locator('[data-testid="tree-row"][aria-selected=true] .row-name').textContent();

  test("honours .gitignore files, including nested ones, and follows their changes", async () => {
    const user = await startSession(browser, {
      files: {
        ".gitignore": "*.log\n/build/\n",
        "x.log": "",
        "build/out.js": "",
        "src/.gitignore": "!keep.log\nsecret/\n",
        "src/keep.log": "",
        "src/other.log": "",
        "src/secret/a.txt": "",
        "src/late.tmp": "",
      },
    });
    await user.row("src").click();
    await eventually(() => user.rowNames()).toEqual([
      "project",
      "src",
      ".gitignore",
      "keep.log",
      "late.tmp",
      ".gitignore",
      "a.txt",
    ]);
    // A changed rule applies to expanded subfolders.
    user.write(".gitignore", "*.log\n*.tmp\n");
    await eventually(() => user.rowNames()).toEqual([
      "project",
      "build",
      "src",
      ".gitignore",
      "keep.log",
      ".gitignore",
      "a.txt",
    ]);
  });

  test("follows files and folders that are created, renamed and deleted on disk", async () => {
    const user = await startSession(browser, { files: { "src/deep/one.ts": "" } });
    await user.row("src").click();
    await user.row("src/deep").click();
    await user.row("src/deep/one.ts").waitFor();
    user.write("src/deep/two.ts", "");
    await user.row("src/deep/two.ts").waitFor();
    renameSync(user.path("src/deep/two.ts"), user.path("src/deep/three.ts"));
    await user.row("src/deep/three.ts").waitFor();
    await user.row("src/deep/two.ts").waitFor({ state: "detached" });
    rmSync(user.path("src/deep/one.ts"));
    await user.row("src/deep/one.ts").waitFor({ state: "detached" });
    renameSync(user.path("src/deep"), user.path("src/moved"));
    await user.row("src/moved").waitFor();
    await user.row("src/deep/three.ts").waitFor({ state: "detached" });
    // A folder that is deleted and created again is followed.
    rmSync(user.path("src"), { recursive: true });
    await user.row("src").waitFor({ state: "detached" });
    mkdirSync(user.path("src"));
    await user.row("src").waitFor();
    if ((await user.row("src").getAttribute("aria-expanded")) === "false") await user.row("src").click();
    user.write("src/again.ts", "");
    await user.row("src/again.ts").waitFor();
  });

  test("shows, opens and saves files with odd names", async () => {
    const names = [
      "$HOME & $(x).txt",
      "a \"quoted\" 'name'.txt",
      "new\nline.txt",
      "😀.txt",
      "שלום עולם.txt",
      "%41.txt",
    ];
    const user = await startSession(browser, {
      files: Object.fromEntries(names.map((name) => [`odd {dir} #1/${name}`, "text\n"])),
    });
    await user.row("odd {dir} #1").click();
    for (const name of names) {
      const path = `odd {dir} #1/${name}`;
      const row = user.page.getByTestId("tree-row").filter({ hasText: name.replace("\n", " ") });
      await row.dblclick();
      await eventually(() => user.text(path), { message: name }).toBe("text\n");
      await user.editor(path).focus();
      await user.press("Control+Home");
      await user.page.keyboard.type("x");
      await user.saveAs(path, "xtext\n");
    }
  });

  test("marks links; links to folders open, and broken links and loops are harmless", async () => {
    const user = await startSession(browser, {
      files: { "src/in.txt": "in\n" },
      prepare: ({ folder }) => {
        symlinkSync("src", join(folder, "to-src"));
        symlinkSync("a.txt", join(folder, "to-file.txt"));
        symlinkSync("nowhere", join(folder, "broken"));
        symlinkSync("..", join(folder, "src/loop"));
      },
    });
    await user.row("to-src").click();
    await user.row("to-src/in.txt").waitFor();
    expect(await user.row("to-src").locator("svg").count()).toBe(2);
    await user.row("to-src/loop").click();
    await user.row("to-src/loop/a.txt").waitFor();
    await user.row("to-file.txt").dblclick();
    await eventually(() => user.text("to-file.txt")).toBe("one\ntwo\nthree\n");
    await user.editor("to-file.txt").focus();
    await user.press("Control+Home");
    await user.page.keyboard.type("x");
    await user.press("Control+s");
    // Saving writes the link's target and keeps the link.
    await eventually(() => user.read("a.txt")).toBe("xone\ntwo\nthree\n");
    await user.row("broken").click();
    await user.toast("broken no longer exists").waitFor();
  });

  const { test: withRights } = needs("setpriv");
  withRights("a folder that may not be read says why, and so does a file", async () => {
    const user = await startSession(browser, {
      isOrdinaryUser: true,
      files: { "closed/in.txt": "", "unreadable.txt": "" },
      prepare: ({ folder }) => {
        chmodSync(join(folder, "closed"), 0o000);
        chmodSync(join(folder, "unreadable.txt"), 0o000);
      },
    });
    await user.row("closed").click();
    await user.toast(/closed couldn't be listed: Permission denied/).waitFor();
    expect(await user.row("closed").getAttribute("aria-expanded")).toBe("false");
    await user.row("unreadable.txt").click();
    await user.toast("unreadable.txt couldn't be opened: Permission denied").waitFor();
  });

  test("is navigated with arrows, Home, End, type-ahead and Enter", async () => {
    const user = await startSession(browser, { files: { "src/x.ts": "x", "src/y.ts": "y", "zebra.md": "z" } });
    await user.press("Control+Shift+E");
    await eventually(() => user.page.evaluate(() => document.activeElement?.className)).toBe("tree");
    await user.press("Home");
    await eventually(() => selected(user)).toBe("project");
    await user.press("ArrowDown", "ArrowRight");
    await user.row("src/x.ts").waitFor();
    await user.press("ArrowRight");
    await eventually(() => selected(user)).toBe("x.ts");
    await user.press("ArrowLeft");
    await eventually(() => selected(user)).toBe("src");
    await user.press("ArrowLeft");
    await user.row("src/x.ts").waitFor({ state: "detached" });
    await user.press("End");
    await eventually(() => selected(user)).toBe("zebra.md");
    await user.press("a");
    await eventually(() => selected(user)).toBe("a.txt");
    await user.press("ArrowDown", "ArrowUp");
    await eventually(() => selected(user)).toBe("a.txt");
    await user.press("Enter");
    await user.editor("a.txt").waitFor();
    await eventually(() => user.editor("a.txt").evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test("Shift+F10 opens the menu, arrows navigate it, and Escape returns to the tree", async () => {
    const user = await startSession(browser);
    await user.press("Control+Shift+E");
    await eventually(() => user.page.evaluate(() => document.activeElement?.className)).toBe("tree");
    await user.row("a.txt").waitFor();
    await user.press("End");
    await eventually(() => selected(user)).toBe("a.txt");
    await user.press("Shift+F10");
    const menu = user.page.getByRole("menu", { name: "Actions for a.txt" });
    await menu.waitFor();
    const focused = () => user.page.evaluate(() => document.activeElement?.firstElementChild?.textContent);
    expect(await focused()).toBe("Open");
    await user.press("ArrowDown");
    expect(await focused()).toBe("Open to the side");
    await user.press("End", "ArrowDown");
    expect(await focused()).toBe("Open");
    await user.press("Escape");
    await menu.waitFor({ state: "detached" });
    expect(await user.page.evaluate(() => document.activeElement?.className)).toBe("tree");
    await user.press("Shift+F10", "Enter");
    await user.editor("a.txt").waitFor();
  });

  test("creates and opens a new file in the menu's folder, with the folders it needs", async () => {
    const user = await startSession(browser);
    await user.row("src").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "New file…" }).click();
    await user.page.getByTestId("path-dialog").getByRole("textbox").pressSequentially("deep/new.ts");
    await user.press("Enter");
    await user.editor("src/deep/new.ts").waitFor();
    expect(user.read("src/deep/new.ts")).toBe("");
    await user.row("src/deep/new.ts").waitFor();
    // An existing name is reported and can be corrected.
    await user.page.evaluate(() => window.tandemPage?.run("file.new"));
    await user.page.getByTestId("path-dialog").getByRole("textbox").fill("a.txt");
    await user.press("Enter");
    await user.toast("a.txt already exists").waitFor();
    expect(user.read("a.txt")).toBe("one\ntwo\nthree\n");
  });

  test("explains why binary files, folders and missing files can't be opened, on click and to a client", async () => {
    const user = await startSession(browser, { files: { "image.bin": new Uint8Array([1, 0, 2, 0]) } });
    await user.row("image.bin").click();
    await user.toast("image.bin couldn't be opened: Binary file").waitFor();
    const client = await user.client();
    const open = (name: string) => client.call("openFile", { filePath: user.path(name) });
    await expect(open("image.bin")).rejects.toThrow(/Binary file/);
    await expect(open("src")).rejects.toThrow(/Not a regular file/);
    await expect(open("missing.txt")).rejects.toThrow(/not (found|there)/);
    expect(await user.tabNames()).toEqual([]);
    await user.open("a.txt");
  });
});
