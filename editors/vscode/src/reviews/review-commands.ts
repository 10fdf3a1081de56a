/** Deciding: the commands behind the buttons, keys and lists. */
import * as vscode from "vscode";
import { tellInformation } from "../messages.js";
import type { Review } from "./review.js";
import { placeOf } from "./review-files.js";
import { hunkAt } from "./review-text.js";
import type { HunkNode, ReviewNode } from "./review-tree.js";
import type { Reviews } from "./reviews.js";

/** A button of a list gives its node, one of an editor's title the file; a key gives nothing. */
type Target = ReviewNode | HunkNode | vscode.Uri | undefined;

function lineOf(review: Review): number {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === review.resultUri.toString(),
  );
  return editor?.selection.active.line ?? 0;
}

export function registerReviewCommands(reviews: Reviews): vscode.Disposable {
  /** What the button belongs to, or what is in front; never another that took its place, or that is not seen. */
  const reviewFor = (target: Target): Review | undefined => {
    const found = target instanceof vscode.Uri ? placeOf(target) && reviews.find(target) : target?.review;
    const isOfNone = target === undefined || (target instanceof vscode.Uri && !placeOf(target));
    const review = isOfNone ? reviews.current : found;
    return review?.isOver ? undefined : review;
  };
  /** Nothing is decided: one that waits is shown instead. */
  const showWaiting = () => {
    const [review] = reviews.waiting.filter(({ isOver }) => !isOver);
    if (!review) return void tellInformation(vscode.l10n.t("No proposal of Claude waits."));
    void reviews.show(review);
    void tellInformation(vscode.l10n.t("Nothing was decided. This is a proposal that waits: look at it, then decide."));
  };
  const decide = (id: string, act: (review: Review) => void) =>
    vscode.commands.registerCommand(id, (target?: Target) => {
      const review = reviewFor(target);
      if (review) act(review);
      else showWaiting();
    });
  const decideHunk = (id: string, act: (review: Review, index: number) => void) =>
    vscode.commands.registerCommand(id, (target?: Target, lensIndex?: number) => {
      const review = reviewFor(target);
      const listed = target && "hunk" in target ? target.hunk.index : lensIndex;
      const index = listed ?? (review && hunkAt(review.hunks, lineOf(review))?.index);
      if (review && index !== undefined) act(review, index);
      else void tellInformation(vscode.l10n.t("No change is left to decide here."));
    });
  const forward = (id: string, command: string) =>
    vscode.commands.registerCommand(id, () => vscode.commands.executeCommand(command));
  return vscode.Disposable.from(
    decide("tandem.acceptReview", (review) => review.accept()),
    decide("tandem.rejectReview", (review) => review.reject()),
    vscode.commands.registerCommand("tandem.showReview", (target?: Target) => {
      const review = reviewFor(target) ?? reviews.waiting.find(({ isOver }) => !isOver);
      if (review) void reviews.show(review);
      else void tellInformation(vscode.l10n.t("No proposal of Claude waits."));
    }),
    decideHunk("tandem.acceptHunk", (review, index) => review.acceptHunk(index)),
    decideHunk("tandem.rejectHunk", (review, index) => void review.rejectHunk(index)),
    forward("tandem.nextChange", "workbench.action.compareEditor.nextChange"),
    forward("tandem.previousChange", "workbench.action.compareEditor.previousChange"),
  );
}
