/** The editor of one cell's source. The undo history belongs to the text of the notebook. */
import { defaultKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension, Prec, type StateCommand } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, type KeyBinding, keymap } from "@codemirror/view";
import { changeBetween, exactDoc, exactText, languageSupportOf, showHiddenCharacters } from "@tandem-ide/codemirror";
import { indentationOf } from "../editor/indentation.js";
import { searchKeys } from "../editor/search-keys.js";
import { type EditorLook, readOnlyWhile } from "../editor/setup.js";
import { editorTheme } from "../editor/theme.js";
import type { NotebookModel } from "./notebook-model.js";

interface CellEditorOptions {
  readonly parent: HTMLElement;
  readonly key: string;
  readonly source: string;
  /** Determines the language. */
  readonly fileName: string;
  readonly label: string;
  readonly look: EditorLook;
  readonly model: NotebookModel;
  /** Runs undo or redo in the text of the notebook. */
  readonly history: (command: StateCommand) => void;
  readonly keys: readonly KeyBinding[];
  /** Called on focus, and for changes of the selection while focused. */
  selectionChanged(view: EditorView): void;
}

/** Marks changes that come from the notebook's text. */
const fromText = Annotation.define<boolean>();

/** Created when its cell scrolls near the screen. The creator must close it. */
export class CellEditor {
  readonly view: EditorView;
  readonly #stopListening: () => void;
  #isClosed = false;

  constructor(options: CellEditorOptions) {
    const { parent, key, source, fileName, look, model, history } = options;
    const language = new Compartment();
    const inNotebook = (command: StateCommand) => () => {
      history(command);
      return true;
    };
    const keys: KeyBinding[] = [
      ...options.keys,
      { key: "Mod-z", run: inNotebook(undo), preventDefault: true },
      { key: "Mod-y", mac: "Mod-Shift-z", run: inNotebook(redo), preventDefault: true },
      { key: "Mod-Shift-z", run: inNotebook(redo), preventDefault: true },
    ];
    this.view = new EditorView({
      parent,
      doc: exactDoc(source),
      extensions: [
        EditorView.cspNonce.of(look.nonce),
        editorTheme(look.isDark),
        readOnlyWhile(look.isReadOnly),
        exactText(),
        drawSelection(),
        dropCursor(),
        EditorState.allowMultipleSelections.of(true),
        indentOnInput(),
        bracketMatching(),
        showHiddenCharacters(),
        highlightSelectionMatches(),
        search({ top: true }),
        indentationOf(source === "" ? "    x\n" : source),
        EditorView.lineWrapping,
        Prec.highest(keymap.of(keys)),
        keymap.of([...searchKeys, ...defaultKeymap, indentWithTab]),
        language.of([]),
        EditorView.contentAttributes.of({ "aria-label": options.label }),
        this.#follow(options),
      ],
    });
    this.#stopListening = model.listen(key, (newer) => this.#setSource(newer));
    void languageSupportOf(fileName).then((support) => {
      if (support && !this.#isClosed) this.view.dispatch({ effects: language.reconfigure(support) });
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    this.view.destroy();
  }

  #follow({ key, model, selectionChanged }: CellEditorOptions): Extension {
    return EditorView.updateListener.of((update) => {
      const isTyped =
        update.docChanged && !update.transactions.every((transaction) => transaction.annotation(fromText));
      if (isTyped) {
        const userEvent = update.transactions.map((transaction) => eventOf(transaction)).find(Boolean);
        model.setSource(key, update.state.doc.toString(), userEvent);
      }
      if (update.view.hasFocus && (update.docChanged || update.selectionSet || update.focusChanged))
        selectionChanged(update.view);
    });
  }

  #setSource(source: string): void {
    const changes = changeBetween(this.view.state.doc, exactDoc(source));
    if (changes) this.view.dispatch({ changes, annotations: fromText.of(true) });
  }
}

/** The user event groups typed characters, so that undo reverts words instead of letters. */
function eventOf(transaction: { isUserEvent(event: string): boolean }): string | undefined {
  return ["input.type", "delete", "input.paste", "move"].find((event) => transaction.isUserEvent(event));
}
