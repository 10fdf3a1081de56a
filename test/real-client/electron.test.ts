/** The real Claude Code with the Electron example. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../chromium.js";
import { type BuiltEditor, buildExample } from "../electron/launch.js";
import { needs } from "../parts.js";
import { electronIntegration } from "./electron-integration.js";
import { testIntegration } from "./run-scenarios.js";

const { describe } = needs("chromium");

describe("Electron", () => {
  let browser: Browser;
  let built: BuiltEditor;
  beforeAll(async () => {
    [browser, built] = await Promise.all([launchChromium(), buildExample()]);
  });
  afterAll(async () => {
    await browser.close();
    await built.remove();
  });

  testIntegration(
    electronIntegration(
      () => built,
      () => browser,
    ),
  );
});
