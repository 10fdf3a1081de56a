/** Distinguishes saves that write the user's text from saves that write nothing new. Does not import `vscode`. */

interface Document {
  readonly uri: { toString(): string };
  readonly isDirty: boolean;
}

/**
 * VS Code also reports a save after Ctrl+S in a document without unsaved text. If an agent has written that file, reporting
 * the save would make the agent's change the user's.
 */
export class WrittenDocuments {
  readonly #unsaved = new Set<string>();

  /** The document was opened or changed. */
  changed({ uri, isDirty }: Document): void {
    // VS Code also calls this after a save, before it reports the save.
    if (isDirty) this.#unsaved.add(uri.toString());
  }

  /** A save begins. Formatters may change the document during the save. */
  saving({ uri, isDirty }: Document): void {
    if (isDirty) this.#unsaved.add(uri.toString());
    else this.#unsaved.delete(uri.toString());
  }

  /** The document was saved. Returns true if that wrote unsaved text. */
  saved({ uri }: Pick<Document, "uri">): boolean {
    return this.#unsaved.delete(uri.toString());
  }

  closed({ uri }: Pick<Document, "uri">): void {
    this.#unsaved.delete(uri.toString());
  }
}
