/** An open .ipynb file as a notebook, parsed from its text and changed through it. */
import { basename } from "node:path";
import type { Text } from "@codemirror/state";
import { Notebook } from "@tandem-ide/workspace/notebook";
import type { FileDocument } from "../documents/file-document.js";
import { type CellRef, cellRefAt, findCell } from "./find-cell.js";

export class NotebookText {
  readonly #document: FileDocument;
  /** The last parsed notebook and its text: parsing a large one takes a while. */
  #parsed: { readonly of: Text; readonly notebook: Notebook } | undefined;

  constructor(document: FileDocument) {
    this.#document = document;
  }

  get document(): FileDocument {
    return this.#document;
  }

  /** Throws a message for the user if the text is not a valid notebook. */
  get notebook(): Notebook {
    const { text } = this.#document.shared;
    if (this.#parsed?.of !== text) this.#parsed = { of: text, notebook: Notebook.parse(text.toString()) };
    return this.#parsed.notebook;
  }

  /** Changes the text without saving it. */
  change(change: (notebook: Notebook) => Notebook): void {
    const before = this.notebook;
    const notebook = change(before);
    if (notebook === before) return;
    this.#document.shared.replace(notebook.toText());
    this.#parsed = { of: this.#document.shared.text, notebook };
  }

  /** Finds the cell that a window refers to. Throws if it has changed since. */
  resolveCell(meant: CellRef): CellRef {
    const { notebook } = this;
    const index = findCell(notebook, meant);
    if (index === undefined || notebook.cells[index]?.source !== meant.source)
      throw new Error(`The cell has changed in ${basename(this.#document.path)}. Check it and run it again.`);
    if (notebook.cells[index]?.type !== "code") throw new Error("Only code cells can run");
    return cellRefAt(notebook, index);
  }
}
