/**
 * Where the sources of a notebook's cells stand in the text of its file, so that what is selected in a cell can be told as
 * a place in the file, and the other way round. The text must be valid JSON. Pure.
 */

/** A string literal, quotes included. */
interface Literal {
  readonly from: number;
  readonly to: number;
}

/** The source of one cell: where it stands, and its string literals, a line each or all in one. */
export interface SourcePlace {
  readonly from: number;
  readonly to: number;
  readonly literals: readonly Literal[];
  /** Where the whole cell stands. */
  readonly cell: { readonly from: number; readonly to: number };
}

interface Value {
  readonly from: number;
  readonly to: number;
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

/** What can be a part of the value's structure: all else is passed over at once, long numbers and words too. */
const structure = /["{}[\],]/g;

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (;;) {
    structure.lastIndex = at;
    const found = structure.exec(text);
    if (!found) return text.length;
    const [sign] = found;
    if (depth === 0 && found.index > start && sign !== '"' && /[\],}]/.test(sign)) return found.index;
    if (sign === '"') at = endOfString(text, found.index);
    else {
      if (sign === "{" || sign === "[") depth++;
      if (sign === "}" || sign === "]") depth--;
      at = found.index + 1;
    }
    if (depth === 0 && sign !== ",") return at;
  }
}

function* elementsOf(text: string, { from }: Value): Generator<Value> {
  let at = skipSpaces(text, from + 1);
  while (at < text.length && text[at] !== "]") {
    const to = endOfValue(text, at);
    yield { from: at, to };
    at = skipSpaces(text, to);
    if (text[at] === ",") at = skipSpaces(text, at + 1);
  }
}

/** The value of a key; of the last one where it is there twice, as `JSON.parse` has it. */
function memberOf(text: string, { from }: Value, key: string): Value | undefined {
  let found: Value | undefined;
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

/** The source of each cell, in order. */
export function sourcePlaces(text: string): readonly SourcePlace[] {
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

/** How many characters of the file stand for the one at `at` of a literal. */
function widthAt(text: string, at: number): number {
  if (text[at] !== "\\") return 1;
  return text[at + 1] === "u" ? 6 : 2;
}

/**
 * The offset in the file of an offset in a cell's source. Between two lines it is the end of the first (`isEnd`) or the
 * start of the second.
 */
export function toFile(text: string, { from, literals }: SourcePlace, offset: number, isEnd: boolean): number {
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

/** The cell and the offset in its source of an offset in the file; the start of the next cell for one between them. */
export function toCell(
  text: string,
  places: readonly SourcePlace[],
  offset: number,
): { readonly index: number; readonly offset: number } | undefined {
  const index = places.findIndex(({ to }) => offset <= to);
  const place = places[index];
  if (!place) return undefined;
  let passed = 0;
  for (const literal of place.literals)
    for (let at = literal.from + 1; at < literal.to - 1; at += widthAt(text, at)) {
      if (at >= offset) return { index, offset: passed };
      passed++;
    }
  return { index, offset: offset > place.from ? passed : 0 };
}
