/** Shows reviews in windows. When a window closes, its reviews move to the next one. */
import {
  type DiffDecision,
  type PackedReview,
  packReview,
  type ReviewComment,
  setComments,
  unpackReview,
} from "@tandem-ide/base/review";
import type { DiffProposal, Review } from "@tandem-ide/server";
import { watchOutdated } from "@tandem-ide/server/files";
import type { HostWindow } from "./window.js";
import type { Windows } from "./windows.js";

interface ShownReview {
  readonly review: Review;
  draft: PackedReview | undefined;
  window: HostWindow | undefined;
  isOutdated: boolean;
}

export interface ReviewsOptions {
  readonly windows: Windows;
  readonly windowWanted: () => void;
  readonly isHidden: (path: string) => boolean;
  readonly problem: (message: string) => void;
}

export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #shown = new Map<string, ShownReview>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** Updates the state of a review. Only the window that shows it may. */
  draftChanged(window: HostWindow, id: string, draft: PackedReview): void {
    const shown = this.#shown.get(id);
    if (shown?.window !== window) return;
    const { review } = shown;
    const state = unpackReview(review.oldText, review.newText, draft);
    if (!state) {
      this.#options.problem(`draftChanged: the changes don't apply to the text of ${review.path}`);
      return;
    }
    shown.draft = draft;
    review.setState(state);
  }

  /** Sets the comments on a review. Only the window that shows it may. */
  commented(window: HostWindow, id: string, comments: readonly ReviewComment[]): void {
    const shown = this.#shown.get(id);
    if (shown?.window === window) setComments(shown.review, comments);
  }

  async review(review: Review): Promise<DiffDecision> {
    const { problem } = this.#options;
    const shown: ShownReview = { review, draft: undefined, window: undefined, isOutdated: false };
    const over = new AbortController();
    void review.decided.then(() => over.abort());
    this.#shown.set(review.id, shown);
    const stop = watchOutdated(review, (isOutdated) => {
      shown.isOutdated = isOutdated;
      shown.window?.notify("reviewOutdated", { id: review.id, isOutdated });
    });
    try {
      while (!review.outcome) {
        shown.window = undefined;
        try {
          shown.window = await this.#window(over.signal);
          const { draft, window } = shown;
          const { comments } = review;
          const { isOutdated } = shown;
          const isHidden = this.#options.isHidden(review.path);
          const shownAs = { proposal: proposalOf(review), comments, isHidden, isOutdated, ...(draft && { draft }) };
          const decision = await window.request("review", shownAs, over.signal);
          if (!decision.accepted) {
            review.reject(decision.reason);
            continue;
          }
          review.edit(decision.text);
          const why = review.whyNotAcceptable();
          if (why === undefined) return decision;
          shown.draft = packReview(review.state);
          window.notify("notAcceptable", { why });
        } catch (error) {
          if (review.outcome) break;
          // A page that failed to show it would fail again.
          if (!shown.window?.isClosed) throw error;
          problem(`A window closed with the review of ${review.path} open. The review moves to the next window.`);
        }
      }
      return await review.decided;
    } finally {
      stop();
      this.#shown.delete(review.id);
    }
  }

  async #window(signal: AbortSignal): Promise<HostWindow> {
    const { windows, windowWanted } = this.#options;
    if (!windows.active) windowWanted();
    return await windows.whenAny(signal);
  }
}

function proposalOf(review: Review): DiffProposal {
  const { id, client, path, tabName, oldPath, oldText, newText, isNewFile, hasUnsavedChanges } = review;
  return { id, client, path, tabName, oldPath, oldText, newText, isNewFile, hasUnsavedChanges };
}
