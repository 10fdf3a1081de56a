/**
 * The contract test in the real VS Code: its server, with its page in Chromium. It is split into two files, which run
 * in parallel.
 */
import { testEditor } from "@tandem-ide/conformance";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe as group, test } from "vitest";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { vscodeLauncher } from "./launch.js";

const { describe } = needs("chromium", "vscode");

/** These cases start their own VS Code, which takes a third of the time. */
const lifeTitle = "Restarts and shutdown";

/** Declares the cases about restarts and shutdown, or the others. */
export function testContract(half: "life" | "the rest"): void {
  describe("VS Code", () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser.close());

    let isInside = false;
    testEditor({
      name: "VS Code",
      launch: vscodeLauncher(() => browser),
      cannot: { reopenWindow: "its extension host ends with the window; drafts.test.ts tests what becomes of reviews" },
      // The suite is one group that contains all others.
      describe: (title, body) => {
        const isSuite = !isInside;
        isInside = true;
        if (isSuite || (title === lifeTitle) === (half === "life")) group(title, body);
      },
      test,
      afterAll,
      timeoutMs: 90_000,
      // After a reload it takes ten seconds until extensions run.
      patienceMs: 20_000,
    });
  });
}
