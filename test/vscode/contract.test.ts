/** The extension keeps the contract of an editor, in its real program: VS Code's server, its page in Chromium. */
import { testEditor } from "@tandem/conformance";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { vscodeLauncher } from "./launch.js";

const { describe } = needs("chromium", "vscode");

describe("VS Code", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  testEditor({
    name: "VS Code",
    launch: vscodeLauncher(() => browser),
    describe,
    test,
    afterAll,
    timeoutMs: 90_000,
    // A window that is reloaded needs ten seconds until extensions run.
    patienceMs: 20_000,
  });
});
