/** The real Claude Code with the workbench. */
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
  { allOfNewest: true },
);
