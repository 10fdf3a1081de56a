/**
 * A read-only view of a text file that Obsidian doesn't count as part of the vault: one outside it, or one whose name
 * starts with a dot. Claude works with those too.
 */
import { basename } from "node:path";
import { EditorState } from "@codemirror/state";
import type { TextRange } from "@tandem-ide/base";
import { toEditorText } from "@tandem-ide/base/text";
import type { EditorSelection } from "@tandem-ide/server";
import { readTextFile } from "@tandem-ide/server/files";
import { ItemView, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import { TextEditor } from "./text-editor.js";
import { propertyOf } from "./untyped-values.js";

export const outsideViewType = "tandem-outside";

const maxBytes = 10 * 1024 * 1024;

/** Reads a text file, with LF line endings. Throws a message for the user if that fails. */
export async function readOutside(path: string): Promise<string> {
  const read = await readTextFile(path, maxBytes);
  if (read.kind === "text") return toEditorText(read.text);
  throw new Error(`Obsidian can't show ${path}: it is outside the vault or hidden, and couldn't be read as text.`);
}

export class OutsideView extends ItemView {
  readonly #selectionChanged: () => void;
  readonly #textEditor = new TextEditor();
  #path = "";

  constructor(leaf: WorkspaceLeaf, selectionChanged: () => void) {
    super(leaf);
    this.#selectionChanged = selectionChanged;
  }

  override getViewType(): string {
    return outsideViewType;
  }

  override getIcon(): string {
    return "file-lock";
  }

  override getDisplayText(): string {
    return basename(this.#path) || "File";
  }

  /** Absolute. */
  get path(): string {
    return this.#path;
  }

  get text(): string {
    return this.#textEditor.text;
  }

  get selection(): Omit<EditorSelection, "path"> {
    return this.#textEditor.selection;
  }

  select(range: TextRange): void {
    this.#textEditor.select(range);
  }

  override getState(): Record<string, unknown> {
    return { path: this.#path };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const path = propertyOf(state, "path");
    if (typeof path !== "string") return;
    this.#path = path;
    // A file in a saved layout may be gone.
    this.show(await readOutside(path).catch(() => ""));
  }

  show(text: string): void {
    if (this.#textEditor.view && this.text === text) return;
    this.#textEditor.open(this.contentEl, text, this.#selectionChanged, EditorState.readOnly.of(true));
  }

  protected override async onClose(): Promise<void> {
    this.#textEditor.close();
  }
}
