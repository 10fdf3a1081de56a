/** Hidden files are marked with the reason, and the user can change the rules in the page. */
import type { Client } from "@tandem-ide/client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually, startSession } from "./user-session.js";

const { describe, test } = needsChromium();

describe("Privacy in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** The selection that Claude Code gets. */
  async function shared(client: Client): Promise<string> {
    return JSON.stringify(await client.call("getCurrentSelection", {}));
  }

  test("marks hidden files with the reason in tree, tab, banner and dialog", async () => {
    const user = await startSession(browser, {
      files: { ".env": "SECRET=1\n", "plans/2027.md": "plan\n", ".tandemignore": "plans/\n", "own.mine": "" },
      args: ["--hide", "*.mine"],
    });
    expect(await user.row(".env").getAttribute("aria-label")).toBe(
      ".env, hidden from Claude: it matches Tandem's built-in rule “.env*”",
    );
    expect(await user.row("plans").getAttribute("title")).toContain("it matches the rule “plans/” in .tandemignore");
    expect(await user.row("own.mine").getAttribute("title")).toContain("it matches your rule “*.mine”");
    expect(await user.row("a.txt").getAttribute("title")).toBe(user.path("a.txt"));
    await user.row("plans").click();
    await user.row("plans/2027.md").dblclick();
    await user.banner("This file is hidden from Claude: it matches the rule “plans/” in .tandemignore").waitFor();
    expect(await user.tab("plans/2027.md").getAttribute("aria-label")).toBe("2027.md, hidden from Claude");
    await user.press("Alt+Shift+H");
    const dialog = user.page.getByTestId("privacy-dialog");
    await dialog.getByTestId("privacy-answer").waitFor();
    expect(await dialog.getByTestId("privacy-answer").textContent()).toBe(
      "2027.md is hidden from Claude: it matches the rule “plans/” in .tandemignore",
    );
    await dialog.locator(".rules").nth(2).waitFor();
    const rules = await dialog.locator(".rules").allTextContents();
    expect(rules[0]).toContain(".ssh");
    expect(rules[1]).toContain("*.mine");
    expect(rules[2]).toContain("plans/");
  });

  test("“Hide from Claude” in the tree adds a rule, and clients get nothing from the file", async () => {
    const user = await startSession(browser);
    const client = await user.client();
    await user.open("a.txt");
    await user.press("Control+a");
    await user.driver.synced();
    await eventually(() => shared(client)).toContain("two");
    await user.row("a.txt").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Hide from Claude" }).click();
    await user.toast("a.txt is now hidden from Claude.").waitFor();
    expect(user.read(".tandemignore")).toMatch(/^\/a\.txt$/m);
    expect(await shared(client)).not.toContain("two");
    await eventually(() => user.row("a.txt").getAttribute("class")).toContain("hidden");
    await user.banner("This file is hidden from Claude").waitFor();
    await user.row("a.txt").click({ button: "right" });
    // The file is already hidden.
    await user.page.getByRole("menuitem", { name: "Copy path" }).waitFor();
    expect(await user.page.getByRole("menuitem", { name: "Hide from Claude" }).count()).toBe(0);
  });

  test("hiding a folder hides and marks everything in it right away", async () => {
    const user = await startSession(browser, { files: { "src/deep/x.ts": "x" } });
    await user.row("src").click();
    await user.row("src/deep").click();
    await user.row("src/deep/x.ts").waitFor();
    await user.row("src").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Hide from Claude" }).click();
    await eventually(() => user.row("src/deep/x.ts").getAttribute("class")).toContain("hidden");
    await eventually(() => user.row("src").getAttribute("class")).toContain("hidden");
  });

  test("rules edited in the page apply to tab, tree and clients when saved, and can be reverted", async () => {
    const user = await startSession(browser, { files: { "src/plan.md": "the plan\n" } });
    const client = await user.client();
    await user.row("src").click();
    await user.open("src/plan.md");
    await user.press("Control+a");
    await user.driver.synced();
    await eventually(() => shared(client)).toContain("the plan");
    await user.press("Alt+Shift+H");
    await user.page.getByTestId("privacy-dialog").getByRole("button", { name: "Create" }).click();
    await user.editor(".tandemignore").waitFor();
    await eventually(() => user.editor(".tandemignore").evaluate((it) => it === document.activeElement)).toBe(true);
    const before = user.read(".tandemignore");
    await user.press("Control+End");
    await user.page.keyboard.type("plan.md");
    await user.saveAs(".tandemignore", `${before}plan.md`);
    await eventually(() => user.row("src/plan.md").getAttribute("class")).toContain("hidden");
    await eventually(() => user.tab("src/plan.md").getAttribute("aria-label")).toBe("plan.md, hidden from Claude");
    await user.open("src/plan.md");
    await user.driver.synced();
    expect(await shared(client)).not.toContain("the plan");

    await user.open(".tandemignore");
    await user.press("Control+End");
    for (const _letter of "plan.md") await user.press("Backspace");
    await user.saveAs(".tandemignore", before);
    await user.open("src/plan.md");
    await eventually(() => shared(client)).toContain("the plan");
    await eventually(() => user.row("src/plan.md").getAttribute("class")).not.toContain("hidden");
  });

  test("rules changed by another program apply too", async () => {
    const user = await startSession(browser, { files: { "src/plan.md": "the plan\n" } });
    await user.row("src").click();
    await user.row("src/plan.md").waitFor();
    user.write(".tandemignore", "*.md\n");
    await eventually(() => user.row("src/plan.md").getAttribute("class")).toContain("hidden");
  });

  test("the switch pauses sharing: clients get nothing and the status bar says so until it is resumed", async () => {
    const user = await startSession(browser);
    const client = await user.client();
    await user.open("a.txt");
    await user.press("Control+a");
    await user.driver.synced();
    await eventually(() => user.page.getByTestId("status-last-shared").textContent()).toBe("Claude sees a.txt");
    const sharing = user.page.getByRole("switch", { name: "Sharing" });
    await sharing.click();
    await eventually(() => sharing.getAttribute("aria-checked")).toBe("false");
    await eventually(() => sharing.textContent()).toBe("Sharing paused");
    expect(await user.page.getByTestId("status-last-shared").count()).toBe(0);
    await expect(shared(client)).rejects.toThrow("Sharing is paused");
    await user.editor("a.txt").focus();
    await user.press("Alt+Shift+S");
    await eventually(() => sharing.getAttribute("aria-checked")).toBe("true");
    await eventually(() => shared(client)).toContain("two");
  });

  test("a hidden file can't be mentioned, and the message says so", async () => {
    const user = await startSession(browser, { files: { ".env": "SECRET=1\n" } });
    await user.client();
    await user.row(".env").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Mention in Claude" }).click();
    await user.toast(/\.env/).waitFor();
    expect(await user.page.getByTestId("toast").textContent()).toMatch(/Can't mention .*hidden/);
  });
});
