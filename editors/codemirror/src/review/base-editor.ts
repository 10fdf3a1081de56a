/** The read-only editor of the base, on the left side. */
import { EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { changesBetween } from "../changes-between.js";
import { exactText } from "../exact-text.js";
import { showHiddenCharacters } from "../hidden-characters.js";
import { changedLines } from "./changed-lines.js";
import { controlledFolds } from "./collapse.js";
import { type Comparison, compared } from "./comparison.js";
import { hangingIndent } from "./hanging-indent.js";
import type { Lines } from "./lines.js";

const setShown = StateEffect.define<Comparison>();

const shownField = StateField.define<Comparison>({
  create: () => {
    throw new Error("Initialize this field with a comparison");
  },
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setShown)) return effect.value;
    return value;
  },
  provide: (field) => compared.from(field),
});

export interface BaseEditor {
  readonly view: EditorView;
  /** Shows a comparison, and folds these lines of the base if given. */
  show(comparison: Comparison, folded: readonly Lines[] | undefined): void;
}

/** Opens the editor in an element. Its styles go to the document or shadow tree of this element. */
export function openBaseEditor(options: {
  readonly parent: HTMLElement;
  readonly comparison: Comparison;
  readonly folded: readonly Lines[];
  readonly extensions: Extension;
  readonly onUnfold: (line: number) => void;
}): BaseEditor {
  const folds = controlledFolds(options.folded, options.onUnfold);
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
        // It isn't editable, but focusable, so that keys and selection work.
        EditorView.contentAttributes.of({ tabindex: "0" }),
        shownField.init(() => options.comparison),
        folds.extension,
        hangingIndent,
        changedLines("base"),
      ],
    }),
  });
  return {
    view,
    show(comparison, folded) {
      view.dispatch({
        changes: changesBetween(view.state.doc, comparison.base),
        effects: [setShown.of(comparison), folded ? folds.show(folded) : []].flat(),
      });
    },
  };
}
