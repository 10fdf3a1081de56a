/** Declares the scenarios of one row with one release of Claude Code. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";
import type { Scenario } from "./scenario.js";
import { connectScenarios } from "./scenarios/connect.js";
import { contextScenarios } from "./scenarios/context.js";
import { lifeScenarios } from "./scenarios/life.js";
import { reviewScenarios } from "./scenarios/reviews.js";
import { type Row, Stage } from "./stage.js";

export const scenarios: readonly Scenario[] = [
  ...connectScenarios,
  ...contextScenarios,
  ...reviewScenarios,
  ...lifeScenarios,
];

/** Where a failed scenario leaves the screens and what went over the wire. */
const evidenceFolder = fileURLToPath(new URL("../../test-results/real-client", import.meta.url));

async function runScenario(scenario: Scenario, row: Row, version: string): Promise<void> {
  await using stage = await Stage.set(row, version);
  try {
    await scenario.run(stage);
  } catch (error) {
    mkdirSync(evidenceFolder, { recursive: true });
    const name = `${row.name} ${version} ${scenario.title}`.replace(/[^\w.-]+/g, "-").slice(0, 120);
    const file = join(evidenceFolder, `${name}.log`);
    writeFileSync(file, stage.evidence());
    throw new Error(`${error instanceof Error ? error.message : error}\nThe screens and the wire: ${file}`, {
      cause: error,
    });
  }
}

export function runRow(row: Row, version: string, { coreOnly = false } = {}): void {
  describe(`Claude Code ${version} with ${row.name}`, () => {
    for (const scenario of scenarios)
      if (scenario.isCore || !coreOnly)
        test(scenario.title, { timeout: 120_000 }, () => runScenario(scenario, row, version));
  });
}
