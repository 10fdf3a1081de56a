/** A review that the hub does not hold: for an editor that shows one thing and answers another. */
import {
  type DiffDecision,
  decideHunk,
  editResult,
  hunksOf,
  isEdited,
  type ReviewState,
  startReview,
} from "@tandem/base/review";
import type { DiffProposal, Review } from "@tandem/server";

/** The same proposal, decided by whoever has this; it is rejected when `signal` aborts. */
export function detachedReview(proposal: DiffProposal, signal: AbortSignal): Review {
  let state: ReviewState = startReview(proposal.oldText, proposal.newText);
  let outcome: Review["outcome"];
  let decide: (decision: DiffDecision) => void = () => {};
  const decided = new Promise<DiffDecision>((resolve) => {
    decide = resolve;
  });
  const end = (decision: DiffDecision) => {
    outcome ??= decision.accepted ? "accepted" : "rejected";
    decide(decision);
  };
  signal.addEventListener("abort", () => end({ accepted: false }), { once: true });
  const { id, client, path, oldPath, tabName, oldText, newText, isNewFile, hasUnsavedChanges } = proposal;
  return {
    ...{ id, client, path, oldPath, tabName, oldText, newText, isNewFile, hasUnsavedChanges, takes: "text", decided },
    get result() {
      return state.result;
    },
    get hunks() {
      return hunksOf(state);
    },
    get state() {
      return state;
    },
    get isEdited() {
      return isEdited(state);
    },
    get outcome() {
      return outcome;
    },
    edit(text) {
      state = editResult(state, text);
    },
    decideHunk(index, decision) {
      state = decideHunk(state, index, decision);
    },
    setState(next) {
      state = next;
    },
    whyNotAcceptable: () => undefined,
    // Whatever it is: that nothing is left of the proposal is for the hub to see.
    accept: () => end({ accepted: true, text: state.result }),
    reject: () => end({ accepted: false }),
    onChanged: () => () => {},
  };
}
