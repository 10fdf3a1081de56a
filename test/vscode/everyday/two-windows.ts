/** Two tabs of a browser on one folder: each serves, unless the one that was there first cannot. */
import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { VscodeStage } from "../stage.js";

/** Nothing of the page runs any more, as in a tab that the browser has frozen; the result wakes it. */
async function sleep(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const asleep = new Promise((resolve) => devtools.once("Debugger.paused", resolve));
  await devtools.send("Debugger.enable");
  await devtools.send("Debugger.pause");
  await asleep;
  return () => devtools.detach();
}

export function twoWindowsTests(stage: VscodeStage): void {
  const locks = () => readdirSync(stage.lockFolder);

  test("each has an endpoint of its own, which goes with it", async () => {
    const before = locks();
    const other = await stage.running.openAnother();
    expect(locks()).toHaveLength(2);
    expect(locks()).toEqual(expect.arrayContaining(before));
    await stage.running.close(other);
    expect(locks()).toEqual(before);
  });

  test("one that the browser has put to sleep leaves its place to the next, and serves elsewhere when it wakes", async () => {
    const before = locks();
    const wake = await sleep(stage.window.page);
    const other = await stage.running.openAnother();
    expect(locks()).toEqual(before);
    await wake();
    await expect.poll(locks).toHaveLength(2);
    await stage.running.close(other);
    expect(locks()).toHaveLength(1);
    expect(locks()).not.toEqual(before);
    await (await stage.client()).call("getWorkspaceFolders");
  });
}
