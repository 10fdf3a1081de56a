/** Proposals that wait for the user, whichever window shows them. A window that goes leaves its own to the next. */
import type { DiffDecision, DiffProposal } from "@tandem/server";
import type { WireDraft } from "../messages.js";
import type { HostWindow } from "./window.js";
import type { Windows } from "./windows.js";

interface Waiting {
  draft: WireDraft | undefined;
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
  readonly #waiting = new Map<string, Waiting>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** The page tells where the user is. Only the window that shows the review may. */
  draftChanged(window: HostWindow, id: string, draft: WireDraft): void {
    const waiting = this.#waiting.get(id);
    if (waiting?.window === window) waiting.draft = draft;
  }

  /** Shows a proposal until the user decides, in one window after the other if need be. */
  async review(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    const waiting: Waiting = { draft: undefined, window: undefined };
    this.#waiting.set(proposal.id, waiting);
    try {
      for (;;) {
        const window = await this.#window(signal);
        waiting.window = window;
        try {
          const { draft } = waiting;
          return await window.ask("review", { proposal, ...(draft && { draft }) }, signal);
        } catch (error) {
          if (signal.aborted) return { accepted: false };
          // A page that cannot show it will not be able to the next time either.
          if (!window.isClosed) throw error;
          this.#options.problem(`A window went with the review of ${proposal.path}: it comes back in the next`);
        }
      }
    } finally {
      this.#waiting.delete(proposal.id);
    }
  }

  async #window(signal: AbortSignal): Promise<HostWindow> {
    const { windows, windowWanted } = this.#options;
    if (!windows.active) windowWanted();
    return await windows.whenAny(signal);
  }
}
