/** Proves that the scenarios can fail: each runs with an editor that has a defect that others have shipped. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claudeCodeVersions } from "../../scripts/claude-code.mjs";
import { launchChromium } from "../chromium.js";
import { behindRelay, thatWritesTheFile, withWrongToken } from "./broken-integration.js";
import type { Integration } from "./integration.js";
import { runScenario, scenarios } from "./run-scenarios.js";
import { workbenchIntegration } from "./workbench-integration.js";

const [version = ""] = claudeCodeVersions;
/** Long enough for a correct editor, as the first test shows. */
const timeoutMs = 8_000;

function run(title: string, integration: Integration): Promise<void> {
  const scenario = scenarios.find((each) => each.title.startsWith(title));
  if (!scenario) throw new Error(`There is no scenario ${title}`);
  return runScenario(scenario, integration, version, { timeoutMs, keepsEvidence: false });
}

describe("detects an editor that is broken on purpose", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  const integration = workbenchIntegration(() => browser);

  test.concurrent("and passes one behind a relay that changes nothing", async () => {
    await run("an edit is accepted:", behindRelay(integration, "behind a relay", {}));
  });

  test.concurrent("a wrong token in the lock file: Claude Code does not connect", async () => {
    await expect(run("connects automatically with --ide", withWrongToken(integration))).rejects.toThrow(
      /clients that listen: expected \+0 to be 1/,
    );
  });

  test.concurrent("no mcp in the answer to the upgrade: Claude Code does not stay", async () => {
    const broken = behindRelay(integration, "without the subprotocol", { echoesSubprotocol: false });
    await expect(run("connects automatically with --ide", broken)).rejects.toThrow(
      /clients that listen: expected \+0 to be 1/,
    );
  });

  test.concurrent("an editor that writes the file itself: Claude Code's own write fails, and the model gets the error", async () => {
    await expect(run("an edit is accepted:", thatWritesTheFile(integration))).rejects.toThrow(
      /to match \/has been updated/,
    );
  });
});
