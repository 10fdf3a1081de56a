/** Proposals that wait for the user. Their texts live here, so a reload of the page loses nothing. */
import type { Update } from "@codemirror/collab";
import type { DiffDecision } from "@tandem/base/review";
import { type Hunk, splitHunks } from "@tandem/base/text";
import type { DiffProposal } from "@tandem/server";
import type { ReviewFacts, ReviewTexts } from "../messages.js";
import { SharedText, toText } from "./documents/shared-text.js";

export interface ReviewEvents {
  opened(review: PendingReview): void;
  /** `withdrawn`: decided elsewhere, or the client has gone. */
  closed(review: PendingReview, outcome: "accepted" | "rejected" | "withdrawn"): void;
  updated(review: PendingReview, version: number, updates: readonly Update[]): void;
}

export class PendingReview {
  readonly proposal: DiffProposal;
  /** The text that accepting answers with. */
  readonly result: SharedText;
  /** What it is compared with: hunks that were accepted have gone into it. */
  #base: { readonly text: string; readonly version: number };
  /** Of the proposal as it came. */
  readonly #hunks: readonly Hunk[];
  readonly #facts: Omit<ReviewFacts, "isOutdated">;
  /** The file is no longer what the proposal was made for. */
  isOutdated = false;

  constructor(proposal: DiffProposal, events: ReviewEvents) {
    const { id, client, tabName, oldText, newText, isNewFile, hasUnsavedChanges } = proposal;
    this.proposal = proposal;
    this.result = new SharedText(toText(newText), (version, updates) => events.updated(this, version, updates));
    this.#base = { text: oldText, version: 0 };
    const hunks = splitHunks(oldText, newText);
    this.#hunks = hunks;
    const count = (lines: (hunk: Hunk) => number) => hunks.reduce((sum, hunk) => sum + lines(hunk), 0);
    this.#facts = {
      id,
      tabName,
      client: { id: client.id, name: client.name, version: client.version },
      // A text that ends with a line break has an empty line more than people count.
      added: isNewFile
        ? newText.split("\n").length - Number(newText.endsWith("\n") || newText === "")
        : count((hunk) => hunk.newEnd - hunk.newStart),
      removed: isNewFile ? 0 : count((hunk) => hunk.oldEnd - hunk.oldStart),
      hunks: hunks.length,
      isNewFile,
      hasUnsavedChanges,
    };
  }

  get id(): string {
    return this.proposal.id;
  }

  /** The name of the result among the documents that windows edit. */
  get document(): string {
    return `review:${this.id}`;
  }

  get facts(): ReviewFacts {
    return { ...this.#facts, isOutdated: this.isOutdated };
  }

  get base(): { readonly text: string; readonly version: number } {
    return this.#base;
  }

  get texts(): ReviewTexts {
    const { text, version } = this.result;
    const isUntouched = this.#base.version === 0 && version === 0;
    // Comparing is the longest part of opening a large one, and was done here already.
    return {
      base: this.#base,
      result: { text: text.toString(), version },
      ...(isUntouched && { hunks: this.#hunks }),
    };
  }

  /** False for a base that was made of an older one than there is now. */
  setBase(version: number, text: string): boolean {
    if (version !== this.#base.version) return false;
    this.#base = { text, version: version + 1 };
    return true;
  }
}

export class Reviews {
  readonly #pending = new Map<string, { review: PendingReview; decide: (decision: DiffDecision) => void }>();
  readonly #events: ReviewEvents;

  constructor(events: ReviewEvents) {
    this.#events = events;
  }

  /** Oldest first. */
  get all(): readonly PendingReview[] {
    return [...this.#pending.values()].map(({ review }) => review);
  }

  get(id: string): PendingReview | undefined {
    return this.#pending.get(id)?.review;
  }

  /** Waits for the user; a proposal that is taken back closes its view. */
  open(proposal: DiffProposal, signal: AbortSignal): Promise<DiffDecision> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve({ accepted: false });
      const review = new PendingReview(proposal, this.#events);
      const end = (decision: DiffDecision, outcome: "accepted" | "rejected" | "withdrawn") => {
        if (!this.#pending.delete(proposal.id)) return;
        signal.removeEventListener("abort", withdraw);
        this.#events.closed(review, outcome);
        resolve(decision);
      };
      const withdraw = () => end({ accepted: false }, "withdrawn");
      const decide = (decision: DiffDecision) => end(decision, decision.accepted ? "accepted" : "rejected");
      signal.addEventListener("abort", withdraw, { once: true });
      this.#pending.set(proposal.id, { review, decide });
      this.#events.opened(review);
    });
  }

  /** The user's word. What was decided already stays decided. */
  decide(id: string, accepted: boolean): void {
    const pending = this.#pending.get(id);
    pending?.decide(accepted ? { accepted, text: pending.review.result.text.toString() } : { accepted });
  }
}
