/** What was typed into a review when VS Code's extension host is killed. Ordinary editors are kept by VS Code itself. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { eventually } from "../eventually.js";
import { journalOf, keptIn } from "../kept-drafts.js";
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
    const kept = () => keptIn(journalOf(stage.home));
    await eventually(() => expect(kept()).toEqual([expect.stringContaining("\nmy own words\ntwo\n")]));
    process.kill(stage.window.hostPid, "SIGKILL");
    // VS Code starts another one for the same window.
    const { page } = stage.window;
    const notice = page.locator(".notification-list-item", { hasText: "Claude is no longer waiting" });
    await notice.waitFor({ timeout: 30_000 });
    expect(kept(), "to be offered again, should the user not see this").toHaveLength(1);
    await notice.getByText("Open My Text").click();
    await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await page.locator(".editor-instance .view-line", { hasText: "my own words" }).first().waitFor();
    await eventually(() => expect(kept()).toEqual([]));
    expect(readFileSync(join(stage.folder, "d.txt"), "utf8")).toBe("one\n");
  });
});
