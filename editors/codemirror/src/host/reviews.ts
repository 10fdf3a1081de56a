/** Proposals that wait for the user, whichever window shows them. A window that goes leaves its own to the next. */
import type { DiffDecision } from "@tandem/base/review";
import type { DiffProposal } from "@tandem/server";
import type { ReviewDrafts, ReviewOutcome } from "@tandem/workspace/drafts";
import type { WireDraft } from "../messages.js";
import type { HostWindow } from "./window.js";
import type { Windows } from "./windows.js";

interface Waiting {
  readonly proposal: DiffProposal;
  draft: WireDraft | undefined;
  window: HostWindow | undefined;
}

export interface ReviewsOptions {
  readonly windows: Windows;
  /** Keeps what the user types into them, in case that this process is killed. */
  readonly drafts: ReviewDrafts;
  /** A proposal waits and there is no window to show it in. */
  readonly windowWanted: () => void;
  readonly problem: (words: string) => void;
}

export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #waiting = new Map<string, Waiting>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** The page tells where the user is. Only the window that shows the review may. */
  draftChanged(window: HostWindow, id: string, draft: WireDraft): void {
    const waiting = this.#waiting.get(id);
    if (waiting?.window !== window) return;
    waiting.draft = draft;
    this.#options.drafts.changed(waiting.proposal, () => draft.resultText);
  }

  /** Shows a proposal until the user decides, in one window after the other if need be. */
  async review(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    const waiting: Waiting = { proposal, draft: undefined, window: undefined };
    this.#waiting.set(proposal.id, waiting);
    let outcome: ReviewOutcome = "withdrawn";
    try {
      for (;;) {
        const window = await this.#window(signal);
        waiting.window = window;
        try {
          const { draft } = waiting;
          const decision = await window.ask("review", { proposal, ...(draft && { draft }) }, signal);
          outcome = decision.accepted ? "accepted" : "rejected";
          return decision;
        } catch (error) {
          if (signal.aborted) return { accepted: false };
          // A page that cannot show it will not be able to the next time either.
          if (!window.isClosed) throw error;
          this.#options.problem(`A window went with the review of ${proposal.path}: it comes back in the next`);
        }
      }
    } finally {
      this.#waiting.delete(proposal.id);
      void this.#options.drafts.closed(proposal.id, outcome);
    }
  }

  async #window(signal: AbortSignal): Promise<HostWindow> {
    const { windows, windowWanted } = this.#options;
    if (!windows.active) windowWanted();
    return await windows.whenAny(signal);
  }
}
