/** Cuts a found name into what matched and what did not. Pure. */

/** A stretch of a name. */
export interface NamePart {
  readonly at: number;
  readonly text: string;
  readonly isMatch: boolean;
}

/** The parts of `text` between two places; `matches` are places in the whole text. */
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
