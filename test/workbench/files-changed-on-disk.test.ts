/** Files that are changed or deleted on disk, or can't be written: nothing is lost or overwritten. */
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { openPage } from "./launch.js";
import { eventually, startSession, type UserSession } from "./user-session.js";

const { describe, test } = needsChromium();

describe("Files that change on disk, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** a.txt with "mine" typed into it, while the disk has "theirs". */
  async function startConflict(): Promise<UserSession> {
    const user = await startSession(browser);
    await user.open("a.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("mine ");
    await user.isDirty("a.txt", true);
    user.write("a.txt", "theirs\n");
    await user.banner("a.txt has changed on disk.").waitFor();
    return user;
  }

  test("a file without unsaved changes follows the disk, and the cursor stays in its line", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    await user.press("Control+Home", "ArrowDown", "ArrowDown", "End");
    user.write("a.txt", "zero\none\ntwo\nthree\n");
    await eventually(() => user.text("a.txt")).toBe("zero\none\ntwo\nthree\n");
    await eventually(() => user.page.getByTestId("status-cursor").textContent()).toContain("Ln 4, Col 6");
    // Like editors that write a new file and rename it.
    writeFileSync(user.path("a.txt.tmp"), "renamed\n");
    renameSync(user.path("a.txt.tmp"), user.path("a.txt"));
    await eventually(() => user.text("a.txt")).toBe("renamed\n");
    expect(await user.page.getByTestId("banner").count()).toBe(0);
    await user.isDirty("a.txt", false);
  });

  test("saving over a change on disk is refused; Overwrite writes the text", async () => {
    const user = await startConflict();
    await user.press("Control+s");
    await user.page.getByTestId("overwrite").waitFor();
    expect(user.read("a.txt")).toBe("theirs\n");
    expect(await user.text("a.txt")).toBe("mine one\ntwo\nthree\n");
    await user.page.getByTestId("overwrite").click();
    await eventually(() => user.read("a.txt")).toBe("mine one\ntwo\nthree\n");
    await user.page.getByTestId("banner").waitFor({ state: "detached" });
    await user.isDirty("a.txt", false);
  });

  test("Compare shows both texts, and the decision can be made there", async () => {
    const user = await startConflict();
    await user.page.getByTestId("compare-disk").click();
    const dialog = user.page.getByTestId("compare-dialog");
    await eventually(() => dialog.locator(".removed").allTextContents()).toEqual(["− theirs"]);
    expect(await dialog.locator(".added").allTextContents()).toEqual(["+ mine one", "+ two", "+ three"]);
    await user.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect([await user.text("a.txt"), user.read("a.txt")]).toEqual(["mine one\ntwo\nthree\n", "theirs\n"]);
    await user.page.getByTestId("compare-disk").click();
    await dialog.getByRole("button", { name: "Overwrite" }).click();
    await eventually(() => user.read("a.txt")).toBe("mine one\ntwo\nthree\n");
    await user.page.getByTestId("banner").waitFor({ state: "detached" });
  });

  test("the banner disappears when the file on disk is restored, even after a refused save, and saving works again", async () => {
    const user = await startConflict();
    user.write("a.txt", "one\ntwo\nthree\n");
    await user.page.getByTestId("banner").waitFor({ state: "detached" });
    user.write("a.txt", "theirs\n");
    await user.banner("a.txt has changed on disk.").waitFor();
    await user.editor("a.txt").focus();
    await user.press("Control+s");
    await user.toast("Not saved").waitFor();
    user.write("a.txt", "one\ntwo\nthree\n");
    await user.page.getByTestId("banner").waitFor({ state: "detached" });
    await eventually(() => user.toast("Not saved").count()).toBe(0);
    await user.saveAs("a.txt", "mine one\ntwo\nthree\n");
  });

  test("a save refused in one window shows the banner in the other, and it disappears in both", async () => {
    const user = await startConflict();
    const other = await openPage(user.context, new URL("/", user.page.url()).href);
    await user.page.bringToFront();
    await user.editor("a.txt").focus();
    await user.press("Control+s");
    const banners = () => Promise.all([user.page, other].map((page) => page.getByTestId("banner").count()));
    await eventually(banners).toEqual([1, 1]);
    await other.getByTestId("overwrite").click();
    await eventually(banners).toEqual([0, 0]);
    expect(user.read("a.txt")).toBe("mine one\ntwo\nthree\n");
  });

  test("“Reload from disk” discards unsaved changes", async () => {
    const user = await startConflict();
    await user.page.getByTestId("take-disk").click();
    await eventually(() => user.text("a.txt")).toBe("theirs\n");
    await user.page.getByTestId("banner").waitFor({ state: "detached" });
    await user.isDirty("a.txt", false);
    expect(user.read("a.txt")).toBe("theirs\n");
  });

  test("Save in the close dialog doesn't overwrite a change on disk either, and the tab stays open", async () => {
    const user = await startConflict();
    await user.tab("a.txt").click({ button: "middle" });
    await user.page.getByTestId("close-save").click();
    await user.page.getByTestId("close-dialog").waitFor({ state: "detached" });
    await user.page.getByTestId("overwrite").waitFor();
    expect(user.read("a.txt")).toBe("theirs\n");
    expect(await user.tabNames()).toEqual(["a.txt"]);
    expect(await user.text("a.txt")).toBe("mine one\ntwo\nthree\n");
  });

  test("the same change on disk and in the editor is not a conflict", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("x");
    await user.isDirty("a.txt", true);
    user.write("a.txt", "xone\ntwo\nthree\n");
    await user.isDirty("a.txt", false);
    expect(await user.page.getByTestId("banner").count()).toBe(0);
  });

  test("a deleted file says so, keeps its text, and can be saved again", async () => {
    const user = await startSession(browser, { files: { "src/gone.txt": "kept\n" } });
    await user.open("src/gone.txt");
    rmSync(user.path("src"), { recursive: true });
    await user.banner("gone.txt was deleted on disk.").waitFor();
    expect(await user.text("src/gone.txt")).toBe("kept\n");
    await user.editor("src/gone.txt").focus();
    await user.press("Control+s");
    await eventually(() => existsSync(user.path("src/gone.txt"))).toBe(true);
    expect(user.read("src/gone.txt")).toBe("kept\n");
    await user.banner("gone.txt was deleted on disk.").waitFor({ state: "detached" });
  });

  test("a deleted file with unsaved changes can be saved again from its banner", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    await user.press("Control+Home");
    await user.page.keyboard.type("x");
    await user.isDirty("a.txt", true);
    rmSync(user.path("a.txt"));
    await user.banner("a.txt was deleted on disk.").getByRole("button", { name: "Save again" }).click();
    await eventually(() => existsSync(user.path("a.txt")) && user.read("a.txt")).toBe("xone\ntwo\nthree\n");
  });

  test("a file that is created again after it was deleted is followed", async () => {
    const user = await startSession(browser);
    await user.open("a.txt");
    rmSync(user.path("a.txt"));
    await user.banner("a.txt was deleted on disk.").waitFor();
    user.write("a.txt", "back\n");
    await eventually(() => user.text("a.txt")).toBe("back\n");
    await user.page.getByTestId("banner").waitFor({ state: "detached" });
  });

  const { test: withRights } = needs("setpriv");
  withRights("a file or folder that is read-only fails to be saved in words, and the text stays", async () => {
    const user = await startSession(browser, {
      isOrdinaryUser: true,
      files: { "locked/in.txt": "in\n", "readonly.txt": "ro\n" },
      prepare: ({ folder }) => {
        chmodSync(join(folder, "readonly.txt"), 0o444);
        chmodSync(join(folder, "locked"), 0o555);
      },
    });
    for (const [name, content] of Object.entries({ "readonly.txt": "ro\n", "locked/in.txt": "in\n" })) {
      await user.open(name);
      await user.press("Control+Home");
      await user.page.keyboard.type("x");
      await user.isDirty(name, true);
      await user.press("Control+s");
      await user.toast(new RegExp(`${name.split("/").at(-1)} couldn't be saved: Permission denied`)).waitFor();
      expect(user.read(name)).toBe(content);
      expect(await user.text(name)).toBe(`x${content}`);
      await user.isDirty(name, true);
    }
  });
});
