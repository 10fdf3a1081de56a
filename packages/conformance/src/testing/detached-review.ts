/** A review detached from the hub, for an editor that shows one thing and answers another. */
import {
  type DiffDecision,
  decideHunk,
  editResult,
  hunksOf,
  isEdited,
  type ReviewState,
  startReview,
} from "@tandem-ide/base/review";
import type { DiffProposal, Review } from "@tandem-ide/server";

/** The same proposal with its own decision; rejected when `signal` aborts. */
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
    ...{
      id,
      client,
      path,
      oldPath,
      tabName,
      oldText,
      newText,
      isNewFile,
      hasUnsavedChanges,
      acceptedForm: "text",
      decided,
    },
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
    // The hub checks whether anything is left of the proposal.
    accept: () => end({ accepted: true, text: state.result }),
    reject: () => end({ accepted: false }),
    comments: [],
    setComment: () => {},
    onChanged: () => () => {},
  };
}
