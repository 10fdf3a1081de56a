/** A review: the proposed text with what it changes, hunk by hunk, in one of two layouts. */
import { defaultKeymap, history, historyKeymap, indentSelection } from "@codemirror/commands";
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import type { HunkDecision, ReviewState } from "@tandem/base/review";
import { exactDoc, exactText } from "../exact-text.js";
import { showHiddenCharacters } from "../hidden-characters.js";
import { type Key, keys } from "../keys.js";
import { changedLines } from "./changed-lines.js";
import { foldUnchanged } from "./collapse.js";
import { areFromOutside, compareIn, comparisonOf, reviewFromOutside } from "./comparison.js";
import { deletedLines } from "./deleted-lines.js";
import { hunkButtons } from "./hunk-buttons.js";
import { currentHunkOf, decide, pickedIn, picking, scrollToHunk, scrollToTop, stepHunk } from "./navigation.js";
import { reviewKeys } from "./review-keys.js";
import { openSideBySide, type SideBySide } from "./side-by-side.js";
import { reviewTheme } from "./theme.js";
import type { Review, ReviewLayout, ReviewOptions } from "./types.js";

/** Indenting a proposal anew is rarely meant, and looks like much of a change; its key is free for the host. */
const editingKeys = defaultKeymap.filter(({ run }) => run !== indentSelection);

/**
 * Opens a review in an element, which it fills. The text of its editor is always what will be answered: rejecting a hunk
 * puts the base's lines back into it. What is decided stays on the screen and can be taken back.
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
  readonly editor: EditorView;
  readonly #options: ReviewOptions;
  readonly #shared = new Compartment();
  readonly #drawing = new Compartment();
  readonly #keys: Extension;
  #extensions: Extension;
  #layout: ReviewLayout;
  #sideBySide: SideBySide | undefined;

  constructor(options: ReviewOptions) {
    this.#options = options;
    this.#extensions = options.extensions ?? [];
    this.#layout = options.layout;
    this.#keys = Prec.high(keys(this.#bindings()));
    this.editor = new EditorView({
      parent: options.parent,
      state: EditorState.create({
        doc: exactDoc(options.state.result),
        extensions: [
          this.#keys,
          options.resultExtensions ?? [],
          this.#shared.of(this.#extensions),
          exactText(),
          // What is decided about must be seen, and a character without a width has no place to scroll to.
          showHiddenCharacters(),
          history(),
          Prec.low(keymap.of([...editingKeys, ...historyKeymap])),
          compareIn(options.state),
          picking,
          foldUnchanged,
          reviewTheme,
          // Before the drawing, whose columns scroll again to where the user went last: they must know of it by then.
          EditorView.updateListener.of((update) => this.#onUpdate(update)),
          this.#drawing.of([]),
        ],
      }),
    });
    this.#showLayout();
    stepHunk(this.editor, 0);
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
    return this.#layout;
  }

  setLayout(layout: ReviewLayout): void {
    if (layout === this.#layout) return;
    const hadFocus = this.editor.hasFocus;
    this.#layout = layout;
    this.#showLayout();
    if (hadFocus) this.editor.focus();
  }

  setExtensions(extensions: Extension): void {
    this.#extensions = extensions;
    this.editor.dispatch({ effects: this.#shared.reconfigure(extensions) });
    this.#sideBySide?.setExtensions(extensions);
  }

  setState(state: ReviewState): void {
    this.editor.dispatch(reviewFromOutside(this.editor.state, state));
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
    this.#sideBySide?.destroy();
    this.editor.destroy();
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
      binding(reviewKeys.acceptAllToo, () => this.#options.onDecided?.(true)),
      binding(reviewKeys.rejectAll, () => this.#options.onDecided?.(false)),
      binding(reviewKeys.nextChange, () => this.nextChange()),
      binding(reviewKeys.previousChange, () => this.previousChange()),
    ];
  }

  /** The editor stays, and its state with it: only where it stands and how it draws changes. */
  #showLayout(): void {
    this.#sideBySide?.destroy();
    this.#sideBySide = undefined;
    const isUnified = this.#layout === "unified";
    if (isUnified) this.#options.parent.append(this.editor.dom);
    else
      this.#sideBySide = openSideBySide({
        parent: this.#options.parent,
        result: this.editor,
        keys: this.#keys,
        extensions: this.#extensions,
      });
    this.editor.dispatch({
      effects: this.#drawing.reconfigure([
        EditorView.editorAttributes.of({ class: `tandem-review-${this.#layout}` }),
        this.#sideBySide?.resultExtension ?? deletedLines,
        hunkButtons(decide, isUnified),
        changedLines("result"),
      ]),
    });
    this.#sideBySide?.update();
    const hunk = this.hunks[this.currentHunk];
    if (!hunk) return;
    const scroll = scrollToHunk(this.editor.state.doc, hunk, "center");
    this.#sideBySide?.hold(scroll);
    if (scroll) this.editor.dispatch({ effects: scroll });
    else scrollToTop(this.editor);
  }

  #onUpdate(update: ViewUpdate): void {
    const before = comparisonOf(update.startState);
    const now = comparisonOf(update.state);
    const picked = pickedIn(update.transactions);
    if (picked) this.#sideBySide?.hold(picked.scroll);
    if (update.transactions.length > 0) this.#sideBySide?.update();
    if (before.review !== now.review && !areFromOutside(update.transactions))
      this.#options.onStateChanged?.(now.review);
    if (before.hunks !== now.hunks || currentHunkOf(update.startState) !== currentHunkOf(update.state))
      this.#options.onChanged?.();
  }
}
