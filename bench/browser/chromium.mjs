/** Starts a headless Chromium and measures its pages. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** Returns the path of Chromium, or undefined. */
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

/** Serves files from memory, by path. */
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

/** Waits for the first paint, which may have happened already. */
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

/** The current time with fractions of a millisecond, comparable between a page and this process. */
const now = () => performance.timeOrigin + performance.now();

/**
 * Measures the time until an element matching `selector` is painted. The page itself checks every frame, because polling
 * from this process would add delays.
 */
export async function timeUntilShown(page, selector, begin) {
  await page.evaluate((wanted) => {
    window.benchShown = new Promise((resolve) => {
      // A message event fires after the current frame was submitted.
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

/** Measures the CPU time of a key on the page's main thread, in ms: handlers, layout, paint. */
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
