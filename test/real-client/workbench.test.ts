/** The real Claude Code with the workbench. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../chromium.js";
import { testIntegration } from "./run-scenarios.js";
import { workbenchIntegration } from "./workbench-integration.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

testIntegration(
  workbenchIntegration(() => browser),
  { allOfNewest: true },
);
