/** The left side: the text that the result is compared with, to read and to copy from. */
import { EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { exactText } from "../exact-text.js";
import { showHiddenCharacters } from "../hidden-characters.js";
import { changedLines } from "./changed-lines.js";
import { foldAsTold } from "./collapse.js";
import { type Comparison, compared } from "./comparison.js";
import type { Lines } from "./lines.js";

const setShown = StateEffect.define<Comparison>();

const shownField = StateField.define<Comparison>({
  create: () => {
    throw new Error("A review begins with what it is about");
  },
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setShown)) return effect.value;
    return value;
  },
  provide: (field) => compared.from(field),
});

/** The editor of the base. */
export interface BaseEditor {
  readonly view: EditorView;
  /** Shows this comparison, with these lines of the base folded, or with those that were. */
  show(comparison: Comparison, folded: readonly Lines[] | undefined): void;
}

/** Opens it in an element. Its styles go to the document, or the shadow tree, that this element is in. */
export function openBaseEditor(options: {
  readonly parent: HTMLElement;
  readonly comparison: Comparison;
  /** Lines of the base. */
  readonly folded: readonly Lines[];
  readonly extensions: Extension;
  readonly onUnfold: (line: number) => void;
}): BaseEditor {
  const folds = foldAsTold(options.folded, options.onUnfold);
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.comparison.base,
      extensions: [
        options.extensions,
        exactText(),
        showHiddenCharacters(),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        // Not editable, but a place for the keyboard: its keys and its selection work.
        EditorView.contentAttributes.of({ tabindex: "0" }),
        shownField.init(() => options.comparison),
        folds.extension,
        changedLines("base"),
      ],
    }),
  });
  return {
    view,
    show(comparison, folded) {
      view.dispatch({ effects: [setShown.of(comparison), folded ? folds.show(folded) : []].flat() });
    },
  };
}
