/** The editor of a comparison, in one of two layouts. Reviews and changes on disk are both shown this way. */
import { defaultKeymap, indentSelection } from "@codemirror/commands";
import { Compartment, EditorState, type Extension, Prec, type Text } from "@codemirror/state";
import { EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import { exactText } from "../exact-text.js";
import { showHiddenCharacters } from "../hidden-characters.js";
import { type Key, keys } from "../keys.js";
import { changedLines } from "./changed-lines.js";
import { coarseNotes } from "./coarse-notes.js";
import { foldUnchanged, showMore } from "./collapse.js";
import { comparisonOf } from "./comparison.js";
import { deletedLines, maxDeletedLines } from "./deleted-lines.js";
import { hangingIndent } from "./hanging-indent.js";
import { type HunkActions, hunkButtons } from "./hunk-buttons.js";
import { currentHunkOf, pickedIn, picking, scrollToHunk, scrollToTop } from "./navigation.js";
import { oldNumbers } from "./old-numbers.js";
import { reviewKeys } from "./review-keys.js";
import { openSideBySide, type SideBySide } from "./side-by-side.js";
import { reviewTheme } from "./theme.js";
import type { ReviewLayout } from "./types.js";

/** Without the key for re-indenting, which is rarely intended in a review and changes many lines. */
const editingKeys = defaultKeymap.filter(({ run }) => run !== indentSelection);

export interface ComparisonViewOptions {
  readonly parent: HTMLElement;
  readonly result: Text;
  readonly layout: ReviewLayout;
  /** For both editors. */
  readonly extensions: Extension;
  /** For the result's editor, with the comparison. */
  readonly resultExtensions: Extension;
  readonly keys: readonly Key[];
  /** The buttons of a hunk. */
  readonly actions: HunkActions;
  /** Called after each update of the result's editor. `isMoved` is true if the hunks or the current hunk changed. */
  onUpdate(update: ViewUpdate, isMoved: boolean): void;
}

export class ComparisonView {
  /** The result's editor, the same one in both layouts. */
  readonly editor: EditorView;
  readonly #options: ComparisonViewOptions;
  readonly #shared = new Compartment();
  readonly #drawing = new Compartment();
  readonly #keys: Extension;
  #extensions: Extension;
  /** A new or emptied file has the whole width. */
  readonly #isOneText: boolean;
  #layout: ReviewLayout;
  #sideBySide: SideBySide | undefined;

  constructor(options: ComparisonViewOptions) {
    this.#options = options;
    this.#extensions = options.extensions;
    const unfolding = { key: reviewKeys.showMore, run: () => showMore(this.editor) || true };
    this.#keys = Prec.high(keys([...options.keys, unfolding]));
    this.editor = new EditorView({
      parent: options.parent,
      state: EditorState.create({
        doc: options.result,
        extensions: [
          this.#keys,
          options.resultExtensions,
          this.#shared.of(this.#extensions),
          exactText(),
          // The user must see everything they decide on, and a character without a width can't be scrolled to.
          showHiddenCharacters(),
          Prec.low(keymap.of(editingKeys)),
          picking,
          foldUnchanged,
          coarseNotes,
          hangingIndent,
          reviewTheme,
          // Before the drawing, whose columns need the last scroll position.
          EditorView.updateListener.of((update) => this.#onUpdate(update)),
          this.#drawing.of([]),
        ],
      }),
    });
    const { base, review } = comparisonOf(this.editor.state);
    this.#isOneText = base.length === 0 || (review.proposed === "" && base.lines <= maxDeletedLines);
    this.#layout = this.#isOneText ? "unified" : options.layout;
    this.#showLayout();
  }

  get layout(): ReviewLayout {
    return this.#layout;
  }

  setLayout(wanted: ReviewLayout): void {
    const layout = this.#isOneText ? "unified" : wanted;
    if (layout === this.#layout) return;
    const hadFocus = this.editor.hasFocus;
    this.#layout = layout;
    this.#showLayout();
    if (hadFocus) this.editor.focus();
  }

  /** False if one of the texts is empty, which is always shown unified. */
  get hasLayouts(): boolean {
    return !this.#isOneText;
  }

  setExtensions(extensions: Extension): void {
    this.#extensions = extensions;
    this.editor.dispatch({ effects: this.#shared.reconfigure(extensions) });
    this.#sideBySide?.setExtensions(extensions);
  }

  destroy(): void {
    this.#sideBySide?.destroy();
    this.editor.destroy();
  }

  /** Moves the editor, with its state, to the current layout. */
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
        this.#sideBySide?.resultExtension ?? [deletedLines, oldNumbers],
        hunkButtons(this.#options.actions, isUnified),
        changedLines("result"),
      ]),
    });
    this.#sideBySide?.update();
    const { state } = this.editor;
    const hunk = comparisonOf(state).hunks[currentHunkOf(state)];
    if (!hunk) return;
    const scroll = scrollToHunk(state.doc, hunk, "center");
    this.#sideBySide?.holdScroll(scroll);
    if (scroll) this.editor.dispatch({ effects: scroll });
    else scrollToTop(this.editor);
  }

  #onUpdate(update: ViewUpdate): void {
    const picked = pickedIn(update.transactions);
    if (picked) this.#sideBySide?.holdScroll(picked.scroll);
    if (update.transactions.length > 0) this.#sideBySide?.update();
    const isSame = comparisonOf(update.startState).hunks === comparisonOf(update.state).hunks;
    this.#options.onUpdate(update, !isSame || currentHunkOf(update.startState) !== currentHunkOf(update.state));
  }
}
