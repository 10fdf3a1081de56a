import { history, redo, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { applyHunks, splitHunks } from "@tandem/base/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactDoc, exactText } from "../exact-text.js";
import { compare, compareAgain, compareNearby } from "./compare.js";
import { baseFromOutside, compareWith, comparisonOf, decideHunk } from "./comparison.js";

const texts = fc
  .array(fc.constantFrom("", "a", "b", "c", "  d", "😀", "e\r"), { maxLength: 30 })
  .map((lines) => lines.join("\n"));

/** An editor without a screen. */
class Session {
  state: EditorState;
  constructor(base: string, result: string) {
    this.state = EditorState.create({
      doc: exactDoc(result),
      extensions: [exactText(), history(), compareWith(exactDoc(base))],
    });
  }
  get base(): string {
    return comparisonOf(this.state).base.toString();
  }
  get result(): string {
    return this.state.doc.toString();
  }
  get hunks() {
    return comparisonOf(this.state).hunks;
  }
  dispatch(spec: TransactionSpec): void {
    this.state = this.state.update(spec).state;
  }
  decide(index: number, isAccepted: boolean): void {
    const decision = decideHunk(this.state, index, isAccepted);
    if (decision) this.dispatch(decision.spec);
  }
  #run(command: typeof undo): boolean {
    return command({ state: this.state, dispatch: (transaction) => (this.state = transaction.state) });
  }
  undo = () => this.#run(undo);
  redo = () => this.#run(redo);
}

describe("a comparison in an editor's state", () => {
  test("every decision is undone and redone, one by one", () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.array(fc.tuple(fc.nat(1000), fc.boolean()), { maxLength: 8 }),
        (base, result, choices) => {
          const session = new Session(base, result);
          const steps = [[base, result]];
          for (const [pick, isAccepted] of choices) {
            if (session.hunks.length === 0) break;
            session.decide(pick % session.hunks.length, isAccepted);
            steps.push([session.base, session.result]);
          }
          for (const step of steps.slice(0, -1).reverse()) {
            expect(session.undo()).toBe(true);
            expect([session.base, session.result]).toEqual(step);
          }
          expect(session.undo()).toBe(false);
          expect(session.hunks).toEqual(splitHunks(base, result));
          for (const step of steps.slice(1)) {
            session.redo();
            expect([session.base, session.result]).toEqual(step);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("edits between decisions are steps of the same history", () => {
    const session = new Session("a\nb\nc", "A\nb\nC");
    session.decide(0, true);
    session.dispatch({ changes: { from: 0, insert: "x" } });
    session.decide(1, false);
    expect([session.base, session.result]).toEqual(["A\nb\nc", "xA\nb\nc"]);
    session.undo();
    session.undo();
    session.undo();
    expect([session.base, session.result]).toEqual(["a\nb\nc", "A\nb\nC"]);
  });

  test("a base from outside is not undone, and undoing an accept leaves it in place", () => {
    const session = new Session("a\nb\nc\nd\ne", "A\nb\nC\nd\nE");
    session.decide(0, true);
    session.dispatch(baseFromOutside(session.state, exactDoc("A\nb\nc\nd\nE")));
    expect(session.hunks).toHaveLength(1);
    session.undo();
    expect(session.base).toBe("a\nb\nc\nd\nE");
    expect(session.undo()).toBe(false);
    session.redo();
    expect(session.base).toBe("A\nb\nc\nd\nE");
  });

  test("comparing only near an edit gives hunks that lead from the base to the result", () => {
    const edit = fc.tuple(fc.nat(100), fc.nat(10), texts);
    fc.assert(
      fc.property(texts, texts, fc.array(edit, { minLength: 1, maxLength: 3 }), (base, result, edits) => {
        let before = compare(exactDoc(base), exactDoc(result));
        for (const [at, length, insert] of edits) {
          const from = Math.min(at, before.result.length);
          const to = Math.min(from + length, before.result.length);
          const state = EditorState.create({ doc: before.result, extensions: exactText() });
          const { changes, newDoc } = state.update({ changes: { from, to, insert } });
          before = compareNearby(before, newDoc, changes);
          const [now, hunks] = [newDoc.toString(), before.hunks];
          expect(applyHunks(base, now, hunks, () => true)).toBe(now);
          expect(applyHunks(base, now, hunks, () => false)).toBe(base);
          for (const [index, hunk] of hunks.entries())
            if (index > 0) expect(hunk.newStart).toBeGreaterThan(hunks[index - 1]?.newEnd ?? 0);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("comparing only near an edit goes no further than it must in a large text", () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `${index}`);
    const base = exactDoc(lines.join("\n"));
    const edited = exactDoc(lines.with(100, "x").with(20_000, "y").join("\n"));
    const state = EditorState.create({ doc: edited, extensions: exactText() });
    const { from } = edited.line(10_001);
    const { changes, newDoc } = state.update({ changes: { from, insert: "new\n" } });
    const { hunks } = compareAgain(compare(base, edited), newDoc, changes);
    expect(hunks).toEqual(splitHunks(base.toString(), newDoc.toString()));
    expect(hunks).toHaveLength(3);
  });

  test("an edit inside a very large hunk is part of it", () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => index);
    const base = ["same", ...numbers.map((n) => `old ${n}`), "same", "a"].join("\n");
    const result = ["same", ...numbers.map((n) => `new ${n}`), "same", "b"].join("\n");
    const session = new Session(base, result);
    const count = session.hunks.length;
    session.dispatch({ changes: { from: session.state.doc.line(2_000).from, insert: "typed\n" } });
    const now = session.result;
    expect(session.hunks).toHaveLength(count);
    expect(applyHunks(base, now, session.hunks, () => true)).toBe(now);
    expect(applyHunks(base, now, session.hunks, () => false)).toBe(base);
  });

  test("typing just before and just after a decision is not undone with it", () => {
    const session = new Session("a\nb", "A\nb");
    const type = (from: number, insert: string) =>
      session.dispatch({ changes: { from, insert }, userEvent: "input.type", selection: { anchor: from + 1 } });
    type(3, "x");
    session.decide(0, true);
    type(4, "y");
    expect([session.base, session.result]).toEqual(["A\nbx", "A\nbxy"]);
    session.undo();
    expect([session.base, session.result]).toEqual(["A\nbx", "A\nbx"]);
    session.undo();
    expect([session.base, session.result]).toEqual(["a\nb", "A\nbx"]);
    session.undo();
    expect([session.base, session.result]).toEqual(["a\nb", "A\nb"]);
  });
});
