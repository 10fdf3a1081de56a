/** A review: the proposed text and its hunks, in one of two layouts. */
import { history, historyKeymap } from "@codemirror/commands";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import type { HunkDecision, ReviewComment, ReviewState } from "@tandem-ide/base/review";
import { exactDoc } from "../exact-text.js";
import type { Key } from "../keys.js";
import { showLine } from "./collapse.js";
import { comments, commentsOf, haveCommentsChanged, openComment, withComments } from "./comments.js";
import { areExternal, comparing, comparisonOf, externalReview } from "./comparison.js";
import { ComparisonView } from "./comparison-view.js";
import type { HunkAction, HunkActions } from "./hunk-buttons.js";
import { currentHunkOf, decide, stepHunk } from "./navigation.js";
import { reviewKeys } from "./review-keys.js";
import type { Review, ReviewLayout, ReviewOptions } from "./types.js";

const deciding = (decision: HunkDecision) => (view: EditorView, index: number) => decide(view, decision, index);
const takeBack = { action: "take-back", run: deciding("undecided") };
const actions: Readonly<Record<HunkDecision, readonly HunkAction[]>> = {
  undecided: [
    {
      action: "accept",
      symbol: "✓",
      label: "Accept this change",
      key: reviewKeys.acceptHunk,
      run: deciding("accepted"),
    },
    {
      action: "reject",
      symbol: "✕",
      label: "Reject this change",
      key: reviewKeys.rejectHunk,
      run: deciding("rejected"),
    },
  ],
  accepted: [{ ...takeBack, symbol: "✓", label: "Accepted. Undo" }],
  rejected: [{ ...takeBack, symbol: "✕", label: "Rejected. Undo" }],
};
const reviewActions: HunkActions = ({ decision }) => actions[decision];

/**
 * Opens a review, which fills an element. Its editor always has the text that accepting returns: rejecting a hunk puts
 * the base's lines back. Decided hunks stay visible, and decisions can be undone.
 *
 * @example
 * const state = startReview(oldText, newText);
 * const review = openReview({ parent, state, layout: "unified", onDecided: (isAccepted) => answer(isAccepted) });
 * review.nextChange();
 * review.acceptHunk();
 * review.destroy();
 */
export function openReview(options: ReviewOptions): Review {
  return new OpenReview(options);
}

class OpenReview implements Review {
  readonly #options: ReviewOptions;
  readonly #view: ComparisonView;
  #reportedComments: readonly ReviewComment[] = [];

  constructor(options: ReviewOptions) {
    this.#options = options;
    this.#view = new ComparisonView({
      parent: options.parent,
      result: exactDoc(options.state.result),
      layout: options.layout,
      extensions: options.extensions ?? [],
      resultExtensions: [
        options.resultExtensions ?? [],
        history(),
        Prec.low(keymap.of(historyKeymap)),
        comparing(options.state),
        comments,
      ],
      keys: this.#bindings(),
      actions: reviewActions,
      onUpdate: (update, isMoved) => this.#onUpdate(update, isMoved),
    });
    this.setComments(options.comments ?? []);
    stepHunk(this.editor, 0);
  }

  get editor(): EditorView {
    return this.#view.editor;
  }
  get text(): string {
    return this.editor.state.doc.toString();
  }
  get baseText(): string {
    return this.state.base;
  }
  get state(): ReviewState {
    return comparisonOf(this.editor.state).review;
  }
  get hunks() {
    return comparisonOf(this.editor.state).hunks;
  }
  get currentHunk(): number {
    return currentHunkOf(this.editor.state);
  }
  get layout(): ReviewLayout {
    return this.#view.layout;
  }

  get hasLayouts(): boolean {
    return this.#view.hasLayouts;
  }

  setLayout(layout: ReviewLayout): void {
    this.#view.setLayout(layout);
  }

  setExtensions(extensions: Extension): void {
    this.#view.setExtensions(extensions);
  }

  setState(state: ReviewState): void {
    this.editor.dispatch(externalReview(this.editor.state, state));
  }

  get comments(): readonly ReviewComment[] {
    return commentsOf(this.editor.state);
  }
  setComments(all: readonly ReviewComment[]): void {
    const transaction = this.editor.state.update(withComments(all));
    this.#reportedComments = commentsOf(transaction.state);
    this.editor.dispatch(transaction);
    for (const { line } of this.comments) showLine(this.editor, line);
  }
  comment(): void {
    if (this.#options.onCommented) openComment(this.editor, this.editor.state.selection.main.head);
  }

  nextChange(): void {
    stepHunk(this.editor, 1);
  }
  previousChange(): void {
    stepHunk(this.editor, -1);
  }
  decideHunk(decision: HunkDecision, index = this.currentHunk): void {
    decide(this.editor, decision, index);
  }
  acceptHunk(index?: number): void {
    this.decideHunk("accepted", index);
  }
  rejectHunk(index?: number): void {
    this.decideHunk("rejected", index);
  }

  focus(): void {
    this.editor.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #bindings(): Key[] {
    const binding = (key: string, run: () => void): Key => ({
      key,
      run: () => {
        run();
        return true;
      },
    });
    return [
      binding(reviewKeys.acceptHunk, () => this.acceptHunk()),
      binding(reviewKeys.rejectHunk, () => this.rejectHunk()),
      binding(reviewKeys.acceptAll, () => this.#options.onDecided?.(true)),
      binding(reviewKeys.acceptAllAlternative, () => this.#options.onDecided?.(true)),
      binding(reviewKeys.rejectAll, () => this.#options.onDecided?.(false)),
      binding(reviewKeys.rejectWithReason, () => this.#options.onReasonWanted?.()),
      binding(reviewKeys.comment, () => this.comment()),
      binding(reviewKeys.nextChange, () => this.nextChange()),
      binding(reviewKeys.previousChange, () => this.previousChange()),
    ];
  }

  #onUpdate(update: ViewUpdate, isMoved: boolean): void {
    const before = comparisonOf(update.startState);
    const now = comparisonOf(update.state);
    if (before.review !== now.review && !areExternal(update.transactions)) this.#options.onStateChanged?.(now.review);
    if (isMoved) this.#options.onChanged?.();
    if (haveCommentsChanged(update.startState, update.state)) this.#reportComments();
  }

  #reportComments(): void {
    const now = this.comments;
    const isSame =
      now.length === this.#reportedComments.length &&
      now.every(({ line, text }, index) => {
        const before = this.#reportedComments[index];
        return before?.line === line && before.text === text;
      });
    if (isSame) return;
    this.#reportedComments = now;
    this.#options.onCommented?.(now);
  }
}
