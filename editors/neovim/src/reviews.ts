/** The proposals that are shown in Neovim, each until its user decides. */
import type { DiffDecision } from "@tandem/base/review";
import type { DiffProposal } from "@tandem/server";
import type { ReviewDrafts } from "@tandem/workspace/drafts";
import type { Bridge } from "./bridge.js";
import { type EventParams, results } from "./messages.js";

export interface ReviewsOptions {
  readonly bridge: Bridge;
  /** Keeps what the user types into them. */
  readonly drafts: ReviewDrafts;
  /** The user took it, so the client is about to write this file. */
  readonly accepted: (path: string) => void;
}

interface Waiting {
  readonly proposal: DiffProposal;
  decide(decision: DiffDecision): void;
}

export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #waiting = new Map<string, Waiting>();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  async review(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    const { bridge, drafts, accepted } = this.#options;
    const { id } = proposal;
    const decided = new Promise<DiffDecision>((decide) => this.#waiting.set(id, { proposal, decide }));
    const withdraw = () => this.decided({ id, accepted: false });
    signal.addEventListener("abort", withdraw, { once: true });
    try {
      await bridge.call("open_review", proposal, results.nothing);
      const decision = await decided;
      if (signal.aborted) bridge.tell("close_review", { id, reason: "Claude Code has taken it back" });
      else if (decision.accepted) accepted(proposal.path);
      void drafts.closed(id, signal.aborted ? "withdrawn" : decision.accepted ? "accepted" : "rejected");
      return decision;
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.#waiting.delete(id);
    }
  }

  decided({ id, ...decision }: EventParams<"decided">): void {
    this.#waiting.get(id)?.decide(decision);
  }

  draftChanged({ id, text }: EventParams<"draft">): void {
    const waiting = this.#waiting.get(id);
    if (waiting) this.#options.drafts.changed(waiting.proposal, () => text);
  }
}
