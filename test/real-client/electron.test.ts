/** The real Claude Code with the Electron example. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "../chromium.js";
import { type BuiltEditor, buildExample } from "../electron/launch.js";
import { needs } from "../parts.js";
import { electronRow } from "./electron-row.js";
import { runRow } from "./run-row.js";

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

  runRow(
    electronRow(
      () => built,
      () => browser,
    ),
  );
});
