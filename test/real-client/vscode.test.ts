/** The real Claude Code with VS Code. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../chromium.js";
import { runRow } from "./run-row.js";
import { vscodeRow } from "./vscode-row.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

runRow(vscodeRow(() => browser));
