/**
 * A plain text editor for files that Obsidian has no view for, such as scripts and logs. It is used only when Claude opens
 * such a file, which Obsidian would open in another program.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Annotation } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { TextRange } from "@tandem-ide/base";
import { restoreText, toEditorText } from "@tandem-ide/base/text";
import { changeBetween, exactDoc } from "@tandem-ide/codemirror";
import type { EditorSelection } from "@tandem-ide/server";
import { TextFileView, type WorkspaceLeaf } from "obsidian";
import { TextEditor } from "./text-editor.js";

export const plainTextViewType = "tandem-text";

/** Marks changes from disk, which must not be saved again: that could overwrite newer content. */
const fromDisk = Annotation.define<true>();

export class PlainTextView extends TextFileView {
  readonly #selectionChanged: () => void;
  readonly #textEditor = new TextEditor();

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
    return this.#textEditor.view;
  }

  get selection(): Omit<EditorSelection, "path"> {
    return this.#textEditor.selection;
  }

  select(range: TextRange): void {
    this.#textEditor.select(range);
  }

  override getViewData(): string {
    // With the file's line endings.
    return this.editor ? restoreText(this.#textEditor.text, this.data) : this.data;
  }

  override setViewData(data: string, clear: boolean): void {
    this.data = data;
    const text = toEditorText(data);
    const { editor } = this;
    if (!editor || clear) {
      this.#open(text);
      return;
    }
    // The smallest change, which keeps the cursor and the scroll position.
    const changes = changeBetween(editor.state.doc, exactDoc(text));
    if (changes) editor.dispatch({ changes, annotations: fromDisk.of(true) });
  }

  override clear(): void {
    this.data = "";
    this.#textEditor.close();
  }

  protected override async onClose(): Promise<void> {
    await super.onClose();
    this.#textEditor.close();
  }

  #open(text: string): void {
    this.#textEditor.open(this.contentEl, text, this.#selectionChanged, [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (docChanged && !transactions.every((each) => each.annotation(fromDisk))) this.requestSave();
      }),
    ]);
  }
}
