/** The contract test in VS Code's real program: its server, its page in Chromium. In two files, which run beside each other. */
import { testEditor } from "@tandem/conformance";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe as group, test } from "vitest";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { vscodeLauncher } from "./launch.js";

const { describe } = needs("chromium", "vscode");

/** Those that have a VS Code of their own each: a third of the time. */
const lifeTitle = "Life and death";

/** Declares the half of the cases that is about the life of an editor, or the other. */
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
      // Its extension host ends with the window; test/vscode has what becomes of reviews then.
      cannot: ["reopenWindow"],
      // The suite is one group, with all others in it.
      describe: (title, body) => {
        const isSuite = !isInside;
        isInside = true;
        if (isSuite || (title === lifeTitle) === (half === "life")) group(title, body);
      },
      test,
      afterAll,
      timeoutMs: 90_000,
      // A window that is reloaded needs ten seconds until extensions run.
      patienceMs: 20_000,
    });
  });
}
