/** Splits a found name into matching and other parts. Pure. */

interface NamePart {
  readonly at: number;
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits `text` between two offsets. `matches` are offsets in the whole text. */
export function matchedParts(text: string, from: number, to: number, matches: readonly number[]): NamePart[] {
  const matched = new Set(matches);
  const parts: NamePart[] = [];
  for (let at = from; at < to; ) {
    const isMatch = matched.has(at);
    let end = at + 1;
    while (end < to && matched.has(end) === isMatch) end++;
    parts.push({ at, text: text.slice(at, end), isMatch });
    at = end;
  }
  return parts;
}
