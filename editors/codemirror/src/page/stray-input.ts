/** Keeps input that was meant for something else away from the front review. */

/** Within this time after a key press the user counts as typing, so a new review doesn't take the focus. */
const typingMs = 1000;

/** Clicks and keys within this time after a review was withdrawn were meant for that review, not the next one. */
const settleMs = 600;

export class StrayInput {
  readonly #element: HTMLElement;
  readonly #front: () => unknown;
  /** The review that got the last key or click. */
  #pressedIn: unknown;
  /** When a front review was last withdrawn. */
  #withdrawnAt = Number.NEGATIVE_INFINITY;
  /** When the front review starts to accept input. */
  #settledAt = Number.NEGATIVE_INFINITY;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #lastKey = Number.NEGATIVE_INFINITY;
  /** The time between the last two key presses. */
  #pause = Number.POSITIVE_INFINITY;
  readonly #noteKey = (event: KeyboardEvent) => {
    this.#pause = event.timeStamp - this.#lastKey;
    this.#lastKey = event.timeStamp;
  };

  /** `front` returns the front review of the list in `element`. */
  constructor(element: HTMLElement, front: () => unknown) {
    this.#element = element;
    this.#front = front;
    // Uses the capture phase, before a panel can treat the event as a decision.
    element.addEventListener("keydown", (event) => this.#block(event, event.repeat), true);
    for (const type of ["mousedown", "click", "auxclick"] as const)
      element.addEventListener(type, (event) => this.#block(event, event.detail > 1), true);
    document.addEventListener("keydown", this.#noteKey, true);
  }

  /** The user pressed a key a moment ago. */
  get isTyping(): boolean {
    return performance.now() - this.#lastKey < typingMs;
  }

  /** The user pressed a key a moment before the last one. */
  get wasTyping(): boolean {
    return this.#pause < typingMs;
  }

  /** The front review was withdrawn. */
  withdrawn(): void {
    this.#withdrawnAt = performance.now();
  }

  /** Another review comes to the front. After a withdrawal, the list is disabled for a moment, visibly. */
  frontChanged(): void {
    const now = performance.now();
    if (now - this.#withdrawnAt >= settleMs) return;
    this.#settledAt = now + settleMs;
    this.#element.dataset.settling = "";
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => delete this.#element.dataset.settling, settleMs);
  }

  hidden(): void {
    this.#pressedIn = undefined;
  }

  close(): void {
    document.removeEventListener("keydown", this.#noteKey, true);
    clearTimeout(this.#settling);
  }

  /**
   * Blocks input that was meant for an earlier review: the rest of a double click or a held key, and input just after a
   * review was withdrawn.
   */
  #block(event: Event, isRepeat: boolean): void {
    const isSettled = performance.now() >= this.#settledAt;
    const front = this.#front();
    if (!isRepeat && isSettled) this.#pressedIn = front;
    else if (!isSettled || this.#pressedIn !== front) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }
}
