/** Shows the proposals that wait in one window after the other: a window that goes leaves its own to the next. */
import { type DiffDecision, type PackedReview, unpackReview } from "@tandem/base/review";
import type { DiffProposal, Review } from "@tandem/server";
import type { HostWindow } from "./window.js";
import type { Windows } from "./windows.js";

interface Shown {
  readonly review: Review;
  draft: PackedReview | undefined;
  window: HostWindow | undefined;
}

export interface ReviewsOptions {
  readonly windows: Windows;
  /** A proposal waits and there is no window to show it in. */
  readonly windowWanted: () => void;
  readonly problem: (words: string) => void;
}

export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #shown = new Map<string, Shown>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** The page tells where the user is. Only the window that shows the review may. */
  draftChanged(window: HostWindow, id: string, draft: PackedReview): void {
    const shown = this.#shown.get(id);
    if (shown?.window !== window) return;
    const { review } = shown;
    const state = unpackReview(review.oldText, review.newText, draft);
    if (!state) {
      this.#options.problem(`draftChanged: these are no changes of ${review.path}`);
      return;
    }
    shown.draft = draft;
    review.setState(state);
  }

  /** Shows a proposal until it is over. */
  async review(review: Review): Promise<DiffDecision> {
    const { problem } = this.#options;
    const shown: Shown = { review, draft: undefined, window: undefined };
    const over = new AbortController();
    void review.decided.then(() => over.abort());
    this.#shown.set(review.id, shown);
    try {
      while (!review.outcome) {
        shown.window = undefined;
        try {
          shown.window = await this.#window(over.signal);
          const { draft, window } = shown;
          return await window.ask("review", { proposal: proposalOf(review), ...(draft && { draft }) }, over.signal);
        } catch (error) {
          if (review.outcome) break;
          // A page that cannot show it will not be able to the next time either.
          if (!shown.window?.isClosed) throw error;
          problem(`A window went with the review of ${review.path}: it comes back in the next`);
        }
      }
      return await review.decided;
    } finally {
      this.#shown.delete(review.id);
    }
  }

  async #window(signal: AbortSignal): Promise<HostWindow> {
    const { windows, windowWanted } = this.#options;
    if (!windows.active) windowWanted();
    return await windows.whenAny(signal);
  }
}

/** What a page is told of it. */
function proposalOf(review: Review): DiffProposal {
  const { id, client, path, tabName, oldPath, oldText, newText, isNewFile, hasUnsavedChanges } = review;
  return { id, client, path, tabName, oldPath, oldText, newText, isNewFile, hasUnsavedChanges };
}
