/** Two browser tabs with the same folder: each serves its own endpoint, unless the first one doesn't respond. */
import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { VscodeFixture } from "../fixture.js";

/** Stops all scripts of the page, as in a tab that the browser has frozen. The returned function resumes them. */
async function sleep(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const asleep = new Promise((resolve) => devtools.once("Debugger.paused", resolve));
  await devtools.send("Debugger.enable");
  await devtools.send("Debugger.pause");
  await asleep;
  return () => devtools.detach();
}

export function twoWindowsTests(fixture: VscodeFixture): void {
  const locks = () => readdirSync(fixture.lockFolder);

  test("each window has its own endpoint", async () => {
    const before = locks();
    const other = await fixture.running.openAnother();
    expect(locks()).toHaveLength(2);
    expect(locks()).toEqual(expect.arrayContaining(before));
    await fixture.running.close(other);
    expect(locks()).toEqual(before);
  });

  test("a sleeping browser window is replaced by the next one, and gets a new address when it wakes", async () => {
    const before = locks();
    const wake = await sleep(fixture.window.page);
    const other = await fixture.running.openAnother();
    expect(locks()).toEqual(before);
    await wake();
    await expect.poll(locks).toHaveLength(2);
    await fixture.running.close(other);
    expect(locks()).toHaveLength(1);
    expect(locks()).not.toEqual(before);
    await (await fixture.client()).call("getWorkspaceFolders");
  });
}
