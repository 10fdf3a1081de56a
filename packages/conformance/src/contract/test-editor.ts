/** The contract test: one suite that judges any editor over the wire, in its real program. */
import { isToolName } from "@tandem/protocol";
import type { ContractCase } from "./case.js";
import { caseGroups } from "./cases/index.js";
import type { TestEditorOptions } from "./options.js";
import { Room } from "./room.js";
import type { Settings } from "./running-editor.js";
import { Stage } from "./stage.js";

async function runCase(each: ContractCase, stage: Stage, settings: Settings, number: number): Promise<void> {
  const room = new Room(stage, await stage.editor(), settings, number);
  try {
    await each.run(room);
    room.expectNoViolations();
  } catch (error) {
    // What cannot be undone after a failure follows from it, and would only hide it.
    await room.leave().catch(() => {});
    throw error;
  }
  await room.leave();
}

/**
 * Declares the tests that every editor must pass, with the runner's own functions. The suite makes the folders, has the
 * editor launched on them, finds it by its lock file, connects as Claude Code does, and uses it through the hand.
 *
 * @example
 * import { afterAll, describe, test } from "vitest";
 *
 * testEditor({ name: "Neovim", launch: launchNeovim, cannot: ["executeCode"], describe, test, afterAll });
 */
export function testEditor(options: TestEditorOptions): void {
  const { name, describe, test, afterAll, cannot = [], timeoutMs = 30_000, patienceMs = 5000 } = options;
  const known = new Set<string>(caseGroups.flatMap(({ cases }) => cases.flatMap(({ needs = [] }) => needs)));
  // Plain JavaScript has nobody else to tell it of a misspelt name.
  for (const ability of cannot)
    if (!known.has(ability) && !isToolName(ability))
      throw new TypeError(`cannot: there is no ability ${ability}. There are ${[...known].sort().join(", ")}.`);
  const settings: Settings = { launch: (place) => options.launch(place), cannot, patienceMs };
  const stage = new Stage(settings);
  let count = 0;

  const declare = (each: ContractCase) => {
    const number = ++count;
    const lacking = each.needs?.filter((need) => cannot.includes(need)) ?? [];
    const skip = lacking.length > 0;
    const title = skip ? `${each.title} (skipped: ${name} cannot ${lacking.join(", ")})` : each.title;
    const timeout = timeoutMs * (1 + (each.launches ?? 0));
    test(title, { timeout, skip }, () => runCase(each, stage, settings, number));
  };

  describe(`${name} keeps the contract of an editor`, () => {
    for (const group of caseGroups) {
      describe(group.title, () => {
        for (const each of group.cases) declare(each);
      });
    }
    if (afterAll) afterAll(() => stage.end());
    else test("The editor is ended", { timeout: timeoutMs, skip: false }, () => stage.end());
  });
}
