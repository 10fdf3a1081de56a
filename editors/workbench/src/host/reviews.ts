/** The hub's reviews as windows share them. The texts live here, so a page reload loses nothing. */
import { dirname } from "node:path";
import { countHunks, type DiffDecision, packReview } from "@tandem-ide/base/review";
import { toEditorText } from "@tandem-ide/base/text";
import { followUpdate } from "@tandem-ide/codemirror/text";
import type { Review, ReviewOutcome } from "@tandem-ide/server";
import type { ReviewFacts, ReviewTexts } from "../messages.js";
import { textOnDisk } from "./documents/file-document.js";
import { SharedText, type SharedUpdate, toText } from "./documents/shared-text.js";
import type { SharedWatches } from "./files/shared-watches.js";

export interface ReviewEvents {
  opened(review: SharedReview): void;
  closed(review: SharedReview, outcome: ReviewOutcome): void;
  updated(review: SharedReview, version: number, updates: readonly SharedUpdate[]): void;
}

export class SharedReview {
  readonly review: Review;
  /** The text that accepting returns. */
  readonly result: SharedText;
  readonly #facts: Omit<ReviewFacts, "isOutdated" | "hidden">;
  /** The file has changed since the proposal, so the client will refuse to overwrite it. */
  isOutdated = false;

  constructor(review: Review, updated: ReviewEvents["updated"]) {
    const { id, client, tabName, newText, isNewFile, hasUnsavedChanges, path, oldPath } = review;
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
      // A text that ends with a line break splits into one line too many.
      added: isNewFile ? newText.split("\n").length - Number(newText.endsWith("\n") || newText === "") : added,
      removed: isNewFile ? 0 : removed,
      hunks: review.hunks.length,
      isNewFile,
      ...(oldPath !== path && { oldPath }),
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
    const { oldText, newText, state, comments } = this.review;
    return { base: oldText, proposed: newText, comments, version: this.result.version, ...packReview(state) };
  }

  /** Accepts or rejects the review. Throws if it can't be accepted now. */
  decide(accepted: boolean, reason?: string): void {
    const whyNot = accepted ? this.review.whyNotAcceptable() : undefined;
    if (whyNot !== undefined) throw new Error(whyNot);
    if (accepted) this.review.accept();
    else this.review.reject(reason);
  }
}

export class Reviews {
  readonly #shown = new Map<string, SharedReview>();
  readonly #events: ReviewEvents;

  constructor(events: ReviewEvents) {
    this.#events = events;
  }

  get all(): readonly SharedReview[] {
    return [...this.#shown.values()].filter(({ review }) => review.outcome === undefined);
  }

  get(id: string): SharedReview | undefined {
    const shared = this.#shown.get(id);
    return shared?.review.outcome === undefined ? shared : undefined;
  }

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

/** Keeps `isOutdated` up to date and calls `changed` when it flips, until the returned function is called. */
export function watchOutdated(shared: SharedReview, watches: SharedWatches, changed: () => void): () => void {
  const { oldPath, oldText, isNewFile } = shared.review;
  return watches.add(dirname(oldPath), async () => {
    const text = await textOnDisk(oldPath);
    const isSame = text === undefined ? isNewFile : !isNewFile && toEditorText(text) === oldText;
    if (shared.isOutdated === !isSame) return;
    shared.isOutdated = !isSame;
    changed();
  });
}
