/** A reloaded window keeps its session. Pending reviews close, and Claude Code asks in the terminal instead. */

import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "@tandem-ide/base/node";
import { connect } from "@tandem-ide/client";
import { expect, test } from "vitest";
import type { VscodeFixture } from "../fixture.js";

/** Waits for the notice that offers text typed into a proposal, and checks the text that it opens. */
async function openKeptText(fixture: VscodeFixture, name: string, text: string): Promise<void> {
  const notice = fixture.window.page.locator(".notification-list-item", { hasText: "was interrupted" });
  await notice.waitFor();
  expect(await notice.textContent()).toContain(name);
  await notice.getByText("Open Edits").click();
  await expect
    .poll(async () => {
      // After a crash VS Code may restore others that had been closed.
      const tabs = (await fixture.window.ask("tabs")).filter(({ uri }) => uri?.startsWith("untitled:"));
      return await Promise.all(tabs.map(({ uri = "" }) => fixture.window.ask("text", uri)));
    })
    .toContain(text);
}

export function reloadTests(fixture: VscodeFixture): void {
  test("keeps port and token in a private file, closes reviews, and offers edits", async () => {
    const before = fixture.lock();
    const client = await connect({ port: before.port, authToken: before.authToken }, { reconnect: true });
    const typedIn = await fixture.propose(client, fixture.file("a.txt", "one\n"), "two\n");
    await fixture.propose(client, fixture.file("b.txt", "one\n"), "two\n");
    await fixture.driver.showReview(typedIn.tabName);
    await fixture.window.page.keyboard.press("Control+Home");
    await fixture.window.ask("type", "my own words\n");
    const kept = join(fixture.running.root, "data/data/User/globalStorage/tandem-ide.tandem-vscode/addresses");
    const [name = ""] = readdirSync(kept);
    expect((await stat(join(kept, name))).mode & 0o777).toBe(0o600);

    await fixture.driver.restartEndpoint();
    expect(fixture.lock()).toMatchObject({ port: before.port, authToken: before.authToken, pid: before.pid });
    await expect.poll(() => fixture.driver.pendingReviews()).toEqual([]);
    await openKeptText(fixture, "a.txt", "my own words\ntwo\n");
    for (const file of ["a.txt", "b.txt"]) expect(readFileSync(join(fixture.folder, file), "utf8")).toBe("one\n");
    // The client reconnects automatically.
    await expect.poll(() => client.state.status, { timeout: 20_000 }).toBe("connected");
    await client.close();
  });

  test("a window reopened after its browser tab crashed takes over its endpoint", async () => {
    await fixture.tidy();
    const before = fixture.lock();
    const { hostPid } = fixture.window;
    const client = await connect({ port: before.port, authToken: before.authToken }, { reconnect: true });
    const { tabName } = await fixture.propose(client, fixture.file("c.txt", "one\n"), "two\n");
    await fixture.driver.showReview(tabName);
    await fixture.window.page.keyboard.press("Control+Home");
    await fixture.window.ask("type", "my own words\n");

    await fixture.running.crashAndReopen();
    // VS Code keeps it running, in case its window comes back.
    expect(isAlive(hostPid)).toBe(true);
    expect(fixture.lock()).toMatchObject({ port: before.port, authToken: before.authToken, pid: before.pid });
    await openKeptText(fixture, "c.txt", "my own words\ntwo\n");
    await expect.poll(() => client.state.status, { timeout: 20_000 }).toBe("connected");
    await client.close();
  });

  test("closing the window removes the lock file, decides no review, and ends the extension host", async () => {
    const { answer } = await fixture.propose(await fixture.client(), fixture.file("left.txt", "old\n"), "new\n");
    const outcome = answer.then(
      (decided) => decided,
      () => "none",
    );
    await fixture.running.quit();
    expect(readdirSync(fixture.lockFolder)).toEqual([]);
    expect(await outcome).toBe("none");
  });
}
