/** A real browser for tests: Chromium without a window. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
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
        // Not here.
      }
    }
  throw new Error(
    `There is no Chromium on PATH (${names.join(", ")}). Install one, on Debian: apt-get install chromium`,
  );
}

/**
 * `test` and `describe` for tests in a browser: where Chromium is missing they skip, and say so.
 *
 * @example
 * const { describe } = needsChromium();
 */
export function needsChromium(): ReturnType<typeof needs> {
  return needs("chromium");
}

const joiningFeatures = fileURLToPath(new URL("chromium-features.sh", import.meta.url));

/** Starts Chromium, with further arguments where a test needs them. Whoever starts it closes it. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: joiningFeatures,
    env: { ...process.env, TANDEM_TEST_CHROMIUM: findChromium() },
    headless: true,
    args: [
      // Tests may run as root, where Chromium's own sandbox does not start. They load only pages of ours.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Each window has a page behind its address bar, which takes half a second of a core and which nobody sees here.
      "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
      ...more,
    ],
  });
}
