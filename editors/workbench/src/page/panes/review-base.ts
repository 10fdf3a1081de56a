/** The text that a review's proposal is compared with, kept the same in all windows. One change is told at a time. */
import type { Events, Params } from "../../messages.js";

/** The part of the connection that is used. */
export interface ReviewBaseConnection {
  on(event: "review.base", listener: (data: Events["review.base"]) => void): () => void;
  request(method: "review.base", params: Params<"review.base">): Promise<unknown>;
}

interface Base {
  readonly text: string;
  readonly version: number;
}

/** One review’s base, in this window. */
export class ReviewBase {
  readonly #connection: ReviewBaseConnection;
  readonly #review: string;
  /** Another window has changed it. */
  readonly #onChangedElsewhere: (text: string) => void;
  readonly #unsubscribe: () => void;
  /** As the host has it. */
  #known: Base;
  /** As this window wants it. */
  #wanted: string | undefined;
  #telling: Promise<void> | undefined;

  constructor(
    connection: ReviewBaseConnection,
    review: string,
    base: Base,
    onChangedElsewhere: (text: string) => void,
  ) {
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
        // The host has told its base before it answered.
        if (this.#known.text !== text) throw new Error("Another window was first");
        if (this.#wanted === text) this.#wanted = undefined;
      } catch {
        // Also when the connection is lost: the host's word counts, and the text itself is not touched.
        this.#wanted = undefined;
        this.#onChangedElsewhere(this.#known.text);
      }
    }
    this.#telling = undefined;
  }
}
