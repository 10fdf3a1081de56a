import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { HunkDecision, ReviewHunk, ReviewState } from "@tandem-ide/base/review";

/** Two texts side by side, or one text with removed lines between its lines. */
export type ReviewLayout = "side-by-side" | "unified";

export interface ReviewOptions {
  /** The review fills this element, so give it a height. */
  readonly parent: HTMLElement;
  /** The two texts and the decisions: `startReview(oldText, newText)` of `@tandem-ide/base/review`. */
  readonly state: ReviewState;
  readonly layout: ReviewLayout;
  /** For both editors: language, theme, line numbers, … `setExtensions` replaces it. */
  readonly extensions?: Extension;
  /** For the result's editor only: collaboration, the host's keymaps, … */
  readonly resultExtensions?: Extension;
  /** Called when the user edits, decides or undoes, possibly on every keystroke. */
  readonly onStateChanged?: (state: ReviewState) => void;
  /** Called when the hunks or the current hunk change. */
  readonly onChanged?: () => void;
  /** Called when the user presses a key that accepts or rejects the whole review. */
  readonly onDecided?: (accepted: boolean) => void;
}

/** An open review, with the cursor at the first hunk. Call `destroy` to close it. */
export interface Review {
  /** The result's editor, the same one in both layouts. */
  readonly editor: EditorView;
  readonly text: string;
  readonly baseText: string;
  readonly state: ReviewState;
  /** All hunks with their decisions, from top to bottom. */
  readonly hunks: readonly ReviewHunk[];
  /** The index of the hunk at the cursor, or of the next undecided one (wrapping around), or -1. */
  readonly currentHunk: number;
  readonly layout: ReviewLayout;
  /** Keeps text, undo history, cursor and decisions. */
  setLayout(layout: ReviewLayout): void;
  /** Replaces the `extensions` of both editors, for example for another theme. */
  setExtensions(extensions: Extension): void;
  /** Sets the state, for example from another window. Does not call `onStateChanged`. */
  setState(state: ReviewState): void;
  /** Moves to the next undecided hunk (wrapping around) and scrolls it to the middle. */
  nextChange(): void;
  previousChange(): void;
  /**
   * Accepts or rejects a hunk (default: the current one) and moves to the next. `undecided` undoes a decision and
   * doesn't move.
   */
  decideHunk(decision: HunkDecision, index?: number): void;
  acceptHunk(index?: number): void;
  rejectHunk(index?: number): void;
  focus(): void;
  destroy(): void;
}
