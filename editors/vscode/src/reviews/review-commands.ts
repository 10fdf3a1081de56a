/** The commands for reviews. */
import type { HunkDecision } from "@tandem-ide/base/review";
import type { Endpoint } from "@tandem-ide/server";
import * as vscode from "vscode";
import { displayText } from "../display-text.js";
import { showInformation } from "../messages.js";
import { decideAll } from "./decide-all.js";
import type { PastDecisions } from "./past-decisions.js";
import type { ReviewCommand } from "./review-command-names.js";
import { parseReviewUri, shownPath } from "./review-files.js";
import { decidedAt, type ListedHunk, undecidedAt, undecidedFrom } from "./review-hunks.js";
import type { HunkNode, ReviewNode, SessionNode } from "./review-tree.js";
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
  review.goTo(hunk);
}

async function rejectWithReason(review: ShownReview): Promise<void> {
  const { t } = vscode.l10n;
  const reason = await vscode.window.showInputBox({
    title: t("Reject {0}", displayText(shownPath(review.review.path))),
    prompt: t("What should Claude do instead? The text is copied, so that you can paste it into Claude's prompt."),
    ignoreFocusOut: true,
  });
  if (reason !== undefined) review.reject(reason);
}

/** An empty text removes the comment. */
async function commentOnLine(review: ShownReview): Promise<void> {
  const { t } = vscode.l10n;
  const asked = cursorLineOf(review);
  const value = review.review.comments.find(({ line }) => line === asked)?.text ?? "";
  const text = await vscode.window.showInputBox({
    title: t("Comment on line {0}", asked + 1),
    prompt: t("Your comments are copied when you decide, so that you can paste them into Claude's prompt."),
    value,
    ignoreFocusOut: true,
  });
  if (text !== undefined) review.review.setComment(asked, text);
}

export class ReviewCommands {
  readonly #reviews: Reviews;
  readonly #commands: Record<ReviewCommand, (...args: never[]) => unknown>;

  constructor(reviews: Reviews, decisions: PastDecisions, endpoint: () => Endpoint | undefined) {
    this.#reviews = reviews;
    const decide = (act: (review: ShownReview) => void) => (target?: Target) => {
      const review = this.#reviewFor(target);
      if (review) act(review);
      else this.#showPending();
    };
    const accept = decide((review) => review.accept());
    const reject = decide((review) => review.reject());
    const decideHunk = (decision: HunkDecision) => (target?: Target, lensIndex?: unknown) =>
      this.#decideHunk(decision, target, lensIndex);
    this.#commands = {
      acceptReview: accept,
      acceptReviewHere: accept,
      rejectReview: reject,
      rejectReviewHere: reject,
      showReview: (target?: Target) => this.#show(target),
      nextReview: () => {
        const review = reviews.next() ?? reviews.pending[0];
        return review ? reviews.show(review) : showInformation(vscode.l10n.t("No pending reviews."));
      },
      rejectWithReason: decide((review) => void rejectWithReason(review)),
      commentOnLine: decide((review) => void commentOnLine(review)),
      compareReview: decide((review) => void review.compare()),
      acceptAllReviews: (session?: SessionNode) => decideAll(reviews, endpoint(), true, session?.client),
      rejectAllReviews: (session?: SessionNode) => decideAll(reviews, endpoint(), false, session?.client),
      showDecisions: () => decisions.show(),
      acceptHunk: decideHunk("accepted"),
      acceptHunkHere: decideHunk("accepted"),
      rejectHunk: decideHunk("rejected"),
      rejectHunkHere: decideHunk("rejected"),
      undecideHunk: decideHunk("undecided"),
      nextChange: () => goToChange(reviews.current, "next"),
      previousChange: () => goToChange(reviews.current, "previous"),
    };
  }

  run(command: ReviewCommand, args: readonly unknown[]): unknown {
    return Reflect.apply(this.#commands[command], undefined, args);
  }

  /** Returns the review of the button or of the active tab, never one that the user may not have seen. */
  #reviewFor(target: Target): ShownReview | undefined {
    const isReviewUri = target instanceof vscode.Uri && parseReviewUri(target) !== undefined;
    const found = target instanceof vscode.Uri ? this.#reviews.find(target) : target?.review;
    const usesActiveTab = target === undefined || (target instanceof vscode.Uri && !isReviewUri);
    const review = usesActiveTab ? this.#reviews.current : found;
    return review?.isClosed ? undefined : review;
  }

  /** Shows a review, and goes to the change that was chosen in the list. */
  async #show(target: Target): Promise<void> {
    const review = this.#reviewFor(target) ?? this.#reviews.pending[0];
    if (!review) return void showInformation(vscode.l10n.t("No pending reviews."));
    await this.#reviews.show(review, target && "hunk" in target ? target.hunk.newStart : undefined);
  }

  /** Shows a pending review instead of deciding. */
  #showPending(): void {
    const [review] = this.#reviews.pending;
    if (!review) return void showInformation(vscode.l10n.t("No pending reviews."));
    void this.#reviews.show(review);
    void showInformation(vscode.l10n.t("This review is pending. Review the changes, then choose again."));
  }

  /** A lens passes the index of its hunk, the editor title something else. */
  async #decideHunk(decision: HunkDecision, target: Target, lensIndex: unknown): Promise<void> {
    const review = this.#reviewFor(target);
    const inLens = typeof lensIndex === "number" ? lensIndex : undefined;
    const listed = target && "hunk" in target ? target.hunk.index : inLens;
    const find = decision === "undecided" ? decidedAt : undecidedAt;
    const pick = (hunks: readonly ListedHunk[]) => listed ?? (review && find(hunks, cursorLineOf(review))?.index);
    if ((await review?.decideHunk(pick, decision)) !== undefined) return;
    void showInformation(
      decision === "undecided"
        ? vscode.l10n.t("No accepted or rejected change here.")
        : vscode.l10n.t("No undecided change here."),
    );
  }
}
