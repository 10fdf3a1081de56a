/**
 * The contract test for the example editor: its main process runs in Node, its page in Chromium, with a stand-in for
 * Electron.
 */
import { testEditor } from "@tandem-ide/conformance";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { type BuiltEditor, buildExample, electronLauncher } from "./launch.js";

const { describe } = needsChromium();

describe("The kit for Electron", () => {
  let browser: Browser;
  let built: BuiltEditor;
  beforeAll(async () => {
    [browser, built] = await Promise.all([launchChromium(), buildExample()]);
  });
  afterAll(async () => {
    await browser.close();
    await built.remove();
  });

  testEditor({
    name: "The Electron example, with a stand-in for Electron",
    launch: electronLauncher(
      () => built,
      () => browser,
    ),
    // Closing a review rejects it after five seconds.
    patienceMs: 15_000,
    cannot: { executeCode: "the example has no kernel; an application can pass runCode" },
    describe,
    test,
    afterAll,
  });
});
