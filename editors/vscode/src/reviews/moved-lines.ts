/** Where comments move when the text around them changes. Does not import `vscode`. */
import type { ReviewComment } from "@tandem-ide/base/review";

/** A change of a document, as VS Code reports it. */
export interface LineChange {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
}

/** Returns the line, from 0, at which the text of a line is after the changes. VS Code lists them from the last to the first. */
export function movedLine(line: number, changes: readonly LineChange[]): number {
  return changes.reduce((moved, { range: { start, end }, text }) => {
    if (moved <= start.line) return moved;
    const added = text.split(/\r\n|\r|\n/).length - 1;
    if (moved >= end.line) return moved + added - (end.line - start.line);
    return Math.min(moved, start.line + added);
  }, line);
}

/** Returns the comments after the changes. Those that end up on one line are joined, so that no text is lost. */
export function movedComments(comments: readonly ReviewComment[], changes: readonly LineChange[]): ReviewComment[] {
  const texts = new Map<number, string>();
  for (const { line, text } of comments) {
    const moved = movedLine(line, changes);
    const there = texts.get(moved);
    texts.set(moved, there === undefined ? text : `${there} ${text}`);
  }
  return [...texts].map(([line, text]) => ({ line, text }));
}
