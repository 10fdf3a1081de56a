/**
 * Text typed into a review when VS Code's extension host is killed. VS Code itself keeps the text of ordinary editors.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { draftsIn, journalOf } from "../saved-drafts.js";
import { useVscode } from "./fixture.js";

const { describe, test } = needs("chromium", "vscode");

describe("Drafts in VS Code", () => {
  const fixture = useVscode();
  afterAll(() => fixture.endClients());

  test("SIGKILL of the extension host: the next one offers the edits of a review until they are opened", async () => {
    const { tabName } = await fixture.propose(await fixture.client(), fixture.file("d.txt", "one\n"), "two\n");
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+Home");
    await fixture.window.ask("type", "my own words\n");
    const kept = () => draftsIn(journalOf(fixture.home));
    await eventually(() => expect(kept()).toEqual([expect.stringContaining("\nmy own words\ntwo\n")]));
    process.kill(fixture.window.hostPid, "SIGKILL");
    // VS Code starts another one for the same window.
    const { page } = fixture.window;
    const notice = page.locator(".notification-list-item", { hasText: "was interrupted" });
    await notice.waitFor({ timeout: 30_000 });
    expect(kept(), "to be offered again, should the user not see this").toHaveLength(1);
    await notice.getByText("Open Edits").click();
    await page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
    await page.locator(".editor-instance .view-line", { hasText: "my own words" }).first().waitFor();
    await eventually(() => expect(kept()).toEqual([]));
    expect(readFileSync(join(fixture.folder, "d.txt"), "utf8")).toBe("one\n");
  });
});
