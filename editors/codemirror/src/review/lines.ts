/** Lines of the two texts, and changes of them. Pure, and exact to the byte: at the end of a text, too. */
import { Text } from "@codemirror/state";
import type { ResultEdit } from "@tandem/base/review";
import type { Hunk } from "@tandem/base/text";
import type { TextChange } from "../replace.js";

/** Lines `start` to `end` (exclusive), from 0. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

const lineBreak = Text.of(["", ""]);

/** The lines of a hunk in the text that the result is compared with. */
export function baseLines(hunk: Hunk): Lines {
  return { start: hunk.oldStart, end: hunk.oldEnd };
}

/** The lines of a hunk in the text that will be answered. */
export function resultLines(hunk: Hunk): Lines {
  return { start: hunk.newStart, end: hunk.newEnd };
}

/** An edit of lines as a change of the text that has them. At least one line remains. */
export function lineChange(doc: Text, { start, end, lines }: ResultEdit): TextChange {
  const insert = lines.length > 0 ? Text.of([...lines]) : undefined;
  if (insert && end > start) return { from: doc.line(start + 1).from, to: doc.line(end).to, insert };
  // Whole lines come or go, and one line break with them: the one after, or at the end of the text the one before.
  if (end < doc.lines) {
    const from = doc.line(start + 1).from;
    return { from, to: doc.line(end + 1).from, insert: insert ? insert.append(lineBreak) : Text.empty };
  }
  const from = start > 0 ? doc.line(start).to : 0;
  return { from, to: doc.length, insert: insert ? lineBreak.append(insert) : Text.empty };
}
