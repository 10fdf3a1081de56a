/** Commands for reviews. Their keys also work outside the review's editor while the review is active. */
import { reviewKeys } from "@tandem-ide/codemirror";
import type { AppParts } from "../app-parts.js";
import { type Command, commandsOf } from "./command.js";

export function reviewCommands({ reviews, changes, preferences, store }: AppParts): Command[] {
  const command = commandsOf("Review", () => reviews.active !== undefined);
  const anywhere = { isForTerminal: true, isEnabled: () => true };
  const inReview = (method: "acceptHunk" | "rejectHunk" | "nextChange" | "previousChange") => () =>
    void reviews.active?.review?.[method]();
  const decide = (accepted: boolean) => () => {
    if (reviews.active) void reviews.decide(reviews.active, accepted);
  };
  const switchLayout = () => {
    const { reviewLayout } = preferences;
    reviewLayout.value = reviewLayout.peek() === "unified" ? "side-by-side" : "unified";
  };
  const askReason = () => {
    if (reviews.active) reviews.active.isAskingReason.value = true;
  };
  const showDecisions = () => {
    store.dialog.value = { kind: "decisions" };
  };
  const undoDecision = () => void reviews.active?.review?.decideHunk("undecided");
  const {
    acceptAll,
    acceptAllAlternative,
    rejectAll,
    rejectWithReason,
    comment,
    acceptHunk,
    rejectHunk,
    nextChange,
    previousChange,
  } = reviewKeys;
  return [
    command("review.show-next", "Next pending review", ["Alt-r"], () => reviews.showNext(), anywhere),
    command("review.decisions.show", "Past decisions and settings…", [], showDecisions, { isEnabled: () => true }),
    command("review.accept", "Accept", [acceptAll, acceptAllAlternative], decide(true)),
    command("review.reject", "Reject", [rejectAll], decide(false)),
    command("review.reject-with-reason", "Reject with a reason…", [rejectWithReason], askReason),
    command("review.comment", "Comment on this line", [comment], () => reviews.active?.review?.comment()),
    command("review.keep", "Undo closing a review", ["Alt-Shift-t"], () => void reviews.keepLast(), {
      isEnabled: () => (store.model.peek()?.rejecting.length ?? 0) > 0,
    }),
    command("review.accept-change", "Accept change", [acceptHunk], inReview("acceptHunk")),
    command("review.reject-change", "Reject change", [rejectHunk], inReview("rejectHunk")),
    command("review.take-back", "Undo decision on change", [], undoDecision),
    command("review.next-change", "Next change", [nextChange], inReview("nextChange")),
    command("review.previous-change", "Previous change", [previousChange], inReview("previousChange")),
    command("review.layout", "Switch between side-by-side and unified view", ["Alt-Shift-u"], switchLayout, {
      isEnabled: () => reviews.active !== undefined || changes.active !== undefined,
    }),
  ];
}
