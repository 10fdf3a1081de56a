import type { Text } from "@codemirror/state";
import { splitHunks } from "@tandem-ide/base/text";
import { changeBetween, type TextChange } from "./replace.js";
import { lineChange } from "./review/lines.js";

/** Finding the lines that stayed inside a longer part takes too long. */
const maxSplitLength = 1_000_000;

/**
 * Returns the changes that turn one text into the other, one for each run of changed lines. Cursors and marks in lines
 * that stay don't move, even between two changes.
 *
 * @example
 * view.dispatch({ changes: changesBetween(view.state.doc, exactDoc(textOnDisk)) });
 */
export function changesBetween(before: Text, after: Text): TextChange[] {
  const whole = changeBetween(before, after);
  if (!whole) return [];
  const part = wholeLines(before, whole);
  const newPart = wholeLines(after, { from: whole.from, to: whole.from + whole.insert.length });
  const isShort = Math.max(part.to - part.from, newPart.to - newPart.from) <= maxSplitLength;
  const hunks = isShort
    ? splitHunks(before.sliceString(part.from, part.to), after.sliceString(newPart.from, newPart.to))
    : [];
  if (hunks.length < 2) return [whole];
  const firstLine = before.lineAt(part.from).number - 1;
  const newLines = after.sliceString(newPart.from, newPart.to).split("\n");
  return hunks.flatMap(({ oldStart, oldEnd, newStart, newEnd }) => {
    const edit = { start: oldStart + firstLine, end: oldEnd + firstLine, lines: newLines.slice(newStart, newEnd) };
    const { from, to, insert } = lineChange(before, edit);
    const change = changeBetween(before.slice(from, to), insert);
    return change ? [{ from: from + change.from, to: from + change.to, insert: change.insert }] : [];
  });
}

function wholeLines(text: Text, { from, to }: { readonly from: number; readonly to: number }) {
  return { from: text.lineAt(from).from, to: text.lineAt(to).to };
}
