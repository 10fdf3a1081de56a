/** A text that several windows edit at once. It is the authority that orders their changes. */
import { ChangeSet, Text } from "@codemirror/state";
import { changesBetween, type ReviewUpdate } from "@tandem-ide/codemirror/text";

export function toText(text: string): Text {
  return Text.of(text.split("\n"));
}

/** A change by a window or the host; in a review also the decisions made with it. */
export interface SharedUpdate extends ReviewUpdate {
  readonly clientID: string;
  readonly changes: ChangeSet;
}

/** A {@link SharedUpdate} as it is sent. */
export interface PushedUpdate extends Omit<ReviewUpdate, "changes"> {
  readonly changes: unknown;
}

export class SharedText {
  #text: Text;
  #version = 0;
  readonly #onUpdates: (version: number, updates: readonly SharedUpdate[]) => void;

  constructor(text: Text, onUpdates: (version: number, updates: readonly SharedUpdate[]) => void) {
    this.#text = text;
    this.#onUpdates = onUpdates;
  }

  get text(): Text {
    return this.#text;
  }

  get version(): number {
    return this.#version;
  }

  /**
   * Applies changes that were made to this version. Changes to an older one are ignored: their window rebases them on
   * the newer updates and sends them again. Rebased here they could end up in another order than in the window, such as
   * two insertions where something was deleted. Throws if the changes don't fit the text.
   */
  push(version: number, clientID: string, pushed: readonly PushedUpdate[]): void {
    const updates = pushed.map((each) => ({ ...each, clientID, changes: ChangeSet.fromJSON(each.changes) }));
    if (version === this.#version) this.#append(updates);
  }

  /** Replaces the text, as a single update by the host that changes only the lines that differ. */
  replace(text: string): void {
    const changes = changesBetween(this.#text, toText(text));
    if (changes.length > 0) this.#append([{ clientID: "host", changes: ChangeSet.of(changes, this.#text.length) }]);
  }

  #append(updates: readonly SharedUpdate[]): void {
    if (updates.length === 0) return;
    let text = this.#text;
    // All or nothing: a change that doesn't fit throws before any is applied.
    for (const update of updates) text = update.changes.apply(text);
    const version = this.#version;
    this.#text = text;
    this.#version += updates.length;
    this.#onUpdates(version, updates);
  }
}
