/**
 * Decides when to refresh the list. VS Code loses children of a tree that changes while it requests them, or that becomes
 * visible on a busy machine, so the list is refreshed again after the last request.
 */
export interface TreeUpdatesOptions {
  /** Refreshes the list. */
  readonly draw: () => void;
  /** Like `setTimeout`; the result cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Typing changes the list with every keystroke, so wait for a pause. */
const drawDelayMs = 50;
const repeatDelayMs = 600;

export class TreeUpdates {
  readonly #options: TreeUpdatesOptions;
  #next: "draw" | "repeat" | undefined;
  #cancel = () => {};

  constructor(options: TreeUpdatesOptions) {
    this.#options = options;
  }

  /** The list has changed. */
  changed(): void {
    this.#plan("draw");
  }

  /** The list has become visible, so VS Code requests all of it. */
  shown(): void {
    if (this.#next !== "draw") this.#plan("repeat");
  }

  /** VS Code has requested children. */
  requested(): void {
    if (this.#next === "repeat") this.#plan("repeat");
  }

  dispose(): void {
    this.#cancel();
  }

  #plan(next: "draw" | "repeat"): void {
    this.#cancel();
    this.#next = next;
    this.#cancel = this.#options.after(next === "draw" ? drawDelayMs : repeatDelayMs, () => {
      this.#next = undefined;
      this.#options.draw();
      if (next === "draw") this.#plan("repeat");
    });
  }
}
