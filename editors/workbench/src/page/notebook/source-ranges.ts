/**
 * Finds the sources of a notebook's cells in the text of its file, to convert between offsets in a cell and offsets in the
 * file. The text must be valid JSON. Pure.
 */

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The range of a cell's source. */
export interface SourceRange extends Range {
  /** Its string literals including quotes, one for each line or a single one. */
  readonly literals: readonly Range[];
  /** The range of the whole cell. */
  readonly cell: Range;
}

const spaces = /[\t\n\r ]*/y;

function skipSpaces(text: string, at: number): number {
  spaces.lastIndex = at;
  spaces.exec(text);
  return spaces.lastIndex;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The characters that matter for the structure of a value. */
const structure = /["{}[\],]/g;

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (;;) {
    structure.lastIndex = at;
    const found = structure.exec(text);
    if (!found) return text.length;
    const [char] = found;
    if (depth === 0 && found.index > start && char !== '"' && /[\],}]/.test(char)) return found.index;
    if (char === '"') at = endOfString(text, found.index);
    else {
      if (char === "{" || char === "[") depth++;
      if (char === "}" || char === "]") depth--;
      at = found.index + 1;
    }
    if (depth === 0 && char !== ",") return at;
  }
}

function* elementsOf(text: string, { from }: Range): Generator<Range> {
  let at = skipSpaces(text, from + 1);
  while (at < text.length && text[at] !== "]") {
    const to = endOfValue(text, at);
    yield { from: at, to };
    at = skipSpaces(text, to);
    if (text[at] === ",") at = skipSpaces(text, at + 1);
  }
}

/** Returns the value of a key. For duplicate keys the last one wins, as in `JSON.parse`. */
function memberOf(text: string, { from }: Range, key: string): Range | undefined {
  let found: Range | undefined;
  let at = skipSpaces(text, from + 1);
  while (at < text.length && text[at] !== "}") {
    const keyEnd = endOfString(text, at);
    const isWanted = JSON.parse(text.slice(at, keyEnd)) === key;
    const start = skipSpaces(text, skipSpaces(text, keyEnd) + 1);
    const to = endOfValue(text, start);
    if (isWanted) found = { from: start, to };
    at = skipSpaces(text, to);
    if (text[at] === ",") at = skipSpaces(text, at + 1);
  }
  return found;
}

export function sourceRanges(text: string): readonly SourceRange[] {
  const start = text.indexOf("{");
  const cells = memberOf(text, { from: start, to: text.length }, "cells");
  if (!cells) return [];
  return [...elementsOf(text, cells)].map((cell) => {
    const source = memberOf(text, cell, "source");
    if (!source) return { ...cell, literals: [], cell };
    const values = text[source.from] === "[" ? [...elementsOf(text, source)] : [source];
    return { ...source, cell, literals: values.filter(({ from }) => text[from] === '"') };
  });
}

/** Returns the length of the character at `at` in a literal, which may be escaped. */
function widthAt(text: string, at: number): number {
  if (text[at] !== "\\") return 1;
  return text[at + 1] === "u" ? 6 : 2;
}

/**
 * Converts an offset in a cell's source to an offset in the file. Between two lines that is the end of the first (`isEnd`)
 * or the start of the second.
 */
export function toFile(text: string, { from, literals }: SourceRange, offset: number, isEnd: boolean): number {
  let left = offset;
  let last = from;
  for (const [index, literal] of literals.entries()) {
    let at = literal.from + 1;
    for (; left > 0 && at < literal.to - 1; left--) at += widthAt(text, at);
    last = at;
    const isLast = index === literals.length - 1;
    if (left === 0 && (at < literal.to - 1 || isEnd || isLast)) return at;
  }
  return last;
}

/**
 * Converts an offset in the file to a cell and an offset in its source. Between two cells, returns the start of the
 * second.
 */
export function toCell(
  text: string,
  ranges: readonly SourceRange[],
  offset: number,
): { readonly index: number; readonly offset: number } | undefined {
  const index = ranges.findIndex(({ to }) => offset <= to);
  const range = ranges[index];
  if (!range) return undefined;
  let passed = 0;
  for (const literal of range.literals)
    for (let at = literal.from + 1; at < literal.to - 1; at += widthAt(text, at)) {
      if (at >= offset) return { index, offset: passed };
      passed++;
    }
  return { index, offset: offset > range.from ? passed : 0 };
}
