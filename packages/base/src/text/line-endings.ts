/** Converts texts to LF without a byte-order mark for editors, and restores the original form afterwards. */
import { hunksBetween } from "./hunks.js";

const byteOrderMark = "\uFEFF";
const anyBreak = /\r\n|\n|\r/g;

/**
 * Converts the text of a file or a proposal for editors: LF line endings, no byte-order mark. Call it only once, on text
 * from disk or from a client. If text begins with two marks, the second one is part of the text.
 *
 * @example
 * toEditorText("\uFEFFa\r\nb") === "a\nb"
 */
export function toEditorText(text: string): string {
  return toLineFeeds(text.startsWith(byteOrderMark) ? text.slice(1) : text);
}

/**
 * Converts an editor's text to LF, for editors that keep other line endings. A byte-order mark is kept.
 *
 * @example
 * toLineFeeds(document.getText()) // "a\nb", even if the document uses CRLF
 */
export function toLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(anyBreak, "\n") : text;
}

function breaksOf(text: string): string[] {
  return text.match(anyBreak) ?? [];
}

function mostCommon(breaks: readonly string[]): string {
  let best = "\n";
  let max = 0;
  for (const kind of new Set(breaks)) {
    const count = breaks.filter((each) => each === kind).length;
    if (count > max) [best, max] = [kind, count];
  }
  return best;
}

/** With more moved lines than this, matching them takes too long. */
const maxMovedLines = 4_000;

/** Calls `onMatch` with the old and new index of each line that stayed. Lines in only one of the texts are skipped first. */
function matchLines(
  before: readonly string[],
  after: readonly string[],
  onMatch: (old: number, now: number) => void,
): void {
  const [known, wanted] = [new Set(before), new Set(after)];
  const old = [...before.keys()].filter((index) => wanted.has(before[index] ?? ""));
  const now = [...after.keys()].filter((index) => known.has(after[index] ?? ""));
  const linesAt = (lines: readonly string[], indices: readonly number[]) => indices.map((index) => lines[index] ?? "");
  const hunks = hunksBetween(linesAt(before, old), linesAt(after, now), maxMovedLines);
  let [oldLine, newLine] = [0, 0];
  for (const { oldStart, oldEnd, newEnd } of [...hunks, { oldStart: old.length, oldEnd: 0, newEnd: 0 }]) {
    for (; oldLine < oldStart; oldLine++, newLine++) onMatch(old[oldLine] ?? 0, now[newLine] ?? 0);
    [oldLine, newLine] = [oldEnd, newEnd];
  }
}

/** Line endings for text whose original mixes them: existing lines keep theirs, and new lines get the most common one. */
function mixedBreaks(lines: readonly string[], original: string, breaks: readonly string[]): string[] {
  const common = mostCommon(breaks);
  const out: string[] = new Array(lines.length).fill(common);
  matchLines(toEditorText(original).split("\n"), lines, (old, now) => {
    out[now] = breaks[old] ?? common;
  });
  // A lone CR before an empty line that ends in LF would read as CRLF. Go backwards, because each fix adds an LF.
  for (let i = lines.length - 3; i >= 0; i--)
    if (out[i] === "\r" && lines[i + 1] === "" && out[i + 1] === "\n") out[i] = "\n";
  return out;
}

/**
 * Gives an edited text the byte-order mark and line endings of its original. Untouched lines are restored exactly.
 *
 * @example
 * restoreText(toEditorText("a\r\nb"), "a\r\nb") === "a\r\nb"
 */
export function restoreText(edited: string, original: string): string {
  if (edited === toEditorText(original)) return original;
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : "";
  const breaks = breaksOf(original);
  const kinds = new Set(breaks);
  if (kinds.size === 0 || (kinds.size === 1 && kinds.has("\n"))) return mark + edited;
  if (kinds.size === 1) return mark + edited.replaceAll("\n", mostCommon(breaks));
  const lines = edited.split("\n");
  const ends = mixedBreaks(lines, original, breaks);
  return mark + lines.map((line, i) => (i === lines.length - 1 ? line : line + ends[i])).join("");
}
