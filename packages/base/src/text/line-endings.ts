/**
 * The keeper of bytes: editors see LF text without a byte-order mark; this brings the rest back. Pure, runs in a page.
 */
import { hunksBetween } from "./hunks.js";

const byteOrderMark = "\uFEFF";
const anyBreak = /\r\n|\n|\r/g;

/**
 * The text of a file, or of a proposal, as editors see it: LF, without the byte-order mark. Only for a text as it is on
 * disk or on the wire, and only once: a text may begin with two marks, and the second one belongs to it.
 *
 * @example
 * toEditorText("\uFEFFa\r\nb") === "a\nb"
 */
export function toEditorText(text: string): string {
  return toLineFeeds(text.startsWith(byteOrderMark) ? text.slice(1) : text);
}

/**
 * A text that an editor has, with LF: its view may have other line ends. What it begins with is left alone.
 *
 * @example
 * toLineFeeds(document.getText()) // "a\nb" also where the document has CRLF
 */
export function toLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(anyBreak, "\n") : text;
}

function breaksOf(text: string): string[] {
  return text.match(anyBreak) ?? [];
}

function mostCommon(breaks: readonly string[]): string {
  let best = "\n";
  let most = 0;
  for (const kind of new Set(breaks)) {
    const count = breaks.filter((each) => each === kind).length;
    if (count > most) [best, most] = [kind, count];
  }
  return best;
}

/** Past this many lines that are in both texts but in another order, finding out which is which takes too long. */
const maxMovedLines = 4_000;

/** Tells of each line that stayed: which one it was, and which one it is. What is in only one of the texts costs nothing. */
function matchLines(
  before: readonly string[],
  after: readonly string[],
  tell: (old: number, now: number) => void,
): void {
  const [known, wanted] = [new Set(before), new Set(after)];
  const old = [...before.keys()].filter((index) => wanted.has(before[index] ?? ""));
  const now = [...after.keys()].filter((index) => known.has(after[index] ?? ""));
  const linesAt = (lines: readonly string[], indices: readonly number[]) => indices.map((index) => lines[index] ?? "");
  const hunks = hunksBetween(linesAt(before, old), linesAt(after, now), maxMovedLines);
  let [oldLine, newLine] = [0, 0];
  for (const { oldStart, oldEnd, newEnd } of [...hunks, { oldStart: old.length, oldEnd: 0, newEnd: 0 }]) {
    for (; oldLine < oldStart; oldLine++, newLine++) tell(old[oldLine] ?? 0, now[newLine] ?? 0);
    [oldLine, newLine] = [oldEnd, newEnd];
  }
}

/** Line ends of a text whose original mixes them: a line that is still there keeps its own, a new one takes the commonest. */
function mixedBreaks(lines: readonly string[], original: string, breaks: readonly string[]): string[] {
  const common = mostCommon(breaks);
  const out: string[] = new Array(lines.length).fill(common);
  matchLines(toEditorText(original).split("\n"), lines, (old, now) => {
    out[now] = breaks[old] ?? common;
  });
  // A lone CR before an empty line that ends with LF would read as one CRLF. From the end, as each mend makes an LF.
  for (let i = lines.length - 3; i >= 0; i--)
    if (out[i] === "\r" && lines[i + 1] === "" && out[i + 1] === "\n") out[i] = "\n";
  return out;
}

/**
 * Gives an edited text the byte-order mark and line ends of the text it came from. What the user did not touch comes
 * back to the byte.
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
