/** `tandem serve` is killed at random moments while the user types in a real Chromium. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { draftsIn, journalOf } from "../saved-drafts.js";
import { type Fixture, openFixture } from "../workbench/fixture.js";
import { openPage, type ServedWorkbench, serveWorkbench } from "../workbench/launch.js";
import { seed } from "./load/assert-property.js";
import { randomFrom } from "./load/soak.js";
import { scaled, tally } from "./tally.js";

const { test } = needsChromium();
/** How much of the end may be missing. */
const promisedMs = 1000;
const old = "one\ntwo\nthree\n";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 30_000);
afterAll(() => browser?.close());

/** Types words without a pause until the server is killed. Returns how many of them must have been saved. */
async function typeUntilKilled(page: Page, served: ServedWorkbench, count: number) {
  const typedAt: number[] = [];
  for (let word = 0; word < count; word++) {
    await page.keyboard.insertText(`${word} `);
    typedAt.push(performance.now());
  }
  const killedAt = performance.now();
  await served.end("SIGKILL");
  return typedAt.filter((at) => at <= killedAt - promisedMs).length;
}

/** Returns how many of the words the text begins with, or -1 if it contains anything else. */
function wordsIn(text: string | undefined, rest: string): number {
  const words = text?.endsWith(rest) ? text.slice(0, -rest.length).split(" ").slice(0, -1) : undefined;
  return words?.every((word, index) => word === String(index)) ? words.length : -1;
}

async function startAgain({ folder, context }: Fixture) {
  const home = dirname(folder);
  const served = await serveWorkbench({
    folders: [folder],
    home,
    configDir: join(home, "config"),
    logFile: join(home, "log"),
  });
  onTestFinished(() => served.end("SIGKILL"));
  return await openPage(context, served.page);
}

test(
  "SIGKILL of tandem serve at any moment while a file or a review is typed into: the next start offers all but the last second",
  async () => {
    const attempts = scaled(3, 40);
    const random = randomFrom(seed);
    let lost = 0;
    let leaked = 0;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const isReview = attempt % 3 === 1;
      const fixture = await openFixture(browser, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
      const before = fixture.onDisk("a.txt");
      const proposed = old.replace("two", "2");
      if (isReview) await fixture.review(await fixture.client(), "a.txt", proposed);
      else {
        await fixture.driver.openFile(fixture.path("a.txt"));
        await fixture.editor("a.txt").focus();
      }
      await fixture.page.keyboard.press("Control+Home");
      const due = await typeUntilKilled(fixture.page, fixture.served, 30 + random(250));
      expect(fixture.onDisk("a.txt"), "the file is left alone").toEqual(before);
      const journal = journalOf(dirname(fixture.folder));
      const page = await startAgain(fixture);
      const restored = await offered(page, fixture, isReview);
      if (restored === undefined ? due > 0 : wordsIn(restored, isReview ? proposed : old) < due) lost++;
      expect(fixture.onDisk("a.txt"), "also when it is restored").toEqual(before);
      leaked += existsSync(journal) ? readdirSync(journal).filter((name) => name.startsWith("new-")).length : 0;
      await fixture.context.close();
    }
    tally({ what: "tandem serve killed while the user types", attempts, crashes: 0, lost, leaked });
    // Each attempt starts two servers and opens two pages.
  },
  scaled(180_000, 3_600_000),
);

/** Returns the draft that the page offers, or undefined. */
async function offered(page: Page, fixture: Fixture, isReview: boolean): Promise<string | undefined> {
  const rows = page.getByTestId("draft");
  // The page gets the drafts together with everything else that it shows.
  if ((await rows.count()) === 0) return undefined;
  if (isReview) {
    await rows.getByTestId("take-copy").click();
    await page.getByText("Copied a.txt.").waitFor();
    return await page.evaluate(() => navigator.clipboard.readText());
  }
  await rows.getByTestId("draft-restore").click();
  await rows.waitFor({ state: "detached" });
  return await fixture.textOf("a.txt", page);
}

test("two servers on one folder: one is killed while the other is still used, and each keeps its own text", async () => {
  const fixture = await openFixture(browser);
  const beside = await startAgain(fixture);
  for (const [page, name] of [
    [fixture.page, "a.txt"],
    [beside, "a.txt"],
  ] as const) {
    await page.locator(`[data-testid="tree-row"][data-path="${fixture.path(name)}"]`).dblclick();
    await fixture.editor(name, page).focus();
  }
  await fixture.page.keyboard.insertText("of one ");
  await beside.keyboard.insertText("of two ");
  const kept = () => draftsIn(journalOf(dirname(fixture.folder)));
  await expect.poll(() => kept().filter((text) => /of (one|two) one/.test(text)).length).toBe(2);
  await fixture.served.end("SIGKILL");
  // The other one offers the draft, discards it, and keeps its own text.
  await beside.reload();
  await beside.getByTestId("draft-discard").click();
  await beside.getByTestId("confirm-yes").click();
  await beside.getByTestId("drafts").waitFor({ state: "detached" });
  expect(kept()).toEqual([expect.stringContaining("of two one")]);
  writeFileSync(fixture.path("a.txt"), `of two ${old}`);
  // It has been written to disk by then.
  await expect.poll(kept).toEqual([]);
});
