/**
 * The workbench in a real Chromium: the first paint, a large folder, a large file and a large review, compared to a page of
 * one word and to a plain CodeMirror. Needs Chromium.
 */
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkbench } from "@tandem-ide/workbench";
import {
  costOfKey,
  findChromium,
  firstPaint,
  launchChromium,
  servePages,
  timeUntilShown,
} from "../browser/chromium.mjs";
import { servePlainCodemirror } from "../browser/plain-codemirror.mjs";
import { largeText, newText, oldText } from "../browser/texts.mjs";
import { Client } from "../client.mjs";
import { temporaryDirectory } from "../servers/fixture.mjs";
import { median, takeTurns, timed } from "../statistics.mjs";

const rounds = 10;
const folders = 400;
const filesPerFolder = 100;
const filesInWide = 10_000;

/** Creates 50,000 files: many small folders and one large one. All are hard links to one file, which is faster. */
function makeTree(folder) {
  mkdirSync(join(folder, "wide"), { recursive: true });
  const file = join(folder, "a.txt");
  writeFileSync(file, "a\n");
  for (let i = 0; i < folders; i++) {
    mkdirSync(join(folder, `pack-${i}`));
    for (let j = 0; j < filesPerFolder; j++) linkSync(file, join(folder, `pack-${i}`, `module-${i}-${j}.ts`));
  }
  for (let i = 0; i < filesInWide; i++) linkSync(file, join(folder, "wide", `entry-${i}.txt`));
  writeFileSync(join(folder, "large.txt"), largeText);
  writeFileSync(join(folder, "review.ts"), oldText);
}

