/** Accepting and rejecting reviews, and moving between them. */
import type { ReadonlySignal } from "@preact/signals";
import type { ReviewTab } from "../../messages.js";
import type { ReviewPane } from "../panes/review-pane.js";
import type { ActionParts } from "./action-parts.js";
import { nextPending } from "./pending-reviews.js";
import { followUnsettled } from "./unsettled-reviews.js";

export class ReviewActions {
  readonly #parts: ActionParts;
  readonly #deciding = new Set<string>();
  /** Tabs of reviews that just replaced another one. A click can't have been meant for them yet. */
  readonly unsettled: ReadonlySignal<ReadonlySet<string>>;

  constructor(parts: ActionParts) {
    this.#parts = parts;
    this.unsettled = followUnsettled(parts.store);
  }

  /** In tab order. */
  get pending(): readonly ReviewTab[] {
    return this.#parts.layout.tabs.filter((tab) => tab.kind === "review");
  }

  get active(): ReviewPane | undefined {
    const pane = this.#parts.panes.get(this.#parts.layout.active?.id ?? null);
    return pane?.kind === "review" ? pane : undefined;
  }

  showNext(): void {
    const { layout, toasts } = this.#parts;
    const next = nextPending(this.pending, layout.active?.id);
    if (next) layout.bring(next.id, true);
    else toasts.showInfo("No pending reviews.", "no-review");
  }

  /** Answers the client with exactly what is on the screen. */
  async decide(pane: ReviewPane, accepted: boolean): Promise<void> {
    const { connection, toasts } = this.#parts;
    const { id } = pane.facts;
    if (this.#deciding.has(id)) return;
    if (accepted && this.unsettled.peek().has(pane.tab)) {
      toasts.showInfo("This review just opened. Check it before you accept.", "unsettled-review");
      return;
    }
    this.#deciding.add(id);
    await toasts.attempt(async () => {
      if (accepted) await pane.whenSynced();
      await connection.request("review.decide", { review: id, accepted });
    });
    this.#deciding.delete(id);
  }
}
