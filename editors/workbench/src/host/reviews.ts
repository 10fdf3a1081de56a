/** The hub's reviews as windows share them: their texts live here, so a reload of the page loses nothing. */
import { countHunks, type DiffDecision, packReview } from "@tandem/base/review";
import { followUpdate } from "@tandem/codemirror/text";
import type { Review, ReviewOutcome } from "@tandem/server";
import type { ReviewFacts, ReviewTexts } from "../messages.js";
import { SharedText, type SharedUpdate, toText } from "./documents/shared-text.js";

export interface ReviewEvents {
  opened(review: SharedReview): void;
  closed(review: SharedReview, outcome: ReviewOutcome): void;
  updated(review: SharedReview, version: number, updates: readonly SharedUpdate[]): void;
}

export class SharedReview {
  readonly review: Review;
  /** The text that accepting answers with. */
  readonly result: SharedText;
  readonly #facts: Omit<ReviewFacts, "isOutdated">;
  /** The file is no longer what the proposal was made for. */
  isOutdated = false;

  constructor(review: Review, updated: ReviewEvents["updated"]) {
    const { id, client, tabName, newText, isNewFile, hasUnsavedChanges } = review;
    this.review = review;
    let text = toText(review.result);
    this.result = new SharedText(text, (version, updates) => {
      let { state } = review;
      for (const update of updates) {
        const after = update.changes.apply(text);
        state = followUpdate(state, text, update, after);
        text = after;
      }
      review.setState(state);
      updated(this, version, updates);
    });
    const { added, removed } = countHunks(review.hunks);
    this.#facts = {
      id,
      tabName,
      client: { id: client.id, name: client.name, version: client.version },
      // A text that ends with a line break has an empty line more than people count.
      added: isNewFile ? newText.split("\n").length - Number(newText.endsWith("\n") || newText === "") : added,
      removed: isNewFile ? 0 : removed,
      hunks: review.hunks.length,
      isNewFile,
      hasUnsavedChanges,
    };
  }

  get id(): string {
    return this.review.id;
  }

  /** The name of the result among the documents that windows edit. */
  get document(): string {
    return `review:${this.id}`;
  }

  get facts(): ReviewFacts {
    return { ...this.#facts, isOutdated: this.isOutdated };
  }

  get texts(): ReviewTexts {
    const { oldText, newText, state } = this.review;
    return { base: oldText, proposed: newText, version: this.result.version, ...packReview(state) };
  }

  /** The user's word. Throws words for people where it cannot be accepted as it is. */
  decide(accepted: boolean): void {
    const reason = accepted ? this.review.whyNotAcceptable() : undefined;
    if (reason !== undefined) throw new Error(reason);
    if (accepted) this.review.accept();
    else this.review.reject();
  }
}

export class Reviews {
  readonly #shown = new Map<string, SharedReview>();
  readonly #events: ReviewEvents;

  constructor(events: ReviewEvents) {
    this.#events = events;
  }

  /** Those that wait, oldest first. */
  get all(): readonly SharedReview[] {
    return [...this.#shown.values()].filter(({ review }) => review.outcome === undefined);
  }

  get(id: string): SharedReview | undefined {
    const shared = this.#shown.get(id);
    return shared?.review.outcome === undefined ? shared : undefined;
  }

  /** Shows it until it is over. */
  async show(review: Review): Promise<DiffDecision> {
    const shared = new SharedReview(review, this.#events.updated);
    this.#shown.set(review.id, shared);
    this.#events.opened(shared);
    const decision = await review.decided;
    this.#shown.delete(review.id);
    this.#events.closed(shared, review.outcome ?? "withdrawn");
    return decision;
  }
}
