/** Proves that the contract catches faults: each case must fail for at least one broken editor. */
import assert from "node:assert/strict";
import { caseGroups } from "../cases/index.js";
import type { Ability, TestEditorOptions } from "../options.js";
import { runContract } from "./run-contract.js";

/** An editor with one fault. */
export interface BrokenEditor {
  /** The fault, as a phrase after "an editor that". */
  readonly fault: string;
  readonly launch: TestEditorOptions["launch"];
  readonly cannot?: readonly Ability[];
  /** The cases that must catch it, by title, and what the failure must say. */
  readonly caughtBy: Readonly<Record<string, RegExp>>;
}

/** Long enough for a busy machine, short because most of these cases time out. */
const patienceMs = 600;

async function expectCaught(broken: BrokenEditor): Promise<void> {
  const { launch, cannot = ["executeCode"], caughtBy } = broken;
  const pieces = Object.keys(caughtBy);
  const pick = (title: string) => pieces.some((piece) => title.includes(piece));
  const outcomes = await runContract({ name: "Broken", launch, cannot, patienceMs, pick });
  for (const piece of pieces) {
    const found = outcomes.filter(({ title }) => title.includes(piece));
    assert.equal(found.length, 1, `"${piece}" must match exactly one case`);
    const [outcome] = found;
    assert.equal(outcome?.status, "failed", `"${piece}" did not catch an editor that ${broken.fault}`);
    assert.match(outcome.message ?? "", caughtBy[piece] ?? /./, `"${piece}" failed for another reason`);
  }
}

/** Declares a test for each broken editor, and one that checks that every case of these groups catches something. */
export function expectAllCaught(
  groupTitles: readonly string[],
  brokenEditors: readonly BrokenEditor[],
  test: (title: string, run: () => Promise<void>) => unknown,
): void {
  for (const broken of brokenEditors)
    test(`The contract catches an editor that ${broken.fault}`, () => expectCaught(broken));

  test(`Every case about ${groupTitles.join(", ")} catches something`, async () => {
    const groups = caseGroups.filter((group) => groupTitles.includes(group.title));
    assert.equal(groups.length, groupTitles.length, "A group of that title must exist");
    const pieces = brokenEditors.flatMap((broken) => Object.keys(broken.caughtBy));
    const unproven = groups
      .flatMap((group) => group.cases.map((each) => each.title))
      .filter((title) => !pieces.some((piece) => title.includes(piece)));
    assert.deepEqual(unproven, [], "These cases catch no broken editor; add one");
  });
}
