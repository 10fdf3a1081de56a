/** Compares two texts line by line, with a few unchanged lines around each change. Pure. */
import { splitHunks } from "@tandem-ide/base/text";

export interface ComparedLine {
  readonly kind: "added" | "removed" | "same" | "gap";
  readonly text: string;
}

const contextLines = 3;
/** The rest is shown as a gap. */
const maxLines = 5_000;

export function comparedLines(before: string, after: string): readonly ComparedLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const lines: ComparedLine[] = [];
  const add = (kind: ComparedLine["kind"], texts: readonly string[]) => {
    for (const text of texts) lines.push({ kind, text });
  };
  let shown = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of splitHunks(before, after)) {
    const first = Math.max(shown, oldStart - contextLines);
    if (shown > 0) add("same", old.slice(shown, Math.min(shown + contextLines, first)));
    if (Math.min(shown > 0 ? shown + contextLines : 0, first) < first) add("gap", [""]);
    add("same", old.slice(first, oldStart));
    add("removed", old.slice(oldStart, oldEnd));
    add("added", now.slice(newStart, newEnd));
    shown = oldEnd;
  }
  add("same", old.slice(shown, shown + contextLines));
  if (shown + contextLines < old.length) add("gap", [""]);
  return lines.length > maxLines ? [...lines.slice(0, maxLines), { kind: "gap", text: "" }] : lines;
}
