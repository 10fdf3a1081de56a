/** The contract test's hand, for the in-memory editor. It has the form of `Hand` and needs nothing of that package. */
import type { Diagnostic, TextRange } from "@tandem/base";
import type { MemoryEditor, PendingReview } from "../memory-editor.js";

/**
 * What a person does in a {@link MemoryEditor}, by path and tab name.
 *
 * @example
 * const hand = memoryHand(editor);
 * hand.select(path, { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } });
 * hand.accept(tabName);
 */
export function memoryHand(editor: MemoryEditor) {
  const review = (tabName: string): PendingReview => {
    const found = editor.reviews.find(({ proposal }) => proposal.tabName === tabName);
    if (!found) throw new Error(`No proposal of the name ${tabName} waits`);
    return found;
  };
  return {
    openFile: (path: string): void => editor.open(path),
    closeFile: (path: string): void => editor.close(path),
    select: (path: string, range: TextRange): void => {
      editor.open(path);
      editor.select(range);
    },
    mention: (path: string, lines?: { readonly start: number; readonly end: number }): void => {
      editor.mention(lines ? { path, lines } : { path });
    },
    type: (text: string): void => editor.type(text),
    save: (path: string): void => {
      if (!editor.saveDocument(path)) throw new Error(`${path} is not open`);
    },
    pendingReviews: (): string[] => editor.reviews.map(({ proposal }) => proposal.tabName),
    accept: (tabName: string): void => review(tabName).accept(),
    reject: (tabName: string): void => review(tabName).reject(),
    editAndAccept: (tabName: string, text: string): void => review(tabName).accept(text),
    acceptHunks: (tabName: string, indexes: readonly number[]): void => review(tabName).acceptHunks(indexes),
    // Without a screen the view is nothing but the proposal that waits: closing it is what reject() does.
    closeReview: (tabName: string): void => review(tabName).reject(),
    diagnose: (path: string, diagnostics: readonly Diagnostic[]): void => editor.setDiagnostics(path, diagnostics),
    setFolders: (folders: readonly string[]): void => editor.setFolders(folders),
  };
}

/**
 * The verbs that need no endpoint.
 *
 * @example
 * const hand: MemoryHand = memoryHand(editor);
 */
export type MemoryHand = ReturnType<typeof memoryHand>;
