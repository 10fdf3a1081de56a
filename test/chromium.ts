/** A real browser for tests: headless Chromium. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { showOnFailure } from "./on-failure.js";
import { needs } from "./parts.js";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function findChromium(): string {
  for (const name of names)
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        if (folder !== "") return path;
      } catch {
        // Not in this folder.
      }
    }
  throw new Error(
    `Can't find Chromium on PATH (${names.join(", ")}). Install it, on Debian with: apt-get install chromium`,
  );
}

/**
 * `test` and `describe` for browser tests, which are skipped with a message if Chromium is missing.
 *
 * @example
 * const { describe } = needsChromium();
 */
export function needsChromium(): ReturnType<typeof needs> {
  return needs("chromium");
}

const joiningFeatures = fileURLToPath(new URL("chromium-features.sh", import.meta.url));

/** A failed test shows what the pages of a context show and log. */
function showPages(context: BrowserContext): BrowserContext {
  const logged: string[] = [];
  context.on("console", (message) => logged.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => logged.push(String(error.error())));
  const text = showOnFailure("The page shows", async () => {
    const pages = context.pages().map(async (page) => [page.url(), await page.locator("body").ariaSnapshot()]);
    return (await Promise.all(pages)).flat().join("\n");
  });
  const log = showOnFailure("The page logged", () => logged.join("\n"));
  const close = context.close.bind(context);
  context.close = async (options) => {
    await Promise.all([text(), log()]);
    await close(options);
  };
  return context;
}

/** Starts Chromium with optional extra arguments. The caller closes it. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: joiningFeatures,
    env: { ...process.env, TANDEM_TEST_CHROMIUM: findChromium() },
    headless: true,
    args: [
      // Tests may run as root, where Chromium's sandbox doesn't start. They only load our own pages.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Each window loads a page for its address bar, which takes half a second of CPU and isn't visible here.
      "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
      ...more,
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => showPages(await newContext(options));
  return browser;
}
