/** Finds where the hunks of a change are in an editor's text. Pure. */
import type { Text } from "@codemirror/state";
import { type Hunk, splitHunks } from "@tandem-ide/base/text";
import { exactDoc } from "../exact-text.js";
import type { ShownChange } from "./types.js";

/** A hunk in an editor's text. */
export interface ChangeMark {
  /** The index of the hunk. */
  readonly index: number;
  readonly kind: "added" | "changed" | "deleted";
  /** Offsets in the first and the last line. A deletion is above the line at `from`, or at the end of the text. */
  readonly from: number;
  readonly to: number;
}

/** Returns a mark for each hunk, in order. The text may have unsaved edits. */
export function placeMarks({ after, hunks }: Pick<ShownChange, "after" | "hunks">, doc: Text): ChangeMark[] {
  if (hunks.length === 0) return [];
  const edits = doc.eq(exactDoc(after)) ? [] : splitHunks(after, doc.toString());
  return hunks.map(({ oldStart, oldEnd, newStart, newEnd }, index) => {
    const start = firstLineAfter(edits, newStart);
    const end = newStart === newEnd ? start : endAfter(edits, newEnd);
    const from = start >= doc.lines ? doc.length : doc.line(start + 1).from;
    if (start >= end) return { index, kind: "deleted", from, to: from };
    return { index, kind: oldStart === oldEnd ? "added" : "changed", from, to: doc.line(Math.min(end, doc.lines)).to };
  });
}

/** Returns where a hunk's first line is after edits. Lines inserted above it don't belong to the hunk. */
function firstLineAfter(edits: readonly Hunk[], line: number): number {
  let shift = 0;
  for (const edit of edits) {
    if (edit.oldEnd <= line) shift = edit.newEnd - edit.oldEnd;
    else if (edit.oldStart < line) return edit.newStart;
    else break;
  }
  return line + shift;
}

/** Returns where a hunk ends after edits. Lines inserted below it don't belong to the hunk. */
function endAfter(edits: readonly Hunk[], line: number): number {
  let shift = 0;
  for (const edit of edits) {
    if (edit.oldStart >= line) break;
    if (edit.oldEnd > line) return edit.newEnd;
    shift = edit.newEnd - edit.oldEnd;
  }
  return line + shift;
}

/** Moves marks along with a change of the text. Text inserted at their edges doesn't belong to them. */
export function moveMarks(
  marks: readonly ChangeMark[],
  changes: { mapPos(position: number, side?: number): number },
): ChangeMark[] {
  return marks.map((mark) => {
    const from = changes.mapPos(mark.from, 1);
    return { ...mark, from, to: Math.max(from, changes.mapPos(mark.to, -1)) };
  });
}
