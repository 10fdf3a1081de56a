/** Reviews whose pane was closed. They are rejected a moment later, and until then the user can undo that. */
import type { Clock } from "@tandem-ide/base";
import type { ReviewPane } from "./review-pane.js";

const seconds = 5;

export interface ClosingPanesOptions {
  readonly clock: Clock;
  /** Shows a message with a button until the returned function is called. */
  readonly notify: (message: string, label: string, run: () => void) => () => void;
  readonly reopen: (pane: ReviewPane) => void;
}

export class ClosingPanes {
  readonly #options: ClosingPanesOptions;
  /** With the function that ends the wait. */
  readonly #waits = new Map<ReviewPane, () => void>();

  constructor(options: ClosingPanesOptions) {
    this.#options = options;
  }

  has(pane: ReviewPane): boolean {
    return this.#waits.has(pane);
  }

  add(pane: ReviewPane): void {
    const { clock, notify, reopen } = this.#options;
    const stop = clock.after(seconds * 1000, () => {
      this.delete(pane);
      pane.review.reject();
    });
    const hide = notify(`Closed the review of ${pane.name}. It will be rejected in ${seconds} seconds.`, "Undo", () => {
      this.delete(pane);
      reopen(pane);
    });
    this.#waits.set(pane, () => {
      stop();
      hide();
    });
  }

  /** Ends the wait without a decision. */
  delete(pane: ReviewPane): void {
    this.#waits.get(pane)?.();
    this.#waits.delete(pane);
  }
}
