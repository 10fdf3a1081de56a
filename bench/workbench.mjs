/**
 * The workbench in a real Chromium: the first paint, a large folder, a large file, quick open; beside a page of one word
 * that the same kind of server gives the same browser. Without Chromium there are no such figures.
 */
import { existsSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createWorkbench } from "@tandem/workbench";
import { chromium } from "playwright-core";
import { median } from "./statistics.mjs";

const runs = 5;
const folders = 400;
const filesAFolder = 100;
const filesInWide = 10_000;
const fiveMegabytes = `${"x".repeat(99)}\n`.repeat(52_429);

function findChromium() {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "chromium"))
    .find((path) => existsSync(path));
}

/** 50,000 files: many folders of some, one folder of many. All are names of one file, which is quicker to make. */
function makeTree(folder) {
  mkdirSync(join(folder, "wide"), { recursive: true });
  const file = join(folder, "a.txt");
  writeFileSync(file, "a\n");
  for (let i = 0; i < folders; i++) {
    mkdirSync(join(folder, `pack-${i}`));
    for (let j = 0; j < filesAFolder; j++) linkSync(file, join(folder, `pack-${i}`, `module-${i}-${j}.ts`));
  }
  for (let i = 0; i < filesInWide; i++) linkSync(file, join(folder, "wide", `entry-${i}.txt`));
  writeFileSync(join(folder, "large.txt"), fiveMegabytes);
}

/** The floor: the least that a browser can be given. */
async function serveWord() {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>word</title><p>word");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Waits until something was painted; it may have been already. */
function firstPaint(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntries().find(({ name }) => name === "first-contentful-paint");
          if (paint) resolve();
        }).observe({ type: "paint", buffered: true });
      }),
  );
}

async function timed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

async function openEmpty(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const time = await timed(async () => {
    await page.goto(url);
    await firstPaint(page);
  });
  await context.close();
  return time;
}

const rowOf = (page, path) => page.locator(`[data-testid="tree-row"][data-path=${JSON.stringify(path)}]`);

/** One user, from the link to the last measure. */
async function session(browser, workbench, folder) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const times = {};
  const link = workbench.door.newLink();
  times.paint = await timed(async () => {
    await page.goto(link);
    await page.waitForURL(`${workbench.door.origin}/`);
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
  const quickOpen = async (typed, path) => {
    await page.keyboard.press("Control+p");
    await page.getByTestId("quick-open").getByRole("combobox").fill(typed);
    await page.locator(`[data-testid="quick-row"][data-path=${JSON.stringify(path)}]`).waitFor();
  };
  const first = join(folder, "pack-399", "module-399-99.ts");
  times.find = await timed(() => quickOpen("module-399-99", first));
  await page.keyboard.press("Escape");
  times.findAgain = await timed(() => quickOpen("module-7-42", join(folder, "pack-7", "module-7-42.ts")));
  await page.keyboard.press("Escape");
  await quickOpen("large.txt", join(folder, "large.txt"));
  times.large = await timed(async () => {
    await page.keyboard.press("Enter");
    await page.locator(".cm-line").first().waitFor();
  });
  await page.keyboard.press("Control+End");
  times.key = await timed(async () => {
    await page.keyboard.type("!");
    await page.waitForSelector("html[data-synced=true]", { state: "attached" });
    await page.locator('[data-testid="tab"][data-dirty="true"]').waitFor();
  });
  await context.close();
  for (const tab of workbench.editor.tabs.all) workbench.editor.tabs.close(tab.id);
  return times;
}

export async function workbench() {
  const program = findChromium();
  if (!program) return [];
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-bench-")));
  const folder = join(directory, "project");
  makeTree(folder);
  const word = await serveWord();
  const running = await createWorkbench({ folders: [folder], ide: { configDir: directory, home: directory, env: {} } });
  const browser = await chromium.launch({
    executablePath: program,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  try {
    const floors = [];
    const samples = [];
    // Warm: the first of each loads the browser's own parts.
    await openEmpty(browser, word.url);
    await session(browser, running, folder);
    for (let run = 0; run < runs; run++) {
      floors.push(await openEmpty(browser, word.url));
      samples.push(await session(browser, running, folder));
    }
    const floor = median(floors);
    const row = (what, key, limit) => {
      const ours = median(samples.map((each) => each[key]));
      return {
        what: `workbench: ${what}`,
        ours: `${Math.round(ours)} ms`,
        floor: `${Math.round(floor)} ms`,
        floorIs: "first paint of a page of one word",
        ratio: ours / floor,
        limit,
      };
    };
    return [
      // The promise is a second where the floor is 80 ms: two pages are loaded, that of the link and the page itself.
      row("from the link to the first paint, 50,000 files in the folder", "paint", 12),
      row("from the link to a tree that can be used", "usable"),
      row("a folder of 10,000 files opened in the tree", "wide"),
      row("quick open, the first look at 50,000 files", "find"),
      row("quick open again", "findAgain"),
      row("a file of 5 MB opened", "large"),
      row("a key in it, until the host has it", "key"),
    ];
  } finally {
    await browser.close();
    await running.close();
    word.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
