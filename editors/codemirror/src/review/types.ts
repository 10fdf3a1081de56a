import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { HunkDecision, ReviewHunk, ReviewState } from "@tandem/base/review";

/** The two texts beside each other, or one text with what was removed between its lines. */
export type ReviewLayout = "side-by-side" | "unified";

/** What a review is made of. */
export interface ReviewOptions {
  /** The review fills it; give it a height. */
  readonly parent: HTMLElement;
  /** The two texts, and what was decided so far: `startReview(oldText, newText)` of `@tandem/base/review`. */
  readonly state: ReviewState;
  readonly layout: ReviewLayout;
  /** For both editors: language, theme, line numbers, … `setExtensions` replaces it. */
  readonly extensions?: Extension;
  /** For the editor of the result only: collaboration, key maps of the host, … */
  readonly resultExtensions?: Extension;
  /** The user has typed or decided, or taken that back. May come with every key. */
  readonly onStateChanged?: (state: ReviewState) => void;
  /** Hunks, or which one the cursor is in, have changed. */
  readonly onChanged?: () => void;
  /** The user pressed the key for the whole review. */
  readonly onDecided?: (accepted: boolean) => void;
}

/** A review on the screen, with the cursor at the first hunk. Whoever opened it destroys it. */
export interface Review {
  /** The editor of the text that will be answered. It is the same one in both layouts. */
  readonly editor: EditorView;
  readonly text: string;
  readonly baseText: string;
  readonly state: ReviewState;
  /** All changes with what was decided about each, top down. */
  readonly hunks: readonly ReviewHunk[];
  /**
   * Index of the hunk at the cursor, or else of the next one that is not decided (after the last one comes the first), -1
   * when none is left.
   */
  readonly currentHunk: number;
  readonly layout: ReviewLayout;
  /** Keeps text, undo history, cursor and decisions. */
  setLayout(layout: ReviewLayout): void;
  /** Replaces the `extensions` of both editors, for another theme or a language that was loaded later. */
  setExtensions(extensions: Extension): void;
  /** Says from outside, as from another window, what was typed and decided. Does not call `onStateChanged`. */
  setState(state: ReviewState): void;
  /** Puts the cursor at the next hunk that is not decided and scrolls it to the middle; after the last one comes the first. */
  nextChange(): void;
  previousChange(): void;
  /** Decides about this hunk, by default the current one, and moves on to the next; `undecided` takes that back and stays. */
  decideHunk(decision: HunkDecision, index?: number): void;
  acceptHunk(index?: number): void;
  rejectHunk(index?: number): void;
  focus(): void;
  destroy(): void;
}
