/** Lines of the two texts, and changes of lines. Pure and exact, even at the end of the text. */
import { Text } from "@codemirror/state";
import type { ResultEdit } from "@tandem-ide/base/review";
import type { Hunk } from "@tandem-ide/base/text";
import type { TextChange } from "../replace.js";

/** Lines `start` to `end` (exclusive), from 0. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

const lineBreak = Text.of(["", ""]);

export function baseLines(hunk: Hunk): Lines {
  return { start: hunk.oldStart, end: hunk.oldEnd };
}

export function resultLines(hunk: Hunk): Lines {
  return { start: hunk.newStart, end: hunk.newEnd };
}

/** Converts an edit of lines to a change of the text. At least one line remains. */
export function lineChange(doc: Text, { start, end, lines }: ResultEdit): TextChange {
  const insert = lines.length > 0 ? Text.of([...lines]) : undefined;
  if (insert && end > start) return { from: doc.line(start + 1).from, to: doc.line(end).to, insert };
  // Whole lines take a line break with them: the one after or, at the end of the text, the one before.
  if (end < doc.lines) {
    const from = doc.line(start + 1).from;
    return { from, to: doc.line(end + 1).from, insert: insert ? insert.append(lineBreak) : Text.empty };
  }
  const from = start > 0 ? doc.line(start).to : 0;
  return { from, to: doc.length, insert: insert ? lineBreak.append(insert) : Text.empty };
}
