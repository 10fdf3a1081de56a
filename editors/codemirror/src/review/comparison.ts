/** The review as part of the editor's state, so that undo works for decisions as it does for typing. */
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
} from "@tandem-ide/base/review";
import { changesBetween } from "../changes-between.js";
import { changeBetween } from "../replace.js";
import { type Decided, findHunk, followUpdate, keepsHunks, type ReviewUpdate } from "./follow.js";
import { lineChange } from "./lines.js";

export interface Comparison {
  readonly base: Text;
  readonly result: Text;
  readonly review: ReviewState;
  readonly hunks: readonly ReviewHunk[];
}

export function comparisonFor(review: ReviewState, base: Text, result: Text): Comparison {
  return { base, result, review, hunks: hunksOf(review) };
}

/** The comparison in an editor on either side. */
export const compared = Facet.define<Comparison, Comparison | undefined>({ combine: (values) => values[0] });

const decideEffect = StateEffect.define<Decided>();
const restoreEffect = StateEffect.define<readonly PackedHunk[]>();

type Reviewed = Pick<ReviewUpdate, "decided" | "restored">;

/** Returns the part of an update that isn't a change of the text. Windows that share the text share this too. */
export function reviewedBy(effects: readonly StateEffect<unknown>[]): Reviewed {
  const decided = effects.flatMap((effect) => (effect.is(decideEffect) ? [effect.value] : []));
  // When several steps are undone together, the first one comes last.
  const restored = effects.findLast((effect) => effect.is(restoreEffect));
  return {
    ...(decided.length > 0 && { decided }),
    ...(restored?.is(restoreEffect) && { restored: restored.value }),
  };
}

export function reviewEffects({ decided = [], restored }: Reviewed): StateEffect<unknown>[] {
  return [...decided.map((each) => decideEffect.of(each)), ...(restored ? [restoreEffect.of(restored)] : [])];
}

/** Sets the whole review, for example from another window. */
const setReview = StateEffect.define<ReviewState>();

/** Replaces both texts and all hunks. */
const setComparison = StateEffect.define<Comparison>();

/** Marks a change that the user of this editor did not make. */
const external = Annotation.define<true>();

function follow({ review, result }: Comparison, { changes, effects, newDoc }: Transaction): ReviewState {
  for (const effect of effects) if (effect.is(setReview)) return effect.value;
  return followUpdate(review, result, { changes, ...reviewedBy(effects) }, newDoc);
}

const comparisonField = StateField.define<Comparison>({
  create: () => {
    throw new Error("Initialize this field with a review");
  },
  update(value, transaction) {
    if (!transaction.docChanged && transaction.effects.length === 0) return value;
    for (const effect of transaction.effects) if (effect.is(setComparison)) return effect.value;
    const review = follow(value, transaction);
    return review === value.review ? value : comparisonFor(review, value.base, transaction.newDoc);
  },
  provide: (field) => compared.from(field),
});

export function comparing(review: ReviewState): Extension {
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

/** Shows a comparison that only `otherComparison` changes. */
export function showing(comparison: Comparison): Extension {
  return comparisonField.init(() => comparison);
}

/** Returns a transaction that shows another comparison. */
export function otherComparison(state: EditorState, comparison: Comparison): TransactionSpec {
  return {
    changes: changesBetween(state.doc, comparison.result),
    effects: setComparison.of(comparison),
    annotations: [external.of(true), Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    filter: false,
  };
}

export function comparisonOf(state: EditorState): Comparison {
  return state.field(comparisonField);
}

export function areExternal(transactions: readonly Transaction[]): boolean {
  return transactions.every((transaction) => transaction.annotation(external));
}

/** Returns a transaction that sets the review, and its text if it differs. */
export function externalReview(state: EditorState, review: ReviewState): TransactionSpec {
  const changes = changeBetween(state.doc, Text.of(review.result.split("\n")));
  return {
    ...(changes && { changes }),
    effects: setReview.of(review),
    annotations: [external.of(true), Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    filter: false,
  };
}

/**
 * Returns a transaction that applies a decision on a hunk, as one undo step. Undefined if the hunk doesn't exist or
 * doesn't change.
 */
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
    // The host's filters must not change what the decision means.
    filter: false,
  };
}
