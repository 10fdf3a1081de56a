/** Deciding: the commands behind the buttons, keys and lists. */
import type { HunkDecision } from "@tandem/base/review";
import * as vscode from "vscode";
import { tellInformation } from "../messages.js";
import { placeOf } from "./review-files.js";
import { decidedAt, type ListedHunk, undecidedAt, undecidedFrom } from "./review-hunks.js";
import type { HunkNode, ReviewNode } from "./review-tree.js";
import type { Reviews } from "./reviews.js";
import type { ShownReview } from "./shown-review.js";

/** A button of a list gives its node, one of an editor's title the file; a key gives nothing. */
type Target = ReviewNode | HunkNode | vscode.Uri | undefined;

function lineOf({ editor }: ShownReview): number {
  return editor?.selection.active.line ?? 0;
}

/** Among what is undecided; with all decided, among what differs. */
function goToChange(review: ShownReview | undefined, direction: "next" | "previous"): void {
  const hunk = review && undecidedFrom(review.hunks, lineOf(review), direction);
  if (!review?.editor || !hunk) {
    void vscode.commands.executeCommand(`workbench.action.compareEditor.${direction}Change`);
    return;
  }
  const place = new vscode.Position(Math.min(hunk.newStart, review.editor.document.lineCount - 1), 0);
  review.editor.selection = new vscode.Selection(place, place);
  review.editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

export function registerReviewCommands(reviews: Reviews): vscode.Disposable {
  /** What the button belongs to, or what is in front; never another that took its place, or that is not seen. */
  const reviewFor = (target: Target): ShownReview | undefined => {
    const found = target instanceof vscode.Uri ? placeOf(target) && reviews.find(target) : target?.review;
    const isOfNone = target === undefined || (target instanceof vscode.Uri && !placeOf(target));
    const review = isOfNone ? reviews.current : found;
    return review?.isOver ? undefined : review;
  };
  /** Nothing is decided: one that waits is shown instead. */
  const showWaiting = () => {
    const [review] = reviews.waiting;
    if (!review) return void tellInformation(vscode.l10n.t("No proposal of Claude waits."));
    void reviews.show(review);
    void tellInformation(vscode.l10n.t("Nothing was decided. This is a proposal that waits: look at it, then decide."));
  };
  const decide = (id: string, act: (review: ShownReview) => void) =>
    vscode.commands.registerCommand(id, (target?: Target) => {
      const review = reviewFor(target);
      if (review) act(review);
      else showWaiting();
    });
  const decideHunk = (id: string, decision: HunkDecision) =>
    vscode.commands.registerCommand(id, async (target?: Target, lensIndex?: number) => {
      const review = reviewFor(target);
      const listed = target && "hunk" in target ? target.hunk.index : lensIndex;
      const find = decision === "undecided" ? decidedAt : undecidedAt;
      const pick = (hunks: readonly ListedHunk[]) => listed ?? (review && find(hunks, lineOf(review))?.index);
      if (await review?.decideHunk(pick, decision)) return;
      void tellInformation(
        decision === "undecided"
          ? vscode.l10n.t("No change here has been decided.")
          : vscode.l10n.t("No change is left to decide here."),
      );
    });
  return vscode.Disposable.from(
    decide("tandem.acceptReview", (review) => review.accept()),
    decide("tandem.rejectReview", (review) => review.reject()),
    vscode.commands.registerCommand("tandem.showReview", (target?: Target) => {
      const review = reviewFor(target) ?? reviews.waiting[0];
      if (review) void reviews.show(review);
      else void tellInformation(vscode.l10n.t("No proposal of Claude waits."));
    }),
    decideHunk("tandem.acceptHunk", "accepted"),
    decideHunk("tandem.rejectHunk", "rejected"),
    decideHunk("tandem.undecideHunk", "undecided"),
    vscode.commands.registerCommand("tandem.nextChange", () => goToChange(reviews.current, "next")),
    vscode.commands.registerCommand("tandem.previousChange", () => goToChange(reviews.current, "previous")),
  );
}
