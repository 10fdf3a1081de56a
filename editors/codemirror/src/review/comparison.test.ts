import { history, redo, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { decideHunk, editResult, type HunkDecision, hunksOf, startReview } from "@tandem-ide/base/review";
import { applyHunks } from "@tandem-ide/base/testing";
import { splitHunks } from "@tandem-ide/base/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactDoc, exactText } from "../exact-text.js";
import { comparing, comparisonOf, decision, externalReview } from "./comparison.js";

const texts = fc
  .array(fc.constantFrom("", "a", "b", "c", "  d", "😀", "e\r"), { maxLength: 30 })
  .map((lines) => lines.join("\n"));
const decisions = fc.constantFrom<HunkDecision>("accepted", "rejected", "undecided");

/** An editor without a screen. */
class Session {
  state: EditorState;
  constructor(base: string, result: string) {
    this.state = EditorState.create({
      doc: exactDoc(result),
      extensions: [exactText(), history(), comparing(startReview(base, result))],
    });
  }
  get review() {
    return comparisonOf(this.state).review;
  }
  get result(): string {
    return this.state.doc.toString();
  }
  get hunks() {
    return comparisonOf(this.state).hunks;
  }
  get decisions(): string {
    return this.hunks.map((hunk) => hunk.decision[0]).join("");
  }
  dispatch(spec: TransactionSpec): void {
    this.state = this.state.update(spec).state;
  }
  decide(index: number, decided: HunkDecision): boolean {
    const spec = decision(this.state, index, decided);
    if (spec) this.dispatch(spec);
    return spec !== undefined;
  }
  #run(command: typeof undo): boolean {
    return command({ state: this.state, dispatch: (transaction) => (this.state = transaction.state) });
  }
  undo = () => this.#run(undo);
  redo = () => this.#run(redo);
}

describe("a review in an editor's state", () => {
  test("undoes and redoes decisions one by one", () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.array(fc.tuple(fc.nat(1000), decisions), { maxLength: 8 }),
        (base, result, choices) => {
          const session = new Session(base, result);
          const step = () => [session.result, session.decisions];
          const steps = [step()];
          for (const [pick, decided] of choices) {
            if (session.hunks.length === 0) break;
            if (session.decide(pick % session.hunks.length, decided)) steps.push(step());
          }
          for (const before of steps.slice(0, -1).reverse()) {
            expect(session.undo()).toBe(true);
            expect(step()).toEqual(before);
          }
          expect(session.undo()).toBe(false);
          expect(session.hunks).toEqual(hunksOf(startReview(base, result)));
          for (const after of steps.slice(1)) {
            session.redo();
            expect(step()).toEqual(after);
          }
          expect(session.review.base).toBe(base);
          expect(session.review.result).toBe(session.result);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("edits and decisions share one undo history", () => {
    const session = new Session("a\nb\nc", "A\nb\nC");
    session.decide(0, "accepted");
    session.dispatch({ changes: { from: 0, insert: "x" } });
    session.decide(1, "rejected");
    expect([session.decisions, session.result]).toEqual(["ar", "xA\nb\nc"]);
    session.undo();
    session.undo();
    session.undo();
    expect([session.decisions, session.result]).toEqual(["uu", "A\nb\nC"]);
  });

  test("deciding one of two hunks at the same base position doesn't affect the other", () => {
    const session = new Session("a\nb", "a\nnew\nb");
    session.decide(0, "rejected");
    session.dispatch({ changes: { from: 2, insert: "mine\n" } });
    expect([session.decisions, session.result]).toEqual(["ru", "a\nmine\nb"]);
    session.decide(1, "accepted");
    expect(session.decisions).toBe("ra");
    session.decide(0, "undecided");
    expect([session.decisions, session.result]).toEqual(["ua", "a\nnew\nmine\nb"]);
    session.undo();
    session.undo();
    expect([session.decisions, session.result]).toEqual(["ru", "a\nmine\nb"]);
  });

  test("typing over several hunks merges them, and undo restores them with their decisions", () => {
    const session = new Session("a\nb\nc\nd\ne", "A\nb\nC\nd\nE");
    session.decide(0, "accepted");
    session.decide(1, "rejected");
    const before = session.hunks;
    session.dispatch({ changes: { from: 0, to: session.state.doc.length, insert: "x" }, userEvent: "input.type" });
    session.dispatch({ changes: { from: 1, insert: "y" }, userEvent: "input.type" });
    expect([session.decisions, session.result]).toEqual(["u", "xy"]);
    session.undo();
    expect(session.hunks).toEqual(before);
    session.redo();
    expect([session.decisions, session.result]).toEqual(["u", "xy"]);
  });

  test("undo skips external decisions and keeps them", () => {
    const session = new Session("a\nb\nc\nd\ne", "A\nb\nC\nd\nE");
    session.decide(0, "accepted");
    session.dispatch(externalReview(session.state, decideHunk(session.review, 2, "rejected")));
    expect([session.decisions, session.result]).toEqual(["aur", "A\nb\nC\nd\ne"]);
    session.undo();
    expect(session.decisions).toBe("uur");
    expect(session.undo()).toBe(false);
    session.redo();
    expect(session.decisions).toBe("aur");
  });

  test("after any edit the hunks lead from the base to the result, without comparing the texts", () => {
    const edit = fc.record({ at: fc.nat(100), length: fc.nat(10), insert: texts });
    const decided = fc.record({ pick: fc.nat(1000), decided: decisions });
    const steps = fc.array(fc.oneof(edit, decided), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(texts, texts, steps, (base, result, all) => {
        const session = new Session(base, result);
        for (const step of all) {
          if ("pick" in step) session.decide(step.pick % Math.max(session.hunks.length, 1), step.decided);
          else {
            const from = Math.min(step.at, session.state.doc.length);
            const to = Math.min(from + step.length, session.state.doc.length);
            session.dispatch({ changes: { from, to, insert: exactDoc(step.insert) } });
          }
          expect(session.review.result).toBe(session.result);
          expect(applyHunks(base, session.result, session.hunks, () => true)).toBe(session.result);
          expect(applyHunks(base, session.result, session.hunks, () => false)).toBe(base);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("typing leads to the same hunks as comparing the texts, even in a large text", () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `${index}`);
    const [base, edited] = [lines.join("\n"), lines.with(100, "x").with(20_000, "y").join("\n")];
    const session = new Session(base, edited);
    const before = session.review;
    const { from } = session.state.doc.line(10_001);
    session.dispatch({ changes: { from, insert: "new\n" } });
    expect(session.review).toEqual(editResult(before, session.result));
    expect(session.hunks).toMatchObject(splitHunks(base, session.result));
    expect(session.hunks).toHaveLength(3);
  });

  test("an edit inside a very large hunk belongs to it", () => {
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

  test("undoing a decision keeps text typed just before and after it", () => {
    const session = new Session("a\nb", "A\nb");
    const type = (from: number, insert: string) =>
      session.dispatch({ changes: { from, insert }, userEvent: "input.type", selection: { anchor: from + 1 } });
    type(3, "x");
    session.decide(0, "accepted");
    type(4, "y");
    expect([session.decisions, session.result]).toEqual(["a", "A\nbxy"]);
    session.undo();
    expect([session.decisions, session.result]).toEqual(["a", "A\nbx"]);
    session.undo();
    expect([session.decisions, session.result]).toEqual(["u", "A\nbx"]);
    session.undo();
    expect([session.decisions, session.result]).toEqual(["u", "A\nb"]);
  });
});
