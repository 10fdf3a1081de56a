/** The workbench keeps the contract of an editor, in its real program: `tandem serve`, and its page in Chromium. */
import { testEditor } from "@tandem/conformance";
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
    // A language server finds what it finds: the hand cannot make it say any words about any text (language.test.ts has
    // real ones).
    cannot: ["diagnose"],
    describe,
    test,
    afterAll,
  });
});
