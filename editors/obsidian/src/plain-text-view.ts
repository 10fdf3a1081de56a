/**
 * A plain editor for the texts of a vault that Obsidian has no view for: scripts, logs, configuration. It is used when
 * Claude opens such a file; Obsidian would hand it to another program. It takes no kind of file over.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Annotation } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { TextRange } from "@tandem/base";
import { restoreText, toEditorText } from "@tandem/base/text";
import { changeBetween, exactDoc } from "@tandem/codemirror";
import type { EditorSelection } from "@tandem/server";
import { TextFileView, type WorkspaceLeaf } from "obsidian";
import { ShownText } from "./shown-text.js";

export const plainTextViewType = "tandem-text";

/** Marks what came from the disk: to save that again could undo what is written there next. */
const fromDisk = Annotation.define<true>();

export class PlainTextView extends TextFileView {
  readonly #selectionChanged: () => void;
  readonly #shown = new ShownText();

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
    return this.#shown.view;
  }

  get selection(): Omit<EditorSelection, "path"> {
    return this.#shown.selection;
  }

  select(range: TextRange): void {
    this.#shown.select(range);
  }

  override getViewData(): string {
    // With the line ends that the file has.
    return this.editor ? restoreText(this.#shown.text, this.data) : this.data;
  }

  override setViewData(data: string, clear: boolean): void {
    this.data = data;
    const text = toEditorText(data);
    const { editor } = this;
    if (!editor || clear) {
      this.#open(text);
      return;
    }
    // The smallest change: the cursor and the place that is shown stay where they are.
    const changes = changeBetween(editor.state.doc, exactDoc(text));
    if (changes) editor.dispatch({ changes, annotations: fromDisk.of(true) });
  }

  override clear(): void {
    this.data = "";
    this.#shown.close();
  }

  protected override async onClose(): Promise<void> {
    await super.onClose();
    this.#shown.close();
  }

  #open(text: string): void {
    this.#shown.open(this.contentEl, text, this.#selectionChanged, [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (docChanged && !transactions.every((each) => each.annotation(fromDisk))) this.requestSave();
      }),
    ]);
  }
}
