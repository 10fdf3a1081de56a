/** The contract test's driver for the in-memory editor. Matches `Driver` without importing its package. */
import type { Diagnostic, TextRange } from "@tandem-ide/base";
import type { MemoryEditor, PendingReview } from "../memory-editor.js";

/**
 * Performs a user's actions in a {@link MemoryEditor}, by path and tab name.
 *
 * @example
 * const driver = memoryDriver(editor);
 * driver.select(path, { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } });
 * driver.accept(tabName);
 */
export function memoryDriver(editor: MemoryEditor) {
  const review = (tabName: string): PendingReview => {
    const found = editor.reviews.find(({ proposal }) => proposal.tabName === tabName);
    if (!found) throw new Error(`There is no pending review named ${tabName}`);
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
    // There is no view to close, so this is the same as rejecting.
    closeReview: (tabName: string): void => review(tabName).reject(),
    diagnose: (path: string, diagnostics: readonly Diagnostic[]): void => editor.setDiagnostics(path, diagnostics),
    setFolders: (folders: readonly string[]): void => editor.setFolders(folders),
  };
}

/**
 * The actions that need no endpoint.
 *
 * @example
 * const driver: MemoryDriver = memoryDriver(editor);
 */
export type MemoryDriver = ReturnType<typeof memoryDriver>;
