/**
 * Runs the editor contract tests against `tandem serve` with its page in Chromium. A stand-in for a language server
 * reports the diagnostics that the cases need; language.test.ts has real servers.
 */
import { testEditor } from "@tandem-ide/conformance";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { workbenchLauncher } from "./launch.js";

const { describe } = needsChromium();

describe("The workbench", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  testEditor({
    name: "The workbench in Chromium",
    launch: workbenchLauncher(() => browser),
    // Closing a review rejects it after five seconds.
    patienceMs: 15_000,
    describe,
    test,
    afterAll,
  });
});
