/** A text that several windows edit at once: the authority that puts their changes into one order. */
import { ChangeSet, Text } from "@codemirror/state";
import { changeBetween, type ReviewUpdate } from "@tandem/codemirror/text";

export function toText(text: string): Text {
  return Text.of(text.split("\n"));
}

/** A change, by whomever; in a review with what else it does. */
export interface SharedUpdate extends ReviewUpdate {
  readonly clientID: string;
  readonly changes: ChangeSet;
}

/** The same as it travels. */
export interface PushedUpdate extends Omit<ReviewUpdate, "changes"> {
  readonly changes: unknown;
}

export class SharedText {
  #text: Text;
  #version = 0;
  readonly #tell: (version: number, updates: readonly SharedUpdate[]) => void;

  /** `tell` hears of every change, whoever made it. */
  constructor(text: Text, tell: (version: number, updates: readonly SharedUpdate[]) => void) {
    this.#text = text;
    this.#tell = tell;
  }

  get text(): Text {
    return this.#text;
  }

  get version(): number {
    return this.#version;
  }

  /**
   * Takes changes that were made to this version. Those of an older one are left to their window, which moves them over
   * what it is told of and sends them again: moved here they could end up in another order than there (two insertions
   * at a place where something was deleted). Throws for changes that fit no text.
   */
  push(version: number, clientID: string, pushed: readonly PushedUpdate[]): void {
    const updates = pushed.map((each) => ({ ...each, clientID, changes: ChangeSet.fromJSON(each.changes) }));
    if (version === this.#version) this.#append(updates);
  }

  /** Makes this the text, as one change by nobody in particular. */
  replace(text: string): void {
    const change = changeBetween(this.#text, toText(text));
    if (change) this.#append([{ clientID: "host", changes: ChangeSet.of(change, this.#text.length) }]);
  }

  #append(updates: readonly SharedUpdate[]): void {
    if (updates.length === 0) return;
    let text = this.#text;
    // All or nothing: a change that does not fit throws here, before anything is taken.
    for (const update of updates) text = update.changes.apply(text);
    const version = this.#version;
    this.#text = text;
    this.#version += updates.length;
    this.#tell(version, updates);
  }
}
