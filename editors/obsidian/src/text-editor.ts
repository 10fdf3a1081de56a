/** The editor in the plugin's file views: exact text, line numbers, and a reported selection. */
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import type { TextRange } from "@tandem-ide/base";
import { exactDoc, exactText, offsetAt, reportSelection, selectionOf } from "@tandem-ide/codemirror";
import type { EditorSelection } from "@tandem-ide/server";

export class TextEditor {
  #view: EditorView | undefined;

  get view(): EditorView | undefined {
    return this.#view;
  }

  get text(): string {
    return this.#view?.state.doc.toString() ?? "";
  }

  get selection(): Omit<EditorSelection, "path"> {
    return selectionOf(this.#view?.state ?? EditorState.create());
  }

  open(parent: HTMLElement, text: string, selectionChanged: () => void, extensions: Extension): void {
    this.close();
    parent.addClass("tandem-text");
    this.#view = new EditorView({
      parent,
      doc: exactDoc(text),
      extensions: [
        exactText(),
        lineNumbers(),
        EditorView.lineWrapping,
        extensions,
        reportSelection(() => selectionChanged()),
      ],
    });
  }

  select({ start, end }: TextRange): void {
    const view = this.#view;
    if (!view) return;
    const [anchor, head] = [offsetAt(view.state.doc, start), offsetAt(view.state.doc, end)];
    view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
  }

  close(): void {
    this.#view?.destroy();
    this.#view = undefined;
  }
}
