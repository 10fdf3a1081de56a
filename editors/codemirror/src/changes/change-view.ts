/** A file's change on disk: the text before it on the left, and the text on disk on the right, or both in one column. */
import { EditorState, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Key } from "../keys.js";
import { comparisonOf, otherComparison, showing } from "../review/comparison.js";
import { ComparisonView } from "../review/comparison-view.js";
import { currentHunkOf, dispatchAndGoTo, stepHunk } from "../review/navigation.js";
import { reviewKeys } from "../review/review-keys.js";
import type { ReviewLayout } from "../review/types.js";
import { comparisonOfChange, hunkNote } from "./change-comparison.js";
import type { ChangeDecision, ShownChange } from "./types.js";

export interface ChangeViewOptions {
  /** The view fills this element, so give it a height. */
  readonly parent: HTMLElement;
  readonly change: ShownChange;
  readonly layout: ReviewLayout;
  /** For both editors: language, theme, line numbers, … `setExtensions` replaces it. */
  readonly extensions?: Extension;
  /** For the right editor only. */
  readonly resultExtensions?: Extension;
  /** Called when the hunks or the current hunk change. */
  readonly onChanged?: () => void;
  /**
   * Called when the user clicks a hunk's button, or presses a key to decide on the current hunk (`hunk` is then
   * undefined). Show the change again afterwards.
   */
  readonly onDecided: (decision: ChangeDecision, hunk?: number) => void;
  /** Called when the user presses a key that keeps or undoes the whole file. */
  readonly onFileDecided: (decision: ChangeDecision) => void;
}

/** An open change, with the cursor at its first hunk. Call `destroy` to close it. */
export interface ChangeView {
  /** The right editor, the same one in both layouts. It is read-only. */
  readonly editor: EditorView;
  readonly change: ShownChange;
  /** The index of the hunk at the cursor, or of the next one (wrapping around), or -1. */
  readonly currentHunk: number;
  /** What the user should know before deciding on the current hunk, if anything. */
  readonly note: string | undefined;
  readonly layout: ReviewLayout;
  setLayout(layout: ReviewLayout): void;
  /** Replaces the `extensions` of both editors, for example for another theme. */
  setExtensions(extensions: Extension): void;
  /** Shows a new state of the same file. With `goTo`, moves to the hunk with this index or the last one. */
  show(change: ShownChange, goTo?: number): void;
  nextChange(): void;
  previousChange(): void;
  focus(): void;
  destroy(): void;
}

/**
 * Opens a change, which fills an element.
 *
 * @example
 * const view = openChangeView({ parent, change, layout: "unified", onDecided, onFileDecided });
 * view.show(await changes.open(turn, path));
 */
export function openChangeView(options: ChangeViewOptions): ChangeView {
  return new OpenView(options);
}

class OpenView implements ChangeView {
  readonly #options: ChangeViewOptions;
  readonly #view: ComparisonView;
  #change: ShownChange;

  constructor(options: ChangeViewOptions) {
    this.#options = options;
    this.#change = options.change;
    const comparison = comparisonOfChange(options.change);
    const decide = (decision: ChangeDecision) => (_view: EditorView, hunk: number) => options.onDecided(decision, hunk);
    const actions = [
      { action: "keep", symbol: "✓", label: "Keep this change", key: reviewKeys.acceptHunk, run: decide("keep") },
      { action: "undo", symbol: "↶", label: "Undo this change", key: reviewKeys.rejectHunk, run: decide("undo") },
    ];
    this.#view = new ComparisonView({
      parent: options.parent,
      result: comparison.result,
      layout: options.layout,
      extensions: options.extensions ?? [],
      resultExtensions: [options.resultExtensions ?? [], EditorState.readOnly.of(true), showing(comparison)],
      keys: this.#bindings(),
      actions: () => actions,
      onUpdate: (_update, isMoved) => {
        if (isMoved) options.onChanged?.();
      },
    });
    stepHunk(this.editor, 0);
  }

  get editor(): EditorView {
    return this.#view.editor;
  }
  get change(): ShownChange {
    return this.#change;
  }
  get currentHunk(): number {
    return currentHunkOf(this.editor.state);
  }
  get note(): string | undefined {
    const hunk = this.#change.hunks[this.currentHunk];
    return hunk && hunkNote(comparisonOf(this.editor.state), hunk);
  }
  get layout(): ReviewLayout {
    return this.#view.layout;
  }

  setLayout(layout: ReviewLayout): void {
    this.#view.setLayout(layout);
  }

  setExtensions(extensions: Extension): void {
    this.#view.setExtensions(extensions);
  }

  show(change: ShownChange, goTo?: number): void {
    this.#change = change;
    const spec = otherComparison(this.editor.state, comparisonOfChange(change));
    if (goTo === undefined) this.editor.dispatch(spec);
    else dispatchAndGoTo(this.editor, spec, goTo);
  }

  nextChange(): void {
    stepHunk(this.editor, 1);
  }
  previousChange(): void {
    stepHunk(this.editor, -1);
  }

  focus(): void {
    this.editor.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #bindings(): Key[] {
    const { onDecided, onFileDecided } = this.#options;
    const binding = (key: string, run: () => void): Key => ({
      key,
      run: () => {
        run();
        return true;
      },
    });
    return [
      binding(reviewKeys.acceptHunk, () => onDecided("keep")),
      binding(reviewKeys.rejectHunk, () => onDecided("undo")),
      binding(reviewKeys.acceptAll, () => onFileDecided("keep")),
      binding(reviewKeys.rejectAll, () => onFileDecided("undo")),
      binding(reviewKeys.nextChange, () => this.nextChange()),
      binding(reviewKeys.previousChange, () => this.previousChange()),
    ];
  }
}
