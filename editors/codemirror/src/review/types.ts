import type { Extension, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Hunk } from "@tandem/base/text";

/** The two texts beside each other, or one text with what was removed between its lines. */
export type ReviewLayout = "side-by-side" | "unified";

/** What a review is made of. */
export interface ReviewOptions {
  /** The review fills it; give it a height. */
  readonly parent: HTMLElement;
  /** What the proposal is compared with. Line breaks are `\n`. */
  readonly baseText: string;
  /** The text that accepting answers with. Line breaks are `\n`. */
  readonly resultText: string;
  /** What `splitHunks` says of these two texts, where that is known already: in large texts it takes a while. */
  readonly hunks?: readonly Hunk[];
  readonly layout: ReviewLayout;
  /** For both editors: language, theme, line numbers, … `setExtensions` replaces it. */
  readonly extensions?: Extension;
  /** For the editor of the result only: collaboration, key maps of the host, … */
  readonly resultExtensions?: Extension;
  /** A hunk was accepted, or that was undone: this is what the rest is compared with now. */
  readonly onBaseChanged?: (text: Text) => void;
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
  /** Undecided hunks, top down. */
  readonly hunks: readonly Hunk[];
  /** Index of the hunk at the cursor, or else of the next one (after the last one comes the first), -1 when none is left. */
  readonly currentHunk: number;
  readonly layout: ReviewLayout;
  /** Keeps text, base, undo history, cursor and decisions. */
  setLayout(layout: ReviewLayout): void;
  /** Replaces the `extensions` of both editors, for another theme or a language that was loaded later. */
  setExtensions(extensions: Extension): void;
  /** Says from outside, as from another window, what to compare with. Does not call `onBaseChanged`. */
  setBase(text: string): void;
  /** Puts the cursor at the next hunk and scrolls it to the middle; after the last one comes the first. */
  nextChange(): void;
  previousChange(): void;
  /** Accepts this hunk, by default the current one, and moves on to the next. */
  acceptHunk(index?: number): void;
  /** Puts the base's lines back, in this hunk or else in the current one, and moves on to the next. */
  rejectHunk(index?: number): void;
  focus(): void;
  destroy(): void;
}
