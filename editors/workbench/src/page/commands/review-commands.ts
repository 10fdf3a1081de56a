/** Commands for deciding about proposals. Their keys also work outside of the review's editor, while it is in front. */
import { type Review, reviewKeys } from "@tandem/codemirror";
import type { AppParts } from "../app-parts.js";
import type { Command } from "./command.js";

/** For the table. */
export function reviewCommands({ reviews, preferences }: AppParts): Command[] {
  const group = "Review";
  const isEnabled = () => reviews.active !== undefined;
  const inReview = (run: (review: Review) => void) => () => {
    const review = reviews.active?.review;
    if (review) run(review);
  };
  const decide = (accepted: boolean) => () => {
    if (reviews.active) void reviews.decide(reviews.active, accepted);
  };
  const { acceptAll, acceptAllToo, rejectAll, acceptHunk, rejectHunk, nextChange, previousChange } = reviewKeys;
  return [
    {
      id: "review.show-next",
      title: "Go to the next review that waits",
      group,
      keys: ["Alt-r"],
      isForTerminal: true,
      run: () => reviews.showNext(),
    },
    { id: "review.accept", title: "Accept", group, keys: [acceptAll, acceptAllToo], isEnabled, run: decide(true) },
    { id: "review.reject", title: "Reject", group, keys: [rejectAll], isEnabled, run: decide(false) },
    {
      id: "review.accept-change",
      title: "Accept this change",
      group,
      keys: [acceptHunk],
      isEnabled,
      run: inReview((review) => review.acceptHunk()),
    },
    {
      id: "review.reject-change",
      title: "Reject this change",
      group,
      keys: [rejectHunk],
      isEnabled,
      run: inReview((review) => review.rejectHunk()),
    },
    {
      id: "review.take-back",
      title: "Take back the decision about this change",
      group,
      isEnabled,
      run: inReview((review) => review.decideHunk("undecided")),
    },
    {
      id: "review.next-change",
      title: "Next change",
      group,
      keys: [nextChange],
      isEnabled,
      run: inReview((review) => review.nextChange()),
    },
    {
      id: "review.previous-change",
      title: "Previous change",
      group,
      keys: [previousChange],
      isEnabled,
      run: inReview((review) => review.previousChange()),
    },
    {
      id: "review.layout",
      title: "Switch between side by side and unified",
      group,
      keys: ["Alt-Shift-u"],
      isEnabled,
      run: () => {
        const { reviewLayout } = preferences;
        reviewLayout.value = reviewLayout.peek() === "unified" ? "side-by-side" : "unified";
      },
    },
  ];
}
