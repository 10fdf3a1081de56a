/** What a user does with proposals. */
import type { ReadonlySignal } from "@preact/signals";
import type { ReviewTab } from "../../messages.js";
import type { Connection } from "../core/connection.js";
import type { Store } from "../core/store.js";
import type { Toasts } from "../core/toasts.js";
import type { Layout } from "../layout/layout.js";
import type { Panes } from "../panes/panes.js";
import type { ReviewPane } from "../panes/review-pane.js";
import { followUnsettled } from "./review-settling.js";
import { nextWaiting } from "./waiting-reviews.js";

/** What these need. */
export interface ReviewActionsParts {
  readonly connection: Connection;
  readonly toasts: Toasts;
  readonly layout: Layout;
  readonly panes: Panes;
  readonly store: Store;
}

/** Deciding, and finding what is to be decided. */
export class ReviewActions {
  readonly #parts: ReviewActionsParts;
  readonly #deciding = new Set<string>();
  /** The tabs of those that came in the place of another just now: no click can have been meant for them yet. */
  readonly unsettled: ReadonlySignal<ReadonlySet<string>>;

  constructor(parts: ReviewActionsParts) {
    this.#parts = parts;
    this.unsettled = followUnsettled(parts.store);
  }

  /** Those that wait for the user, in the order of the tabs. */
  get waiting(): readonly ReviewTab[] {
    return this.#parts.layout.tabs.filter((tab) => tab.kind === "review");
  }

  /** The review that the user is at. */
  get active(): ReviewPane | undefined {
    const { layout, panes } = this.#parts;
    const pane = panes.get(layout.active?.id ?? null);
    return pane?.kind === "review" ? pane : undefined;
  }

  /** Goes to the next review that waits, or says that there is none. */
  showNext(): void {
    const next = nextWaiting(this.waiting, this.#parts.layout.active?.id);
    if (next) this.#parts.layout.bring(next.id, true);
    else this.#parts.toasts.show({ kind: "info", text: "No review waits.", topic: "no-review" });
  }

  /** Answers the client, with exactly what is on the screen. */
  async decide(pane: ReviewPane, accepted: boolean): Promise<void> {
    const { id } = pane.facts;
    if (this.#deciding.has(id)) return;
    if (accepted && this.unsettled.peek().has(pane.tab)) {
      const text = "This review has only just come. Look at it, then accept.";
      this.#parts.toasts.show({ kind: "info", text, topic: "unsettled-review" });
      return;
    }
    this.#deciding.add(id);
    try {
      if (accepted) await pane.whenSynced();
      await this.#parts.connection.request("review.decide", { review: id, accepted });
    } catch (error) {
      this.#parts.toasts.showError(error);
    } finally {
      this.#deciding.delete(id);
    }
  }
}
