/** A window that is reloaded is the same session; proposals that waited in it are the terminal's again. */

import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "@tandem/base/node";
import { connect } from "@tandem/client";
import { expect, test } from "vitest";
import type { VscodeStage } from "../stage.js";

/** A notice offers what was typed into the proposal for a file; the text is what is opened. */
async function openKeptText(stage: VscodeStage, name: string, text: string): Promise<void> {
  const notice = stage.window.page.locator(".notification-list-item", { hasText: "Claude is no longer waiting" });
  await notice.waitFor();
  expect(await notice.textContent()).toContain(name);
  await notice.getByText("Open My Text").click();
  await expect
    .poll(async () => {
      // After a crash VS Code may bring back others that had been closed.
      const tabs = (await stage.window.ask("tabs")).filter(({ uri }) => uri?.startsWith("untitled:"));
      return await Promise.all(tabs.map(({ uri = "" }) => stage.window.ask("text", uri)));
    })
    .toContain(text);
}

export function reloadTests(stage: VscodeStage): void {
  test("keeps port and token in a file of the user's own, closes the views, and offers what was typed", async () => {
    const before = stage.lock();
    const client = await connect({ port: before.port, authToken: before.authToken }, { reconnect: true });
    const typedIn = await stage.propose(client, stage.file("a.txt", "one\n"), "two\n");
    await stage.propose(client, stage.file("b.txt", "one\n"), "two\n");
    await stage.hand.showReview(typedIn.tabName);
    await stage.window.page.keyboard.press("Control+Home");
    await stage.window.ask("type", "my own words\n");
    const kept = join(stage.running.root, "data/data/User/globalStorage/tandem.tandem-vscode/addresses");
    const [name = ""] = readdirSync(kept);
    expect((await stat(join(kept, name))).mode & 0o777).toBe(0o600);

    await stage.hand.restartEndpoint();
    expect(stage.lock()).toMatchObject({ port: before.port, authToken: before.authToken, pid: before.pid });
    await expect.poll(() => stage.hand.pendingReviews()).toEqual([]);
    await openKeptText(stage, "a.txt", "my own words\ntwo\n");
    for (const file of ["a.txt", "b.txt"]) expect(readFileSync(join(stage.folder, file), "utf8")).toBe("one\n");
    // The client is back by itself.
    await expect.poll(() => client.state.status, { timeout: 20_000 }).toBe("connected");
    await client.close();
  });

  test("a tab of the browser that crashed left its endpoint for hours, beside that of the next one", async () => {
    await stage.tidy();
    const before = stage.lock();
    const { hostPid } = stage.window;
    const client = await connect({ port: before.port, authToken: before.authToken }, { reconnect: true });
    const { tabName } = await stage.propose(client, stage.file("c.txt", "one\n"), "two\n");
    await stage.hand.showReview(tabName);
    await stage.window.page.keyboard.press("Control+Home");
    await stage.window.ask("type", "my own words\n");

    await stage.running.crashAndReopen();
    // VS Code keeps it, in case its window comes back.
    expect(isAlive(hostPid)).toBe(true);
    expect(stage.lock()).toMatchObject({ port: before.port, authToken: before.authToken, pid: before.pid });
    await openKeptText(stage, "c.txt", "my own words\ntwo\n");
    await expect.poll(() => client.state.status, { timeout: 20_000 }).toBe("connected");
    await client.close();
  });

  test("closing the window leaves no lock, decides no review, and the extension host ends", async () => {
    const { answer } = await stage.propose(await stage.client(), stage.file("left.txt", "old\n"), "new\n");
    const outcome = answer.then(
      (decided) => decided,
      () => "none",
    );
    await stage.running.quit();
    expect(readdirSync(stage.lockFolder)).toEqual([]);
    expect(await outcome).toBe("none");
  });
}
