/** Proof that the scenarios can fail: each is run with an editor that is broken in a way that others have shipped. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claudeCodeVersions } from "../../scripts/claude-code.mjs";
import { launchChromium } from "../chromium.js";
import { behindRelay, thatWritesTheFile, withWrongToken } from "./broken-row.js";
import type { Row } from "./row.js";
import { runScenario, scenarios } from "./run-row.js";
import { workbenchRow } from "./workbench-row.js";

const [version = ""] = claudeCodeVersions;
/** Enough for an editor that is right, as the first test shows. */
const patienceMs = 8_000;

function run(title: string, row: Row): Promise<void> {
  const scenario = scenarios.find((each) => each.title.startsWith(title));
  if (!scenario) throw new Error(`There is no scenario ${title}`);
  return runScenario(scenario, row, version, { patienceMs, keepsEvidence: false });
}

describe("An editor that is broken on purpose is caught", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  const row = workbenchRow(() => browser);

  test.concurrent("and one behind a relay that changes nothing is not", async () => {
    await run("an edit is accepted:", behindRelay(row, "behind a relay", {}));
  });

  test.concurrent("a wrong token in the lock file: Claude Code does not connect", async () => {
    await expect(run("connects by itself with --ide", withWrongToken(row))).rejects.toThrow(
      /clients that listen: expected \+0 to be 1/,
    );
  });

  test.concurrent("no mcp in the answer to the upgrade: Claude Code does not stay", async () => {
    const broken = behindRelay(row, "without the subprotocol", { echoesSubprotocol: false });
    await expect(run("connects by itself with --ide", broken)).rejects.toThrow(
      /clients that listen: expected \+0 to be 1/,
    );
  });

  test.concurrent("an editor that writes the file itself: Claude Code's own write fails, and the model hears of it", async () => {
    await expect(run("an edit is accepted:", thatWritesTheFile(row))).rejects.toThrow(/to match \/has been updated/);
  });
});
