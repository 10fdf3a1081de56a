/** Killed while somebody types: in a real Chromium against a real `tandem serve`, at moments that nobody chose. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { journalOf, keptIn } from "../kept-drafts.js";
import { openPage, type ServedWorkbench, serveWorkbench } from "../workbench/launch.js";
import { openScene, type Scene } from "../workbench/scene.js";
import { seed } from "./load/assert-property.js";
import { randomFrom } from "./load/soak.js";
import { howMany, tally } from "./tally.js";

const { test } = needsChromium();
/** What may be missing of the end. */
const promisedMs = 1000;
const old = "one\ntwo\nthree\n";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 30_000);
afterAll(() => browser?.close());

/** Types words without a pause until the server is killed, and tells how many of them had to be kept. */
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

/** How many of the words a text begins with; -1 when it is not those words and then the rest. */
function wordsIn(text: string | undefined, rest: string): number {
  const words = text?.endsWith(rest) ? text.slice(0, -rest.length).split(" ").slice(0, -1) : undefined;
  return words?.every((word, index) => word === String(index)) ? words.length : -1;
}

async function startAgain({ folder, context }: Scene) {
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
    const attempts = howMany(3, 40);
    const random = randomFrom(seed);
    let lost = 0;
    let leaked = 0;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const isReview = attempt % 3 === 1;
      const scene = await openScene(browser, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
      const before = scene.onDisk("a.txt");
      const proposed = old.replace("two", "2");
      if (isReview) await scene.review(await scene.client(), "a.txt", proposed);
      else {
        await scene.hand.openFile(scene.path("a.txt"));
        await scene.editor("a.txt").focus();
      }
      await scene.page.keyboard.press("Control+Home");
      const due = await typeUntilKilled(scene.page, scene.served, 30 + random(250));
      expect(scene.onDisk("a.txt"), "the file is left alone").toEqual(before);
      const journal = journalOf(dirname(scene.folder));
      const page = await startAgain(scene);
      const restored = await offered(page, scene, isReview);
      if (restored === undefined ? due > 0 : wordsIn(restored, isReview ? proposed : old) < due) lost++;
      expect(scene.onDisk("a.txt"), "also when it is restored").toEqual(before);
      leaked += existsSync(journal) ? readdirSync(journal).filter((name) => name.startsWith("new-")).length : 0;
      await scene.context.close();
    }
    tally({ what: "tandem serve killed while somebody types", attempts, crashes: 0, lost, leaked });
    // Each attempt starts two servers and opens two pages.
  },
  howMany(180_000, 3_600_000),
);

/** What the page gives back; undefined when nothing is offered. */
async function offered(page: Page, scene: Scene, isReview: boolean): Promise<string | undefined> {
  const rows = page.getByTestId("draft");
  // The page was told what there is with everything else that it shows.
  if ((await rows.count()) === 0) return undefined;
  if (isReview) {
    await rows.getByTestId("take-copy").click();
    await page.getByText("Copied a.txt.").waitFor();
    return await page.evaluate(() => navigator.clipboard.readText());
  }
  await rows.getByTestId("draft-restore").click();
  await rows.waitFor({ state: "detached" });
  return await scene.textOf("a.txt", page);
}

test("two servers on one folder: one is killed, the other goes on typing, and each keeps its own text", async () => {
  const scene = await openScene(browser);
  const beside = await startAgain(scene);
  for (const [page, name] of [
    [scene.page, "a.txt"],
    [beside, "a.txt"],
  ] as const) {
    await page.locator(`[data-testid="tree-row"][data-path="${scene.path(name)}"]`).dblclick();
    await scene.editor(name, page).focus();
  }
  await scene.page.keyboard.insertText("of one ");
  await beside.keyboard.insertText("of two ");
  const kept = () => keptIn(journalOf(dirname(scene.folder)));
  await expect.poll(() => kept().filter((text) => /of (one|two) one/.test(text)).length).toBe(2);
  await scene.served.end("SIGKILL");
  // The one that goes on sees what was left, discards it, and keeps its own.
  await beside.reload();
  await beside.getByTestId("draft-discard").click();
  await beside.getByTestId("confirm-yes").click();
  await beside.getByTestId("drafts").waitFor({ state: "detached" });
  expect(kept()).toEqual([expect.stringContaining("of two one")]);
  writeFileSync(scene.path("a.txt"), `of two ${old}`);
  // The disk has it by now.
  await expect.poll(kept).toEqual([]);
});
