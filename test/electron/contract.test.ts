/**
 * The example editor keeps the contract of an editor: its main process in Node, its page in Chromium, with a stand-in for
 * Electron around them.
 */
import { testEditor } from "@tandem/conformance";
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
    // It has no Python kernel: an application may give `runCode` to its EditorHost.
    cannot: ["executeCode"],
    describe,
    test,
    afterAll,
  });
});
