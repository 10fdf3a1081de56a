/**
 * Shows a text that is no file of the vault for Obsidian: one outside of it, or one whose name begins with a dot. Claude
 * works with those too, and its user should see what is meant. It can be read and selected in, and not changed.
 */
import { basename } from "node:path";
import { EditorState } from "@codemirror/state";
import type { TextRange } from "@tandem/base";
import { toEditorText } from "@tandem/base/text";
import type { EditorSelection } from "@tandem/server";
import { readTextFile } from "@tandem/server/files";
import { ItemView, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import { ShownText } from "./shown-text.js";
import { propertyOf } from "./unknown-values.js";

export const outsideViewType = "tandem-outside";

/** The largest file that is shown. */
const maxBytes = 10 * 1024 * 1024;

/** The text of a file on the disk, with LF; throws words for people where there is none. */
export async function readOutside(path: string): Promise<string> {
  const read = await readTextFile(path, maxBytes);
  if (read.kind === "text") return toEditorText(read.text);
  throw new Error(
    `Obsidian cannot show ${path}: it is outside of the vault or hidden, and no text that could be shown.`,
  );
}

export class OutsideView extends ItemView {
  readonly #selectionChanged: () => void;
  readonly #shown = new ShownText();
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
    return this.#shown.text;
  }

  get selection(): Omit<EditorSelection, "path"> {
    return this.#shown.selection;
  }

  select(range: TextRange): void {
    this.#shown.select(range);
  }

  override getState(): Record<string, unknown> {
    return { path: this.#path };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const path = propertyOf(state, "path");
    if (typeof path !== "string") return;
    this.#path = path;
    // One that a saved layout brings back may be gone since.
    this.show(await readOutside(path).catch(() => ""));
  }

  /** Replaces what is shown: the file may have changed since. */
  show(text: string): void {
    if (this.#shown.view && this.text === text) return;
    this.#shown.open(this.contentEl, text, this.#selectionChanged, EditorState.readOnly.of(true));
  }

  protected override async onClose(): Promise<void> {
    this.#shown.close();
  }
}
