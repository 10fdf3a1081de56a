/** Deciding: the commands behind the buttons, keys and lists. */
import * as vscode from "vscode";
import { tellInformation } from "../messages.js";
import type { Review } from "./review.js";
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
  const reviewFor = (target: Target): Review | undefined => {
    if (target instanceof vscode.Uri) return reviews.find(target) ?? reviews.current;
    return target?.review ?? reviews.current ?? (reviews.waiting.length === 1 ? reviews.waiting[0] : undefined);
  };
  const decide = (id: string, act: (review: Review) => void) =>
    vscode.commands.registerCommand(id, (target?: Target) => {
      const review = reviewFor(target);
      if (review) act(review);
      else void tellInformation(vscode.l10n.t("No proposal of Claude is in front."));
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
    decide("tandem.showReview", (review) => void reviews.show(review)),
    decideHunk("tandem.acceptHunk", (review, index) => review.acceptHunk(index)),
    decideHunk("tandem.rejectHunk", (review, index) => void review.rejectHunk(index)),
    forward("tandem.nextChange", "workbench.action.compareEditor.nextChange"),
    forward("tandem.previousChange", "workbench.action.compareEditor.previousChange"),
  );
}
