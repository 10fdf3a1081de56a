/** The text that a review's proposal is compared with, kept the same in all windows. One change is told at a time. */
import type { Connection } from "../core/connection.js";

interface Base {
  readonly text: string;
  readonly version: number;
}

/** One review’s base, in this window. */
export class ReviewBase {
  readonly #connection: Connection;
  readonly #review: string;
  /** Another window has changed it. */
  readonly #onChangedElsewhere: (text: string) => void;
  readonly #unsubscribe: () => void;
  /** As the host has it. */
  #known: Base;
  /** As this window wants it. */
  #wanted: string | undefined;
  #telling: Promise<void> | undefined;

  constructor(connection: Connection, review: string, base: Base, onChangedElsewhere: (text: string) => void) {
    this.#connection = connection;
    this.#review = review;
    this.#known = base;
    this.#onChangedElsewhere = onChangedElsewhere;
    this.#unsubscribe = connection.on("review.base", ({ review: id, text, version }) => {
      if (id === review) this.take({ text, version });
    });
  }

  /** What the host has now. */
  take(base: Base): void {
    if (base.version < this.#known.version) return;
    const isNews = base.text !== this.#known.text;
    this.#known = base;
    if (isNews && this.#wanted === undefined) this.#onChangedElsewhere(base.text);
  }

  /** What this window has made of it. */
  set(text: string): void {
    this.#wanted = text;
    this.#telling ??= this.#tell();
  }

  /** Resolves once the host has what this window wants. */
  async whenTold(): Promise<void> {
    await this.#telling;
  }

  close(): void {
    this.#unsubscribe();
  }

  async #tell(): Promise<void> {
    while (this.#wanted !== undefined) {
      const text = this.#wanted;
      const { version } = this.#known;
      try {
        await this.#connection.request("review.base", { review: this.#review, version, text });
        if (this.#known.version === version) this.#known = { text, version: version + 1 };
      } catch {
        // Another window was first, or the connection is lost: the host's word counts, and the text itself is not touched.
        this.#wanted = undefined;
        this.#onChangedElsewhere(this.#known.text);
        break;
      }
      if (this.#wanted === text) this.#wanted = undefined;
    }
    this.#telling = undefined;
  }
}
