/** What is withheld from Claude is visible, with its reason, and the user changes it in the page: it counts at once. */
import type { Client } from "@tandem/client";
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

  /** What Claude Code gets when it asks for the selection. */
  async function shared(client: Client): Promise<string> {
    return JSON.stringify(await client.call("getCurrentSelection", {}));
  }

  test("what is withheld is marked with its reason in tree, tab, banner and dialog", async () => {
    const user = await startSession(browser, {
      files: { ".env": "SECRET=1\n", "plans/2027.md": "plan\n", ".tandemignore": "plans/\n", "own.mine": "" },
      args: ["--withhold", "*.mine"],
    });
    expect(await user.row(".env").getAttribute("aria-label")).toBe(
      ".env. Claude does not see it: Tandem's built-in rule “.env*” withholds it",
    );
    expect(await user.row("plans").getAttribute("title")).toContain("the rule “plans/” in .tandemignore withholds it");
    expect(await user.row("own.mine").getAttribute("title")).toContain("your rule “*.mine” withholds it");
    expect(await user.row("a.txt").getAttribute("title")).toBe(user.path("a.txt"));
    await user.row("plans").click();
    await user.row("plans/2027.md").dblclick();
    await user.banner("Claude does not see this file: the rule “plans/” in .tandemignore withholds it").waitFor();
    expect(await user.tab("plans/2027.md").getAttribute("aria-label")).toBe("2027.md, not seen by Claude");
    await user.press("Alt+Shift+H");
    const dialog = user.page.getByTestId("privacy-dialog");
    await dialog.getByTestId("privacy-answer").waitFor();
    expect(await dialog.getByTestId("privacy-answer").textContent()).toBe(
      "Claude does not see 2027.md: the rule “plans/” in .tandemignore withholds it",
    );
    await dialog.locator(".rules").nth(2).waitFor();
    const rules = await dialog.locator(".rules").allTextContents();
    expect(rules[0]).toContain(".ssh");
    expect(rules[1]).toContain("*.mine");
    expect(rules[2]).toContain("plans/");
  });

  test("“Withhold from Claude” in the tree adds a rule, and a client gets nothing of the file from then on", async () => {
    const user = await startSession(browser);
    const client = await user.client();
    await user.open("a.txt");
    await user.press("Control+a");
    await user.hand.synced();
    await eventually(() => shared(client)).toContain("two");
    await user.row("a.txt").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Withhold from Claude" }).click();
    await user.toast("Claude does not see a.txt any more.").waitFor();
    expect(user.read(".tandemignore")).toMatch(/^\/a\.txt$/m);
    expect(await shared(client)).not.toContain("two");
    await eventually(() => user.row("a.txt").getAttribute("class")).toContain("withheld");
    await user.banner("Claude does not see this file").waitFor();
    await user.row("a.txt").click({ button: "right" });
    // It is withheld already.
    await user.page.getByRole("menuitem", { name: "Copy path" }).waitFor();
    expect(await user.page.getByRole("menuitem", { name: "Withhold from Claude" }).count()).toBe(0);
  });

  test("a folder is withheld with all that is in it, whose marks come at once in the open tree", async () => {
    const user = await startSession(browser, { files: { "src/deep/x.ts": "x" } });
    await user.row("src").click();
    await user.row("src/deep").click();
    await user.row("src/deep/x.ts").waitFor();
    await user.row("src").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Withhold from Claude" }).click();
    await eventually(() => user.row("src/deep/x.ts").getAttribute("class")).toContain("withheld");
    await eventually(() => user.row("src").getAttribute("class")).toContain("withheld");
  });

  test("rules edited in the page count when they are saved, in tab, tree and for clients, and can be taken back", async () => {
    const user = await startSession(browser, { files: { "src/plan.md": "the plan\n" } });
    const client = await user.client();
    await user.row("src").click();
    await user.open("src/plan.md");
    await user.press("Control+a");
    await user.hand.synced();
    await eventually(() => shared(client)).toContain("the plan");
    await user.press("Alt+Shift+H");
    await user.page.getByTestId("privacy-dialog").getByRole("button", { name: "Create" }).click();
    await user.editor(".tandemignore").waitFor();
    await eventually(() => user.editor(".tandemignore").evaluate((it) => it === document.activeElement)).toBe(true);
    const before = user.read(".tandemignore");
    await user.press("Control+End");
    await user.page.keyboard.type("plan.md");
    await user.saveAs(".tandemignore", `${before}plan.md`);
    await eventually(() => user.row("src/plan.md").getAttribute("class")).toContain("withheld");
    await eventually(() => user.tab("src/plan.md").getAttribute("aria-label")).toBe("plan.md, not seen by Claude");
    await user.open("src/plan.md");
    await user.hand.synced();
    expect(await shared(client)).not.toContain("the plan");

    await user.open(".tandemignore");
    await user.press("Control+End");
    for (const _letter of "plan.md") await user.press("Backspace");
    await user.saveAs(".tandemignore", before);
    await user.open("src/plan.md");
    await eventually(() => shared(client)).toContain("the plan");
    await eventually(() => user.row("src/plan.md").getAttribute("class")).not.toContain("withheld");
  });

  test("rules changed by another program count too", async () => {
    const user = await startSession(browser, { files: { "src/plan.md": "the plan\n" } });
    await user.row("src").click();
    await user.row("src/plan.md").waitFor();
    user.write(".tandemignore", "*.md\n");
    await eventually(() => user.row("src/plan.md").getAttribute("class")).toContain("withheld");
  });

  test("the switch pauses sharing: a client gets nothing, and the bar says so, until it is switched on again", async () => {
    const user = await startSession(browser);
    const client = await user.client();
    await user.open("a.txt");
    await user.press("Control+a");
    await user.hand.synced();
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

  test("a withheld file cannot be mentioned, and the words say so", async () => {
    const user = await startSession(browser, { files: { ".env": "SECRET=1\n" } });
    await user.client();
    await user.row(".env").click({ button: "right" });
    await user.page.getByRole("menuitem", { name: "Mention in Claude" }).click();
    await user.toast(/\.env/).waitFor();
    expect(await user.page.getByTestId("toast").textContent()).toMatch(/withheld|does not see|not mentioned/i);
  });
});
