/**
 * A plain editor for the texts of a vault that Obsidian has no view for: scripts, logs, configuration. It is used when
 * Claude opens such a file; Obsidian would hand it to another program. It takes no kind of file over.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { exactDoc, exactText, offsetAt, reportSelection, selectionOf } from "@tandem/codemirror";
import type { EditorSelection, Range } from "@tandem/server";
import { restoreText, toEditorText } from "@tandem/server/text";
import { TextFileView, type WorkspaceLeaf } from "obsidian";

export const plainTextViewType = "tandem-text";

/** Marks what came from the disk: to save that again could undo what is written there next. */
const fromDisk = Annotation.define<true>();

export class PlainTextView extends TextFileView {
  readonly #selectionChanged: () => void;
  #editor: EditorView | undefined;

  constructor(leaf: WorkspaceLeaf, selectionChanged: () => void) {
    super(leaf);
    this.#selectionChanged = selectionChanged;
  }

  override getViewType(): string {
    return plainTextViewType;
  }

  override getIcon(): string {
    return "file-text";
  }

  override getDisplayText(): string {
    return this.file?.name ?? "Text";
  }

  override canAcceptExtension(): boolean {
    return true;
  }

  get editor(): EditorView | undefined {
    return this.#editor;
  }

  get selection(): Omit<EditorSelection, "path"> {
    const state = this.#editor?.state ?? EditorState.create();
    return selectionOf(state);
  }

  select({ start, end }: Range): void {
    const editor = this.#editor;
    if (!editor) return;
    const [anchor, head] = [offsetAt(editor.state.doc, start), offsetAt(editor.state.doc, end)];
    editor.dispatch({ selection: { anchor, head }, scrollIntoView: true });
  }

  override getViewData(): string {
    // With the line ends that the file has.
    return this.#editor ? restoreText(this.#editor.state.doc.toString(), this.data) : this.data;
  }

  override setViewData(data: string, clear: boolean): void {
    this.data = data;
    const text = toEditorText(data);
    if (!this.#editor || clear) this.#open(text);
    else if (this.#editor.state.doc.toString() !== text)
      this.#editor.dispatch({
        changes: { from: 0, to: this.#editor.state.doc.length, insert: exactDoc(text) },
        annotations: fromDisk.of(true),
      });
  }

  override clear(): void {
    this.data = "";
    this.#editor?.destroy();
    this.#editor = undefined;
  }

  protected override async onClose(): Promise<void> {
    await super.onClose();
    this.#editor?.destroy();
    this.#editor = undefined;
  }

  #open(text: string): void {
    this.#editor?.destroy();
    this.contentEl.addClass("tandem-text");
    this.#editor = new EditorView({
      parent: this.contentEl,
      doc: exactDoc(text),
      extensions: [
        exactText(),
        lineNumbers(),
        history(),
        EditorView.lineWrapping,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (docChanged && !transactions.every((each) => each.annotation(fromDisk))) this.requestSave();
        }),
        reportSelection(() => this.#selectionChanged()),
      ],
    });
  }
}
