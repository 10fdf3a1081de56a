import fc from "fast-check";
import { expect, test } from "vitest";
import {
  agentChange,
  type ContentChain,
  hunksSince,
  keepHunks,
  keepTurn,
  ownChange,
  undoHunks,
  undoTurn,
  userEdits,
} from "./chain.js";
import { type Content, isSame } from "./content.js";

const isLong = process.env.TANDEM_LONG === "true";
const numRuns = isLong ? 20_000 : 500;

const endings = ["\n", "\r\n", "\r", ""];

/** Splits a line in two, removes one, or inserts one, at a random position. */
const edit = fc.record({
  at: fc.nat(20),
  removed: fc.nat(3),
  inserted: fc.nat(3),
  ending: fc.constantFrom("\n", "\r\n"),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

let counter = 0;
/** Edits whole lines, marking new ones with the author. */
function apply(text: string, author: string, { at, removed, inserted, ending }: Edit): string {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const start = at % (lines.length + 1);
  const fresh = Array.from({ length: inserted }, () => `${author}${counter++}${ending}`);
  return [...lines.slice(0, start), ...fresh, ...lines.slice(start + removed)].join("");
}

const step = fc.oneof(
  fc.record({ kind: fc.constant("agent" as const), edit, isNewTurn: fc.boolean() }),
  fc.record({ kind: fc.constant("delete" as const), isNewTurn: fc.boolean() }),
  fc.record({ kind: fc.constant("user" as const), edit }),
  fc.record({ kind: fc.constant("keepTurn" as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant("undoTurn" as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant("keepHunks" as const), which: fc.nat(5), hunk: fc.nat(9) }),
  fc.record({ kind: fc.constant("undoHunks" as const), which: fc.nat(5), hunk: fc.nat(9) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const start = fc.option(
  fc
    .array(fc.tuple(fc.constantFrom("s", "t", "", "s"), fc.constantFrom(...endings)), { maxLength: 12 })
    .map((lines) => ({ mode: "100644", text: lines.map(([line, ending]) => line + ending).join("") })),
  { nil: undefined },
);

interface Run {
  chain: ContentChain;
  turn: number;
}

function take(run: Run, each: Step): void {
  const { chain } = run;
  const turnAt = (which: number) => chain.links[which % Math.max(1, chain.links.length)]?.turn ?? "none";
  const chosen = (which: number, hunk: number) =>
    new Set([hunk % Math.max(1, hunksSince(chain, turnAt(which)).length)]);
  const textNow = chain.now?.text ?? "";
  if ((each.kind === "agent" || each.kind === "delete") && each.isNewTurn) run.turn++;
  switch (each.kind) {
    case "agent":
      run.chain = agentChange(chain, `t${run.turn}`, { mode: "100644", text: apply(textNow, "A", each.edit) }, isSame);
      return;
    case "delete":
      run.chain = agentChange<Content>(chain, `t${run.turn}`, undefined, isSame);
      return;
    case "user":
      run.chain = ownChange(chain, { mode: "100644", text: apply(textNow, "U", each.edit) });
      return;
    case "keepTurn":
      run.chain = keepTurn(chain, turnAt(each.which));
      return;
    case "undoTurn":
      run.chain = undoTurn(chain, turnAt(each.which)).chain;
      return;
    case "keepHunks":
      run.chain = keepHunks(chain, turnAt(each.which), chosen(each.which, each.hunk));
      return;
    case "undoHunks":
      run.chain = undoHunks(chain, turnAt(each.which), chosen(each.which, each.hunk)).chain;
  }
}

function runOf(now: Content, steps: readonly Step[]): Run {
  const run: Run = { chain: { links: [], now }, turn: 0 };
  for (const each of steps) take(run, each);
  return run;
}

function undoAll(chain: ContentChain): ContentChain {
  let left = chain;
  for (let last = left.links.at(-1); last; last = left.links.at(-1)) left = undoTurn(left, last.turn).chain;
  return left;
}

test("undoing everything that agents did restores exactly the original text", () => {
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 20 }), (text, steps) => {
      const only = steps.filter(({ kind }) => kind === "agent" || kind === "delete");
      expect(undoAll(runOf(text, only).chain).now).toEqual(text);
    }),
    { numRuns },
  );
});

test("undoing parts in any order and then the rest still restores the original text", () => {
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 20 }), (text, steps) => {
      const only = steps.filter(({ kind }) => !kind.startsWith("keep") && kind !== "user");
      expect(undoAll(runOf(text, only).chain).now).toEqual(text);
    }),
    { numRuns },
  );
});

test("keeping never changes what is on disk, and keeping everything forgets everything", () => {
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 20 }), (text, steps, more) => {
      const run = runOf(text, steps);
      const { now } = run.chain;
      for (const each of more) if (each.kind === "keepTurn" || each.kind === "keepHunks") take(run, each);
      for (const { turn } of run.chain.links) run.chain = keepTurn(run.chain, turn);
      expect(run.chain).toEqual({ links: [], now });
    }),
    { numRuns },
  );
});

test("undoing everything leaves no agent lines, and every user line that no question was asked about", () => {
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 20 }), (text, steps) => {
      const { chain } = runOf(
        text,
        steps.filter(({ kind }) => kind === "agent" || kind === "user"),
      );
      const asks = chain.links.some(({ turn }) => userEdits(chain, turn, hunksSince(chain, turn)).some(Boolean));
      const undone = undoAll(chain).now?.text ?? "";
      expect(undone).not.toMatch(/A\d/);
      if (asks) return;
      for (const [line] of (chain.now?.text ?? "").matchAll(/U\d+/g)) expect(undone).toContain(line);
    }),
    { numRuns },
  );
});

test("the user's lines survive when hunks without a question are undone", () => {
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 20 }), fc.nat(9), (text, steps, hunk) => {
      const { chain } = runOf(
        text,
        steps.filter(({ kind }) => kind === "agent" || kind === "user"),
      );
      for (const { turn } of chain.links) {
        const hunks = hunksSince(chain, turn);
        const index = hunk % Math.max(1, hunks.length);
        if (userEdits(chain, turn, hunks)[index] !== false) continue;
        const after = undoHunks(chain, turn, new Set([index])).chain.now?.text ?? "";
        for (const [line] of (chain.now?.text ?? "").matchAll(/U\d+/g)) expect(after).toContain(line);
      }
    }),
    { numRuns },
  );
});
