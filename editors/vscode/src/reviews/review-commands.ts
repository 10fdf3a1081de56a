/** The commands for reviews. */
import type { HunkDecision } from "@tandem-ide/base/review";
import * as vscode from "vscode";
import { showInformation } from "../messages.js";
import { parseReviewUri } from "./review-files.js";
import { decidedAt, type ListedHunk, undecidedAt, undecidedFrom } from "./review-hunks.js";
import type { HunkNode, ReviewNode } from "./review-tree.js";
import type { Reviews } from "./reviews.js";
import type { ShownReview } from "./shown-review.js";

/** The list passes its node, the editor title its file, and key bindings nothing. */
type Target = ReviewNode | HunkNode | vscode.Uri | undefined;

function cursorLineOf({ editor }: ShownReview): number {
  return editor?.selection.active.line ?? 0;
}

/** Goes to the next undecided change, or to any change if all are decided. */
function goToChange(review: ShownReview | undefined, direction: "next" | "previous"): void {
  const hunk = review && undecidedFrom(review.hunks, cursorLineOf(review), direction);
  if (!review?.editor || !hunk) {
    void vscode.commands.executeCommand(`workbench.action.compareEditor.${direction}Change`);
    return;
  }
  const start = new vscode.Position(Math.min(hunk.newStart, review.editor.document.lineCount - 1), 0);
  review.editor.selection = new vscode.Selection(start, start);
  review.editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

export function registerReviewCommands(reviews: Reviews): vscode.Disposable {
  /** Returns the review of the button or of the active tab, never one that the user may not have seen. */
  const reviewFor = (target: Target): ShownReview | undefined => {
    const found = target instanceof vscode.Uri ? parseReviewUri(target) && reviews.find(target) : target?.review;
    const usesActiveTab = target === undefined || (target instanceof vscode.Uri && !parseReviewUri(target));
    const review = usesActiveTab ? reviews.current : found;
    return review?.isClosed ? undefined : review;
  };
  /** Shows a pending review instead of deciding. */
  const showPending = () => {
    const [review] = reviews.pending;
    if (!review) return void showInformation(vscode.l10n.t("No pending reviews."));
    void reviews.show(review);
    void showInformation(vscode.l10n.t("This review is pending. Review the changes, then choose again."));
  };
  const decide = (id: string, act: (review: ShownReview) => void) =>
    vscode.commands.registerCommand(id, (target?: Target) => {
      const review = reviewFor(target);
      if (review) act(review);
      else showPending();
    });
  const decideHunk = (id: string, decision: HunkDecision) =>
    vscode.commands.registerCommand(id, async (target?: Target, lensIndex?: number) => {
      const review = reviewFor(target);
      const listed = target && "hunk" in target ? target.hunk.index : lensIndex;
      const find = decision === "undecided" ? decidedAt : undecidedAt;
      const pick = (hunks: readonly ListedHunk[]) => listed ?? (review && find(hunks, cursorLineOf(review))?.index);
      if (await review?.decideHunk(pick, decision)) return;
      void showInformation(
        decision === "undecided"
          ? vscode.l10n.t("No accepted or rejected change here.")
          : vscode.l10n.t("No undecided change here."),
      );
    });
  return vscode.Disposable.from(
    decide("tandem.acceptReview", (review) => review.accept()),
    decide("tandem.rejectReview", (review) => review.reject()),
    vscode.commands.registerCommand("tandem.showReview", (target?: Target) => {
      const review = reviewFor(target) ?? reviews.pending[0];
      if (review) void reviews.show(review);
      else void showInformation(vscode.l10n.t("No pending reviews."));
    }),
    decideHunk("tandem.acceptHunk", "accepted"),
    decideHunk("tandem.rejectHunk", "rejected"),
    decideHunk("tandem.undecideHunk", "undecided"),
    vscode.commands.registerCommand("tandem.nextChange", () => goToChange(reviews.current, "next")),
    vscode.commands.registerCommand("tandem.previousChange", () => goToChange(reviews.current, "previous")),
  );
}
