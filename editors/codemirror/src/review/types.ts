import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { HunkDecision, ReviewComment, ReviewHunk, ReviewState } from "@tandem-ide/base/review";

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
  /** Called when the user presses the key to reject with a reason. Ask for it. */
  readonly onReasonWanted?: () => void;
  /** Comments from an earlier view of this review. */
  readonly comments?: readonly ReviewComment[];
  /**
   * Called with all comments when they or their lines change, possibly on every keystroke. Without it the user can't
   * comment.
   */
  readonly onCommented?: (comments: readonly ReviewComment[]) => void;
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
  /** False for a new or emptied file, which is always unified. */
  readonly hasLayouts: boolean;
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
  /** The user's comments on lines of the result, from top to bottom. */
  readonly comments: readonly ReviewComment[];
  /** Sets the comments, for example from another window. Does not call `onCommented`. */
  setComments(comments: readonly ReviewComment[]): void;
  /** Opens a field for a comment on the line at the cursor, which is the first line of the current hunk after a step. */
  comment(): void;
  focus(): void;
  destroy(): void;
}
