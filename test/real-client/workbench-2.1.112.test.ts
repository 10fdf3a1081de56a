/** An earlier release with the workbench: the core scenarios. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../chromium.js";
import { runRow } from "./run-row.js";
import { workbenchRow } from "./workbench-row.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

runRow(
  workbenchRow(() => browser),
  "2.1.112",
  { coreOnly: true },
);
