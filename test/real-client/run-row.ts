/** Declares the scenarios of a row, with each pinned release of Claude Code. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import { claudeCodeVersions } from "../../scripts/claude-code.mjs";
import type { Row } from "./row.js";
import type { Scenario } from "./scenario.js";
import { connectScenarios } from "./scenarios/connect.js";
import { contextScenarios } from "./scenarios/context.js";
import { lifeScenarios } from "./scenarios/life.js";
import { reviewScenarios } from "./scenarios/reviews.js";
import { toolScenarios } from "./scenarios/tools.js";
import { Site } from "./site.js";
import { Stage, type StageOptions } from "./stage.js";

export const scenarios: readonly Scenario[] = [
  ...connectScenarios,
  ...contextScenarios,
  ...reviewScenarios,
  ...toolScenarios,
  ...lifeScenarios,
];

/** Where a failed scenario leaves the screens and what went over the wire. */
const evidenceFolder = fileURLToPath(new URL("../../test-results/real-client", import.meta.url));

export async function runScenario(
  scenario: Scenario,
  row: Row,
  version: string,
  { keepsEvidence = true, ...options }: StageOptions & { readonly keepsEvidence?: boolean } = {},
): Promise<void> {
  await using stage = await Stage.set(row, version, options);
  try {
    await scenario.run(stage);
  } catch (error) {
    if (!keepsEvidence) throw error;
    mkdirSync(evidenceFolder, { recursive: true });
    const name = `${row.name} ${version} ${scenario.title}`.replace(/[^\w.-]+/g, "-").slice(0, 120);
    const file = join(evidenceFolder, `${name}.log`);
    writeFileSync(file, stage.evidence());
    throw new Error(`${error instanceof Error ? error.message : error}\nThe screens and the wire: ${file}`, {
      cause: error,
    });
  }
}

function lacks({ has = [] }: Row, { needs }: Scenario): boolean {
  return needs !== undefined && !has.includes(needs);
}

/** The reason of a skip stands in the title. */
function titleOf(scenario: Scenario, row: Row): string {
  return lacks(row, scenario) ? `${scenario.title} (skipped: ${row.name} has no ${scenario.needs})` : scenario.title;
}

/** Every scenario, each with an editor of its own; two at a time, because most of it is waiting. */
function runAll(row: Row, version: string): void {
  for (const scenario of scenarios)
    test(titleOf(scenario, row), { concurrent: true, skip: lacks(row, scenario) }, () =>
      runScenario(scenario, row, version),
    );
}

/** The few that matter most, one after the other with the same editor. */
function runCore(row: Row, version: string): void {
  let site: Site;
  beforeAll(async () => {
    site = await Site.withEditor(row);
  });
  afterAll(() => site[Symbol.asyncDispose]());
  for (const scenario of scenarios)
    if (scenario.isCore)
      test.skipIf(lacks(row, scenario))(titleOf(scenario, row), () => runScenario(scenario, row, version, { site }));
}

/** Which releases, and with how much: `npm run test:real-client` names one, `npm run test:long` wants everything. */
export const versions = process.env.TANDEM_CLIENT ? [process.env.TANDEM_CLIENT] : claudeCodeVersions;
const runsEverything = process.env.TANDEM_LONG === "true";

export function runRow(row: Row, { allOfNewest = false } = {}): void {
  for (const version of versions)
    describe(`Claude Code ${version} with ${row.name}`, () => {
      const runsAll = runsEverything || (allOfNewest && version === claudeCodeVersions[0]);
      (runsAll ? runAll : runCore)(row, version);
    });
}
