/** Cuts long texts without keeping the removed parts in memory. */

/** A cut moves to the end of a line within this distance. */
const nearLineEnd = 2_000;

/** Returns the note to show where something was cut. */
export function cutNote(characters: number, outputs = 0): string {
  const count = (n: number, what: string) => `${n.toLocaleString("en-US")} ${what}${n === 1 ? "" : "s"}`;
  const parts = [characters > 0 && count(characters, "character"), outputs > 0 && count(outputs, "output")];
  return `[... ${parts.filter(Boolean).join(" and ")} omitted ...]`;
}

/**
 * Returns where to cut so that at most `length` characters remain at the beginning. Doesn't split surrogate pairs, and
 * prefers whole lines.
 *
 * @param mayBeNone allows 0, so that the first line isn't cut.
 */
export function endOfHead(text: string, length: number, mayBeNone = false): number {
  if (text.length <= length) return text.length;
  if (length <= 0) return 0;
  const line = text.lastIndexOf("\n", length - 1) + 1;
  if (line > 0 && length - line <= nearLineEnd) return line;
  if (line === 0 && mayBeNone && length <= nearLineEnd && text.indexOf("\n") <= nearLineEnd) return 0;
  return isHighSurrogate(text, length - 1) ? length - 1 : length;
}

/** Returns where to cut so that at most `length` characters remain at the end. */
export function startOfTail(text: string, length: number): number {
  if (text.length <= length) return 0;
  const start = text.length - length;
  const line = text.indexOf("\n", start - 1) + 1;
  if (line > 0 && line - start <= nearLineEnd && line < text.length) return line;
  return isHighSurrogate(text, start - 1) ? start + 1 : start;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Copies a part of the text. A slice would keep the whole text in memory, perhaps a hundred megabytes. */
export function copyOf(text: string, start: number, end = text.length): string {
  if (text.length < 10_000 || end - start === text.length) return text.slice(start, end);
  return Buffer.from(text.slice(start, end), "utf16le").toString("utf16le");
}

/** Shortens text to its beginning and end, with a note in between. */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = endOfHead(text, Math.ceil(length / 2));
  const tail = startOfTail(text, Math.floor(length / 2));
  return `${withLineEnd(copyOf(text, 0, head))}${cutNote(tail - head)}\n${copyOf(text, tail)}`;
}

/** Adds a line break if the last line has none. */
export function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
