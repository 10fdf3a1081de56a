/** The editor of one cell's source. Undoing is the notebook's: its text remembers what was done in which cell. */
import { defaultKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension, Prec, type StateCommand } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, type KeyBinding, keymap } from "@codemirror/view";
import { changeBetween, exactDoc, exactText, languageSupportOf, showHiddenCharacters } from "@tandem/codemirror";
import { indentationOf } from "../editor/indentation.js";
import { readOnlyWhile } from "../editor/read-only.js";
import { searchKeys } from "../editor/search-keys.js";
import type { EditorLook } from "../editor/setup.js";
import { editorTheme } from "../editor/theme.js";
import type { NotebookModel } from "./notebook-model.js";

export interface CellEditorOptions {
  readonly parent: HTMLElement;
  readonly key: string;
  readonly source: string;
  /** Whose language it is, by a file's name. */
  readonly fileName: string;
  readonly label: string;
  readonly look: EditorLook;
  readonly model: NotebookModel;
  /** Runs undo or redo in the whole text. */
  readonly history: (command: StateCommand) => void;
  readonly keys: readonly KeyBinding[];
  /** The keyboard came here, or the selection has changed while it is here. */
  selectionChanged(view: EditorView): void;
}

/** A change that came from the text. */
const fromText = Annotation.define<boolean>();

/** Made when its cell comes near the screen; whoever makes it closes it. */
export class CellEditor {
  readonly view: EditorView;
  readonly #stopListening: () => void;
  #isClosed = false;

  constructor(options: CellEditorOptions) {
    const { parent, key, source, fileName, look, model, history } = options;
    const language = new Compartment();
    const whole = (command: StateCommand) => () => {
      history(command);
      return true;
    };
    const keys: KeyBinding[] = [
      ...options.keys,
      { key: "Mod-z", run: whole(undo), preventDefault: true },
      { key: "Mod-y", mac: "Mod-Shift-z", run: whole(redo), preventDefault: true },
      { key: "Mod-Shift-z", run: whole(redo), preventDefault: true },
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
    this.#stopListening = model.listen(key, { sourceChanged: (newer) => this.#take(newer) });
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

  #take(source: string): void {
    const changes = changeBetween(this.view.state.doc, exactDoc(source));
    if (changes) this.view.dispatch({ changes, annotations: fromText.of(true) });
  }
}

/** So that one undo takes back a word, not a letter. */
function eventOf(transaction: { isUserEvent(event: string): boolean }): string | undefined {
  return ["input.type", "delete", "input.paste", "move"].find((event) => transaction.isUserEvent(event));
}
