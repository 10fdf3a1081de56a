/** One notice for all reviews that opened behind the text that the user is typing. */
import type { ReviewPane } from "./review-pane.js";

export class WaitingNotice {
  /** Shows a message with a button, and returns a function that hides it. */
  readonly #notify: (message: string, label: string, run: () => void) => () => void;
  /** With the function that brings each to the front, oldest first. */
  readonly #waiting = new Map<ReviewPane, () => void>();
  #hide = () => {};

  constructor(notify: (message: string, label: string, run: () => void) => () => void) {
    this.#notify = notify;
  }

  add(pane: ReviewPane, show: () => void): void {
    this.#waiting.set(pane, show);
    this.#update();
  }

  /** The review was shown or has ended. */
  delete(pane: ReviewPane): void {
    if (this.#waiting.delete(pane)) this.#update();
  }

  #update(): void {
    this.#hide();
    const [first] = this.#waiting;
    const count = this.#waiting.size;
    if (!first) {
      this.#hide = () => {};
      return;
    }
    const [pane, show] = first;
    const message = count === 1 ? `Claude proposes a change to ${pane.name}.` : `${count} reviews are waiting.`;
    this.#hide = this.#notify(message, "Review", () => {
      this.delete(pane);
      show();
    });
  }
}
