/**
 * When a list is drawn. VS Code loses children of a list that changes while it asks for them, and of one that comes into
 * view on a busy machine, though it was answered: so the list is drawn once more when VS Code asks for nothing any longer.
 */
export interface TreeUpdatesOptions {
  /** Tells VS Code that the list is another. */
  readonly draw: () => void;
  /** Calls later; what it returns calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Typing changes the list with every key; it is drawn when that rests. */
const settleMs = 50;
const quietMs = 600;

export class TreeUpdates {
  readonly #options: TreeUpdatesOptions;
  /** What is to be done next. */
  #next: "draw" | "repeat" | undefined;
  #callOff = () => {};

  constructor(options: TreeUpdatesOptions) {
    this.#options = options;
  }

  /** What is listed is another. */
  changed(): void {
    this.#plan("draw");
  }

  /** The list comes into view, so VS Code asks for all of it. */
  shown(): void {
    if (this.#next !== "draw") this.#plan("repeat");
  }

  /** VS Code asks for children. */
  asked(): void {
    if (this.#next === "repeat") this.#plan("repeat");
  }

  dispose(): void {
    this.#callOff();
  }

  #plan(next: "draw" | "repeat"): void {
    this.#callOff();
    this.#next = next;
    this.#callOff = this.#options.after(next === "draw" ? settleMs : quietMs, () => {
      this.#next = undefined;
      this.#options.draw();
      if (next === "draw") this.#plan("repeat");
    });
  }
}
