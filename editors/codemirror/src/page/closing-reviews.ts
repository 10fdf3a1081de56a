/** Reviews whose tab was closed. They are rejected a moment later, and until then the user can undo that. */
import type { Clock } from "@tandem-ide/base";
import type { Notices } from "./notices.js";

export const closingSeconds = 5;
const key = "closing";

interface Closable {
  readonly proposal: { readonly path: string };
  reject(): void;
}

export class ClosingReviews<Entry extends Closable> {
  readonly #clock: Clock;
  readonly #notices: Notices;
  readonly #restored: (entry: Entry) => void;
  /** With the function that stops the wait. */
  readonly #waits = new Map<Entry, () => void>();

  constructor(options: { clock: Clock; notices: Notices; restored: (entry: Entry) => void }) {
    this.#clock = options.clock;
    this.#notices = options.notices;
    this.#restored = options.restored;
  }

  get all(): readonly Entry[] {
    return [...this.#waits.keys()];
  }

  add(entry: Entry): void {
    this.#waits.set(
      entry,
      this.#clock.after(closingSeconds * 1000, () => entry.reject()),
    );
    this.#show();
  }

  /** The review has ended, or its window closes. */
  delete(entry: Entry): void {
    this.#waits.get(entry)?.();
    if (this.#waits.delete(entry)) this.#show();
  }

  #show(): void {
    const { all } = this;
    const [first] = all;
    if (!first) {
      this.#notices.hide(key);
      return;
    }
    const what = all.length === 1 ? `the review of ${nameOf(first.proposal.path)}` : `${all.length} reviews`;
    const text = `Closed ${what}. Rejecting in ${closingSeconds} seconds.`;
    this.#notices.show(key, { text, action: { label: "Undo", run: () => this.#undo() } });
  }

  #undo(): void {
    const { all } = this;
    for (const entry of all) this.delete(entry);
    for (const entry of all) this.#restored(entry);
  }
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) || path;
}
