/** An open file with its editor and unsaved changes. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { Compartment, type Extension, type Text, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { changesBetween, exactDoc, exactText, languageSupportOf } from "@tandem-ide/codemirror";
import { editorTheme } from "./editor-theme.js";
import { lintFor } from "./lint.js";

export class OpenFile {
  readonly path: string;
  readonly element = document.createElement("div");
  readonly view: EditorView;
  isPreview: boolean;
  /** The file has changed on disk while there are unsaved changes. */
  isOutdated = false;
  readonly #theme = new Compartment();
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
        this.#theme.of(editorTheme()),
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

  /** The text on disk that this window last saw. */
  get onDisk(): string {
    return this.#saved.toString();
  }

  /** Marks a text as the one on disk. */
  saved(text: string): void {
    this.#saved = exactDoc(text);
    this.isOutdated = false;
  }

  replace(text: string): void {
    this.saved(text);
    // Only the lines that differ, so that the cursor and the marks in other lines stay.
    const changes = changesBetween(this.view.state.doc, exactDoc(text));
    if (changes.length > 0) this.view.dispatch({ changes, annotations: Transaction.addToHistory.of(false) });
  }

  /** Puts a text into the editor that was made from the unsaved one and from the one on disk. */
  merge(onDisk: string, text: string): void {
    this.saved(onDisk);
    this.view.dispatch({ changes: changesBetween(this.view.state.doc, exactDoc(text)), userEvent: "input.merge" });
  }

  themeChanged(): void {
    this.view.dispatch({ effects: this.#theme.reconfigure(editorTheme()) });
  }

  destroy(): void {
    this.view.destroy();
    this.element.remove();
  }
}