async function inNewPage(browser, work) {
  const context = await browser.newContext();
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const emptyPage = (browser, url) =>
  inNewPage(browser, async (page) => ({
    paint: await timed(async () => {
      await page.goto(url);
      await firstPaint(page);
    }),
  }));

/** Opens the file and the review in a plain CodeMirror. */
const plainSession = (browser, url) =>
  inNewPage(browser, async (page) => {
    await page.goto(url);
    const large = await timeUntilShown(page, ".cm-line", () => page.evaluate(() => window.showFile()));
    await page.goto(url);
    const review = await timeUntilShown(page, ".cm-changedLine", () => page.evaluate(() => window.showReview()));
    // Its view compares the whole texts again at each key press.
    return { large, review, reviewKey: await costOfKey(page, 2, 1) };
  });

const rowOf = (page, path) => page.locator(`[data-testid="tree-row"][data-path=${JSON.stringify(path)}]`);

async function quickOpen(page, typed, path) {
  await page.keyboard.press("Control+p");
  await page.getByTestId("quick-open").getByRole("combobox").fill(typed);
  await page.locator(`[data-testid="quick-row"][data-path=${JSON.stringify(path)}]`).waitFor();
}

/** Measures a proposal from the client's message to the first visible hunk, and then keys in it. */
async function review(page, client, folder) {
  const path = join(folder, "review.ts");
  const args = { old_file_path: path, new_file_path: path, new_file_contents: newText, tab_name: "bench" };
  const frame = client.frame("tools/call", { name: "openDiff", arguments: args });
  // A review isn't activated automatically while a text has the focus.
  await page.getByTestId("tree").focus();
  const hunk = '.review-pane:not([hidden]) .tandem-hunk-button[data-hunk="0"]';
  const shown = await timeUntilShown(page, hunk, async () => client.send(frame));
  await page.evaluate(() => window.tandemPage.reviewOf("bench").focus());
  const key = await costOfKey(page);
  const answered = new Promise((resolve) => client.onMessage(resolve));
  await page.getByTestId("review-reject").click();
  await answered;
  await page.locator('[data-testid="tab"][data-review]').waitFor({ state: "detached" });
  return { review: shown, reviewKey: key };
}

/** Runs the whole session of a user, starting with the link. */
const session = (browser, workbench, folder, client) =>
  inNewPage(browser, async (page) => {
    const times = {};
    const link = workbench.pageServer.newLink();
    times.paint = await timed(async () => {
      await page.goto(link);
      await page.waitForURL(`${workbench.pageServer.origin}/`);
      await firstPaint(page);
    });
    times.usable = times.paint + (await timed(() => rowOf(page, join(folder, "pack-0")).waitFor()));
    await page.getByTestId("tree").focus();
    await page.keyboard.type("wide");
    await page.locator("[role=treeitem][aria-selected=true]", { hasText: "wide" }).waitFor();
    times.wide = await timed(async () => {
      await page.keyboard.press("ArrowRight");
      await rowOf(page, join(folder, "wide", "entry-0.txt")).waitFor();
    });
    times.find = await timed(() => quickOpen(page, "module-399-99", join(folder, "pack-399", "module-399-99.ts")));
    await page.keyboard.press("Escape");
    times.findAgain = await timed(() => quickOpen(page, "module-7-42", join(folder, "pack-7", "module-7-42.ts")));
    await page.keyboard.press("Escape");
    await quickOpen(page, "large.txt", join(folder, "large.txt"));
    times.large = await timeUntilShown(page, ".cm-line", () => page.keyboard.press("Enter"));
    await page.keyboard.press("Control+End");
    times.key = await timed(async () => {
      await page.keyboard.type("!");
      await page.waitForSelector("html[data-synced=true]", { state: "attached" });
      await page.locator('[data-testid="tab"][data-dirty="true"]').waitFor();
    });
    Object.assign(times, await review(page, client, folder));
    for (const tab of workbench.workbench.tabs.all) workbench.workbench.tabs.close(tab.id);
    return times;
  });

export async function measure() {
  const program = findChromium();
  if (!program) return [];
  const directory = temporaryDirectory();
  const folder = join(directory, "project");
  makeTree(folder);
  const word = await servePages({ "/": "<!doctype html><title>word</title><p>word" });
  const plain = await servePlainCodemirror({ "/large.txt": largeText, "/old.txt": oldText, "/new.txt": newText });
  const running = await createWorkbench({
    folders: [folder],
    endpoint: { configDir: directory, home: directory, env: {} },
  });
  const client = await Client.join({ target: { port: running.endpoint.port, authToken: running.endpoint.authToken } });
  await client.request("tools/list", {});
  const browser = await launchChromium(program);
  try {
    const samples = await takeTurns(
      {
        floor: () => emptyPage(browser, word.url),
        alternative: () => plainSession(browser, plain.url),
        ours: () => session(browser, running, folder, client),
      },
      { rounds, warm: 1 },
    );
    const of = (name, key) => median(samples[name].map((each) => each[key]));
    const row = (id, what, key, more) => ({ id: `workbench-${id}`, what, unit: "ms", ours: of("ours", key), ...more });
    const floor = { floor: of("floor", "paint"), floorIs: "first paint of a page of one word" };
    const beside = (key) => ({ alternative: of("alternative", key), alternativeIs: "plain CodeMirror" });
    return [
      // The limit is about a second, because two pages are loaded: the link's and the workbench.
      row("paint", "from the link to the first paint, 50,000 files in the folder", "paint", floor),
      row("usable", "from the link to a usable tree", "usable", floor),
      row("wide", "opening a folder of 10,000 files in the tree", "wide", floor),
      row("find", "quick open, first search of 50,000 files", "find", floor),
      row("find-again", "quick open again", "findAgain", floor),
      row("large-file", "opening a file of 5 MB", "large", { ...floor, ...beside("large") }),
      row("key", "a key in it, until the host receives it", "key"),
      row("review", "review of 20,000 lines with 500 hunks, until the first hunk", "review", {
        ...floor,
        ...beside("review"),
      }),
      row("review-key", "a key in that review, on the page's main thread", "reviewKey", beside("reviewKey")),
    ];
  } finally {
    await browser.close();
    client.end();
    await running.close();
    word.close();
    plain.close();
  }
}
