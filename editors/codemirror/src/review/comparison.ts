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
import {
  editFor,
  type HunkDecision,
  hunksOf,
  type PackedHunk,
  packReview,
  type ReviewHunk,
  type ReviewState,
} from "@tandem/base/review";
import { changeBetween } from "../replace.js";
import { type Decided, findHunk, followUpdate, keepsHunks, type ReviewUpdate } from "./follow.js";
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

const decideEffect = StateEffect.define<Decided>();
const restoreEffect = StateEffect.define<readonly PackedHunk[]>();

type Reviewed = Pick<ReviewUpdate, "decided" | "restored">;

/** The part of an update that is no change of the text. Windows that share the text share these with it. */
export function reviewedBy(effects: readonly StateEffect<unknown>[]): Reviewed {
  const decided = effects.flatMap((effect) => (effect.is(decideEffect) ? [effect.value] : []));
  // Of steps that are undone together the first one comes last.
  const restored = effects.findLast((effect) => effect.is(restoreEffect));
  return {
    ...(decided.length > 0 && { decided }),
    ...(restored?.is(restoreEffect) && { restored: restored.value }),
  };
}

export function reviewEffects({ decided = [], restored }: Reviewed): StateEffect<unknown>[] {
  return [...decided.map((each) => decideEffect.of(each)), ...(restored ? [restoreEffect.of(restored)] : [])];
}

/** The whole review, from outside. */
const setReview = StateEffect.define<ReviewState>();

/** It was set from outside: not the user's doing. */
const fromOutside = Annotation.define<true>();

function follow({ review, result }: Comparison, { changes, effects, newDoc }: Transaction): ReviewState {
  for (const effect of effects) if (effect.is(setReview)) return effect.value;
  return followUpdate(review, result, { changes, ...reviewedBy(effects) }, newDoc);
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
    invertedEffects.of(({ startState, state, effects }) => {
      const { review, hunks } = comparisonOf(startState);
      const { decided } = reviewedBy(effects);
      if (!decided)
        return keepsHunks(review.hunks, comparisonOf(state).review.hunks)
          ? []
          : [restoreEffect.of(packReview(review).hunks)];
      return decided.flatMap((each) => {
        const hunk = hunks[findHunk(hunks, each)];
        return hunk ? [decideEffect.of({ ...each, decision: hunk.decision })] : [];
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
