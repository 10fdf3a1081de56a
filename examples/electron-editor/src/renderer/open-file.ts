/** One open file: its editor, and whether it has changes that are not saved. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { Compartment, type Extension, type Text, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { changeBetween, exactDoc, exactText, languageSupportOf } from "@tandem/codemirror";
import { lintFor } from "./lint.js";
import { look } from "./look.js";

export class OpenFile {
  readonly path: string;
  readonly element = document.createElement("div");
  readonly view: EditorView;
  isPreview: boolean;
  /** Somebody else has changed the file while there are unsaved changes here. */
  isOutdated = false;
  readonly #look = new Compartment();
  #saved: Text;

  constructor(path: string, text: string, isPreview: boolean, tandem: Extension, changed: () => void) {
    this.path = path;
    this.isPreview = isPreview;
    this.#saved = exactDoc(text);
    this.element.className = "editor";
    this.element.dataset.path = path;
    const language = new Compartment();
    this.view = new EditorView({
      doc: this.#saved,
      parent: this.element,
      extensions: [
        tandem,
        exactText(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        lintFor(path),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        language.of([]),
        this.#look.of(look()),
        EditorView.contentAttributes.of({ "aria-label": path }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && update.transactions.some((each) => each.isUserEvent("input")))
            this.isPreview = false;
          changed();
        }),
      ],
    });
    void languageSupportOf(path).then((support) => {
      if (support) this.view.dispatch({ effects: language.reconfigure(support) });
    });
  }

  get name(): string {
    return this.path.split(/[/\\]/).at(-1) ?? this.path;
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get isDirty(): boolean {
    return !this.view.state.doc.eq(this.#saved);
  }

  /** What is on disk, so far as is known here. */
  get onDisk(): string {
    return this.#saved.toString();
  }

  /** This text is what is on disk now. */
  saved(text: string): void {
    this.#saved = exactDoc(text);
    this.isOutdated = false;
  }

  /** Takes what is on disk; the cursor stays where it was in the text. */
  replace(text: string): void {
    const after = exactDoc(text);
    this.saved(text);
    const changes = changeBetween(this.view.state.doc, after);
    if (changes) this.view.dispatch({ changes, annotations: Transaction.addToHistory.of(false) });
  }

  lookChanged(): void {
    this.view.dispatch({ effects: this.#look.reconfigure(look()) });
  }

  destroy(): void {
    this.view.destroy();
    this.element.remove();
  }
}
