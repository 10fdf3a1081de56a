/** The comparison as part of the editor's state, so that the editor's history undoes decisions as it undoes typing. */
import { invertedEffects, isolateHistory } from "@codemirror/commands";
import {
  Annotation,
  ChangeSet,
  type EditorState,
  type Extension,
  Facet,
  StateEffect,
  StateField,
  type Text,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import type { Hunk } from "@tandem/base/text";
import { changeBetween } from "../replace.js";
import { type Comparison, compare, compareAgain } from "./compare.js";
import { acceptChange, rejectChange, withoutHunk } from "./decide.js";

/** What is compared in this editor, on whichever side it is. */
export const compared = Facet.define<Comparison, Comparison | undefined>({ combine: (values) => values[0] });

/** The base becomes another text. `from` is what it was when this was done first: it may be another one by now. */
const changeBase = StateEffect.define<{ readonly from: Text; readonly to: Text }>();

/** These are the hunks after this transaction: one of those before was decided. */
const leaveHunks = StateEffect.define<readonly Hunk[]>();

/** The base was set from outside: not the user's doing, so not the user's to undo. */
const fromOutside = Annotation.define<true>();

/** Makes a change of the base in a base that was changed elsewhere meanwhile. */
function carryOver(base: Text, { from, to }: { readonly from: Text; readonly to: Text }): Text {
  const elsewhere = changeBetween(from, base);
  if (!elsewhere) return to;
  const change = changeBetween(from, to);
  if (!change) return base;
  return ChangeSet.of(change, from.length).map(ChangeSet.of(elsewhere, from.length)).apply(base);
}

const comparisonField = StateField.define<Comparison>({
  create: (state) => compare(state.doc, state.doc),
  update(value, transaction) {
    let base = value.base;
    let hunks: readonly Hunk[] | undefined;
    for (const effect of transaction.effects) {
      if (effect.is(changeBase)) base = carryOver(base, effect.value);
      if (effect.is(leaveHunks)) hunks = effect.value;
    }
    const result = transaction.newDoc;
    if (hunks) return { base, result, hunks, fine: new WeakMap() };
    if (base !== value.base) return compare(base, result);
    return transaction.docChanged ? compareAgain(value, result, transaction.changes) : value;
  },
  provide: (field) => compared.from(field),
});

/** Compares the editor's text with this one; `hunks` are those between the two, where they are known. */
export function compareWith(base: Text, hunks?: readonly Hunk[]): Extension {
  return [
    comparisonField.init(({ doc }) => (hunks ? { base, result: doc, hunks, fine: new WeakMap() } : compare(base, doc))),
    invertedEffects.of((transaction) => {
      const from = comparisonOf(transaction.state).base;
      const to = comparisonOf(transaction.startState).base;
      return from === to || transaction.annotation(fromOutside) ? [] : [changeBase.of({ from, to })];
    }),
  ];
}

/** The comparison in the editor of the result. */
export function comparisonOf(state: EditorState): Comparison {
  return state.field(comparisonField);
}

/** True when the user's own decisions, or their undoing, changed the base. */
export function hasUserChangedBase(transactions: readonly Transaction[]): boolean {
  return transactions.some(
    (transaction) =>
      !transaction.annotation(fromOutside) && transaction.effects.some((effect) => effect.is(changeBase)),
  );
}

/** Sets the base from outside. */
export function baseFromOutside(state: EditorState, base: Text): TransactionSpec {
  const from = comparisonOf(state).base;
  return {
    effects: from.eq(base) ? [] : changeBase.of({ from, to: base }),
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
  };
}

/** A decision: what to dispatch, and the result and hunks that it leaves. */
export interface Decision {
  readonly spec: TransactionSpec;
  readonly result: Text;
  readonly hunks: readonly Hunk[];
}

/** Accepts or rejects a hunk: one step of the history. Undefined when there is no such hunk. */
export function decideHunk(state: EditorState, index: number, isAccepted: boolean): Decision | undefined {
  const { base, result, hunks } = comparisonOf(state);
  const hunk = hunks[index];
  if (!hunk) return undefined;
  const left = withoutHunk(hunks, index, isAccepted);
  const annotations = isolateHistory.of("full");
  if (isAccepted) {
    const to = ChangeSet.of(acceptChange(base, result, hunk), base.length).apply(base);
    const effects = [changeBase.of({ from: base, to }), leaveHunks.of(left)];
    return { spec: { effects, annotations, userEvent: "accept" }, result, hunks: left };
  }
  const changes = ChangeSet.of(rejectChange(base, result, hunk), result.length);
  return {
    // No filter of the host may alter it: the hunks that are left are worked out for just this change.
    spec: { changes, effects: leaveHunks.of(left), annotations, userEvent: "reject", filter: false },
    result: changes.apply(result),
    hunks: left,
  };
}
