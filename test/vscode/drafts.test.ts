/** What was typed into a review when VS Code's extension host is killed. Ordinary editors are kept by VS Code itself. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { useVscode } from "./stage.js";

const { describe, test } = needs("chromium", "vscode");

describe("Drafts in VS Code", () => {
  const stage = useVscode();
  afterAll(() => stage.endClients());

  test("SIGKILL of the extension host: the next one offers what was typed into a review, until it is opened", async () => {
    const { tabName } = await stage.propose(await stage.client(), stage.file("d.txt", "one\n"), "two\n");
    await stage.hand.showReview(tabName);
    await stage.window.page.keyboard.press("Control+Home");
    await stage.window.ask("type", "my own words\n");
    const journal = join(stage.home, ".local", "state", "tandem", "drafts");
    const kept = () => readdirSync(journal).map((name) => readFileSync(join(journal, name), "utf8"));
    await eventually(() => expect(kept()).toEqual([expect.stringContaining("\nmy own words\ntwo\n")]));
    process.kill(stage.window.hostPid, "SIGKILL");
    // VS Code starts another one for the same window.
    const { page } = stage.window;
    const notice = page.locator(".notification-list-item", { hasText: "Claude is no longer waiting" });
    await notice.waitFor({ timeout: 30_000 }).catch(async (error) => {
      console.log(kept(), readdirSync(journal), await page.locator(".notification-list-item").allTextContents());
      await page.screenshot({ path: "/tmp/drafts-shots/vscode.png" });
      throw error;
    });
    expect(kept(), "to be offered again, should the user not see this").toHaveLength(1);
    await notice.getByText("Open My Text").click();
    await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await page.locator(".editor-instance .view-line", { hasText: "my own words" }).first().waitFor();
    await eventually(() => expect(kept()).toEqual([]));
    expect(readFileSync(join(stage.folder, "d.txt"), "utf8")).toBe("one\n");
  });
});
