/** The review as part of the editor's state, so that the editor's history undoes decisions as it undoes typing. */
import { invertedEffects, isolateHistory } from "@codemirror/commands";
import {
  Annotation,
  type EditorState,
  type Extension,
  Facet,
  StateEffect,
  StateField,
  Text,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { editFor, type HunkDecision, hunksOf, type ReviewHunk, type ReviewState } from "@tandem/base/review";
import { changeBetween } from "../replace.js";
import { type Decided, findHunk, followUpdate } from "./follow.js";
import { lineChange } from "./lines.js";

/** Two texts, and the hunks between them. */
export interface Comparison {
  readonly base: Text;
  readonly result: Text;
  readonly review: ReviewState;
  readonly hunks: readonly ReviewHunk[];
}

export function comparisonFor(review: ReviewState, base: Text, result: Text): Comparison {
  return { base, result, review, hunks: hunksOf(review) };
}

/** What is compared in this editor, on whichever side it is. */
export const compared = Facet.define<Comparison, Comparison | undefined>({ combine: (values) => values[0] });

/** A hunk is decided. Windows that share the text share these with it. */
export const decideEffect = StateEffect.define<Decided>();

/** The whole review, from outside. */
const setReview = StateEffect.define<ReviewState>();

/** It was set from outside: not the user's doing. */
const fromOutside = Annotation.define<true>();

function decidedIn({ effects }: Transaction): Decided[] {
  return effects.flatMap((effect) => (effect.is(decideEffect) ? [effect.value] : []));
}

function follow({ review, result }: Comparison, transaction: Transaction): ReviewState {
  for (const effect of transaction.effects) if (effect.is(setReview)) return effect.value;
  return followUpdate(
    review,
    result,
    { changes: transaction.changes, decided: decidedIn(transaction) },
    transaction.newDoc,
  );
}

const comparisonField = StateField.define<Comparison>({
  create: () => {
    throw new Error("A review begins with what it is about");
  },
  update(value, transaction) {
    if (!transaction.docChanged && transaction.effects.length === 0) return value;
    const review = follow(value, transaction);
    return review === value.review ? value : comparisonFor(review, value.base, transaction.newDoc);
  },
  provide: (field) => compared.from(field),
});

/** Reviews the editor's text, which is the result. */
export function compareIn(review: ReviewState): Extension {
  return [
    comparisonField.init(({ doc }) => comparisonFor(review, Text.of([...review.baseLines]), doc)),
    invertedEffects.of((transaction) => {
      const { hunks } = comparisonOf(transaction.startState);
      return decidedIn(transaction).flatMap((decided) => {
        const hunk = hunks[findHunk(hunks, decided)];
        return hunk ? [decideEffect.of({ ...decided, decision: hunk.decision })] : [];
      });
    }),
  ];
}

/** The comparison in the editor of the result. */
export function comparisonOf(state: EditorState): Comparison {
  return state.field(comparisonField);
}

/** True when all of these came from outside. */
export function areFromOutside(transactions: readonly Transaction[]): boolean {
  return transactions.every((transaction) => transaction.annotation(fromOutside));
}

/** Sets the review from outside; its text too, where that is another one. */
export function reviewFromOutside(state: EditorState, review: ReviewState): TransactionSpec {
  const changes = changeBetween(state.doc, Text.of(review.result.split("\n")));
  return {
    ...(changes && { changes }),
    effects: setReview.of(review),
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    filter: false,
  };
}

/** What to dispatch to decide a hunk: one step of the history. Undefined when there is no such hunk, or nothing new. */
export function decision(state: EditorState, index: number, decision: HunkDecision): TransactionSpec | undefined {
  const { review, result, hunks } = comparisonOf(state);
  const hunk = hunks[index];
  if (!hunk || hunk.decision === decision) return undefined;
  const { oldStart, oldEnd } = hunk;
  const edit = editFor(review, index, decision);
  return {
    ...(edit && { changes: lineChange(result, edit) }),
    effects: decideEffect.of({ index, oldStart, oldEnd, decision }),
    annotations: isolateHistory.of("full"),
    userEvent: "decide",
    // No filter of the host may alter it: it is what the decision means.
    filter: false,
  };
}
