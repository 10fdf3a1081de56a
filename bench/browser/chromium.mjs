/** A real Chromium without a window, and what is asked of its pages. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** Where Chromium is; undefined where there is none. */
export function findChromium() {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "chromium"))
    .find((path) => existsSync(path));
}

export function launchChromium(executablePath) {
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
}

/** Serves these files by path, from memory. */
export async function servePages(files) {
  const types = { js: "text/javascript", txt: "text/plain" };
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0];
    response.setHeader("content-type", `${types[path.split(".")[1]] ?? "text/html"}; charset=utf-8`);
    response.end(files[path] ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Waits until something was painted; it may have been already. */
export function firstPaint(page) {
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

/** The time of day to a fraction of a millisecond: the same in a page and here. */
const now = () => performance.timeOrigin + performance.now();

/**
 * How long it takes from here until what `selector` means is painted. The page itself looks, frame by frame: a question from
 * outside would come late, and its answer later.
 */
export async function timeUntilShown(page, selector, begin) {
  await page.evaluate((wanted) => {
    window.benchShown = new Promise((resolve) => {
      // A message comes after the frame that was just made is on its way to the screen.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      const look = () => {
        if (document.querySelector(wanted)?.checkVisibility()) port2.postMessage(undefined);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, selector);
  const before = now();
  await begin();
  return (await page.evaluate(() => window.benchShown)) - before;
}

/** What a key costs the page's main thread, in ms of the processor: handlers, layout, paint. */
export async function costOfKey(page, count = 40, warm = 5) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
  for (let i = 0; i < warm; i++) await page.keyboard.type("a");
  const before = await busy();
  await page.keyboard.type("x".repeat(count), { delay: 30 });
  return ((await busy()) - before) / count;
}
