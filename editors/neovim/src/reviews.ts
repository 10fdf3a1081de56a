/** The proposals that are shown in Neovim, each until its user decides. */
import type { DiffDecision, DiffProposal } from "@tandem/server";
import type { Bridge } from "./bridge.js";
import { type EventParams, results } from "./messages.js";

export class Reviews {
  readonly #bridge: Bridge;
  readonly #waiting = new Map<string, (decision: DiffDecision) => void>();
  readonly #accepted: (path: string) => void;

  /** @param accepted The user took it, so the client is about to write this file. */
  constructor(bridge: Bridge, accepted: (path: string) => void) {
    this.#bridge = bridge;
    this.#accepted = accepted;
  }

  async review(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    const { id } = proposal;
    const decided = new Promise<DiffDecision>((resolve) => this.#waiting.set(id, resolve));
    const withdraw = () => this.decided({ id, accepted: false });
    signal.addEventListener("abort", withdraw, { once: true });
    try {
      await this.#bridge.call("open_review", proposal, results.nothing);
      const decision = await decided;
      if (signal.aborted) this.#bridge.tell("close_review", { id, reason: "Claude Code has taken it back" });
      else if (decision.accepted) this.#accepted(proposal.path);
      return decision;
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.#waiting.delete(id);
    }
  }

  decided({ id, ...decision }: EventParams<"decided">): void {
    this.#waiting.get(id)?.(decision);
  }
}
