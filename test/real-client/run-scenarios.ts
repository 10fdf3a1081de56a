/** Declares the scenarios of an integration, with each pinned release of Claude Code. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import { claudeCodeVersions } from "../../scripts/claude-code.mjs";
import { Fixture, type FixtureOptions } from "./fixture.js";
import type { Integration } from "./integration.js";
import { Sandbox } from "./sandbox.js";
import type { Scenario } from "./scenario.js";
import { changeScenarios } from "./scenarios/changes.js";
import { connectScenarios } from "./scenarios/connect.js";
import { contextScenarios } from "./scenarios/context.js";
import { lifeScenarios } from "./scenarios/life.js";
import { reviewScenarios } from "./scenarios/reviews.js";
import { toolScenarios } from "./scenarios/tools.js";

export const scenarios: readonly Scenario[] = [
  ...connectScenarios,
  ...contextScenarios,
  ...reviewScenarios,
  ...toolScenarios,
  ...lifeScenarios,
  ...changeScenarios,
];

/** The folder for the screens and messages of failed scenarios. */
const evidenceFolder = fileURLToPath(new URL("../../test-results/real-client", import.meta.url));

export async function runScenario(
  scenario: Scenario,
  integration: Integration,
  version: string,
  { keepsEvidence = true, ...options }: FixtureOptions & { readonly keepsEvidence?: boolean } = {},
): Promise<void> {
  await using fixture = await Fixture.create(integration, version, options);
  try {
    await scenario.run(fixture);
  } catch (error) {
    if (!keepsEvidence) throw error;
    mkdirSync(evidenceFolder, { recursive: true });
    const name = `${integration.name} ${version} ${scenario.title}`.replace(/[^\w.-]+/g, "-").slice(0, 120);
    const file = join(evidenceFolder, `${name}.log`);
    writeFileSync(file, fixture.evidence());
    throw new Error(`${error instanceof Error ? error.message : error}\nThe screens and the wire: ${file}`, {
      cause: error,
    });
  }
}

/** Returns why a scenario is skipped, or undefined. */
function whySkipped(
  { name, has = [] }: Integration,
  version: string,
  { needs, release }: Scenario,
): string | undefined {
  if (needs !== undefined && !has.includes(needs)) return `${name} has no ${needs}`;
  return release === undefined || release === version ? undefined : `only for ${release}`;
}

function isCoreFor({ isCore = false }: Scenario, { name }: Integration): boolean {
  return isCore === true || (isCore !== false && isCore.includes(name));
}

/** The title contains the reason for a skip. */
function titleOf({ title }: Scenario, whyNot: string | undefined): string {
  return whyNot === undefined ? title : `${title} (skipped: ${whyNot})`;
}

/** Runs every scenario with its own editor, two at a time because they mostly wait. */
function runAll(integration: Integration, version: string): void {
  for (const scenario of scenarios) {
    const whyNot = whySkipped(integration, version, scenario);
    test(titleOf(scenario, whyNot), { concurrent: true, skip: whyNot !== undefined }, () =>
      runScenario(scenario, integration, version),
    );
  }
}

/** Runs the most important scenarios in sequence with the same editor. */
function runCore(integration: Integration, version: string): void {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await Sandbox.withEditor(integration);
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());
  for (const scenario of scenarios) {
    if (!isCoreFor(scenario, integration)) continue;
    const whyNot = whySkipped(integration, version, scenario);
    test.skipIf(whyNot !== undefined)(titleOf(scenario, whyNot), () =>
      runScenario(scenario, integration, version, { sandbox }),
    );
  }
}

/** The releases to test. `npm run test:real-client` selects one. */
export const versions = process.env.TANDEM_CLIENT ? [process.env.TANDEM_CLIENT] : claudeCodeVersions;
const runsEverything = process.env.TANDEM_LONG === "true";

export function testIntegration(integration: Integration, { allOfNewest = false } = {}): void {
  for (const version of versions)
    describe(`Claude Code ${version} with ${integration.name}`, () => {
      const runsAll = runsEverything || (allOfNewest && version === claudeCodeVersions[0]);
      (runsAll ? runAll : runCore)(integration, version);
    });
}
