/** The real Claude Code with VS Code. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { testIntegration } from "./run-scenarios.js";
import { vscodeIntegration } from "./vscode-integration.js";

const { describe } = needs("chromium", "vscode");

describe("VS Code", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  testIntegration(vscodeIntegration(() => browser));
});
