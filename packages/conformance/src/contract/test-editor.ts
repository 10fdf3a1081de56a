/** The contract test: one suite that tests any real editor over the wire. */
import { isToolName } from "@tandem-ide/protocol";
import type { ContractCase } from "./case.js";
import { CaseContext } from "./case-context.js";
import { caseGroups } from "./cases/index.js";
import type { Ability, Lacking, TestEditorOptions } from "./options.js";
import type { Settings } from "./running-editor.js";
import { SharedEditor } from "./shared-editor.js";

async function runCase(each: ContractCase, shared: SharedEditor, settings: Settings, number: number): Promise<void> {
  const context = new CaseContext(shared, await shared.lend(), settings, number);
  try {
    await each.run(context);
    context.expectNoViolations();
  } catch (error) {
    if (error instanceof Error) error.message += `\n${await context.describe()}`;
    // A cleanup that fails after this error would only hide it.
    await context.cleanUp().catch(() => {});
    throw error;
  }
  await context.cleanUp();
  shared.giveBack(context.editor);
}

const known = new Set<string>(caseGroups.flatMap(({ cases }) => cases.flatMap(({ needs = [] }) => needs)));
const isAbility = (name: string): name is Ability => known.has(name) || isToolName(name);

/** Returns what the editor lacks, with a reason if there is one. */
function reasonsOf(cannot: Lacking): ReadonlyMap<Ability, string | undefined> {
  const isList = (given: Lacking): given is readonly Ability[] => Array.isArray(given);
  const given: readonly (readonly [string, string?])[] = isList(cannot)
    ? cannot.map((ability) => [ability])
    : Object.entries(cannot);
  const reasons = new Map<Ability, string | undefined>();
  for (const [ability, reason] of given) {
    // In plain JavaScript, only this check catches a misspelled name.
    if (!isAbility(ability))
      throw new TypeError(`cannot: unknown ability "${ability}". Valid are: ${[...known].sort().join(", ")}.`);
    reasons.set(ability, reason);
  }
  return reasons;
}

/**
 * Declares the tests that every editor must pass, using the runner's functions. The suite creates the folders, launches the
 * editor in them, finds it by its lock file, connects as Claude Code does, and uses it through the driver.
 *
 * @example
 * import { afterAll, describe, test } from "vitest";
 *
 * testEditor({ name: "Neovim", launch: launchNeovim, cannot: ["executeCode"], describe, test, afterAll });
 */
export function testEditor(options: TestEditorOptions): void {
  const { name, describe, test, afterAll, timeoutMs = 30_000, patienceMs = 5000 } = options;
  const reasons = reasonsOf(options.cannot ?? []);
  const cannot = [...reasons.keys()];
  const settings: Settings = { launch: (directories) => options.launch(directories), cannot, patienceMs };
  const shared = new SharedEditor(settings);
  let count = 0;

  const declare = (each: ContractCase) => {
    const number = ++count;
    const lacking = each.needs?.filter((need) => cannot.includes(need)) ?? [];
    const skip = lacking.length > 0;
    const why = lacking.map((ability) => [ability, reasons.get(ability)].filter(Boolean).join(": ")).join(", ");
    const title = skip ? `${each.title} (skipped: ${name} cannot ${why})` : each.title;
    const timeout = timeoutMs * (1 + (each.launches ?? 0));
    test(title, { timeout, skip }, () => runCase(each, shared, settings, number));
  };

  describe(`${name} meets the editor contract`, () => {
    for (const group of caseGroups) {
      describe(group.title, () => {
        for (const each of group.cases) declare(each);
      });
    }
    if (afterAll) afterAll(() => shared.stop());
    else test("Stops the editor", { timeout: timeoutMs, skip: false }, () => shared.stop());
  });
}
