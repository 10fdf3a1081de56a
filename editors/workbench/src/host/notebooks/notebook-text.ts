/** An open .ipynb as a notebook: read from its text, and changed by changing that. */
import { basename } from "node:path";
import type { Text } from "@codemirror/state";
import { Notebook } from "@tandem/workspace/notebook";
import type { FileDocument } from "../documents/file-document.js";
import { type CellPlace, findCell, placeOf } from "./find-cell.js";

export class NotebookText {
  readonly #document: FileDocument;
  /** The last one that was read, and of which text: reading a large one takes a while. */
  #read: { readonly of: Text; readonly notebook: Notebook } | undefined;

  constructor(document: FileDocument) {
    this.#document = document;
  }

  get document(): FileDocument {
    return this.#document;
  }

  /** Throws words for people where the text is no notebook. */
  get notebook(): Notebook {
    const { text } = this.#document.shared;
    if (this.#read?.of !== text) this.#read = { of: text, notebook: Notebook.parse(text.toString()) };
    return this.#read.notebook;
  }

  /** Changes the text, unsaved changes and all; saving is the user's. */
  change(change: (notebook: Notebook) => Notebook): void {
    const before = this.notebook;
    const notebook = change(before);
    if (notebook === before) return;
    this.#document.shared.replace(notebook.toText());
    this.#read = { of: this.#document.shared.text, notebook };
  }

  /** The cell that a window means. Throws words for people when it is another one by now. */
  expect(meant: CellPlace): CellPlace {
    const { notebook } = this;
    const index = findCell(notebook, meant);
    if (index === undefined || notebook.cells[index]?.source !== meant.source)
      throw new Error(
        `The cell was changed meanwhile in ${basename(this.#document.path)}. Look at it and run it again.`,
      );
    if (notebook.cells[index]?.type !== "code") throw new Error("Only code cells run");
    return placeOf(notebook, index);
  }
}
