/**
 * Globs for paths: `*`, `?`, `[a-z]`, `{a,b}` and `**`. Written by hand, because libraries compile globs to regular
 * expressions, and a pattern with ten stars then blocks the editor for minutes (measured). This one takes at most pattern
 * length times path length.
 */

/** Matches one character of a path part, or any number of them. */
type Piece = { readonly star: true } | { readonly star: false; readonly fits: (character: string) => boolean };

const maxPatternLength = 1000;
const maxAlternatives = 100;

function classOf(body: string): (character: string) => boolean {
  const isNegated = /^[!^]/.test(body);
  const members = [...(isNegated ? body.slice(1) : body)];
  const ranges: [string, string][] = [];
  for (let i = 0; i < members.length; i++) {
    const [from = "", dash, to] = members.slice(i, i + 3);
    if (dash === "-" && to !== undefined) {
      ranges.push([from, to]);
      i += 2;
    } else ranges.push([from, from]);
  }
  return (character) => ranges.some(([from, to]) => character >= from && character <= to) !== isNegated;
}

function piecesOf(part: string): Piece[] {
  const pieces: Piece[] = [];
  const characters = [...part];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? "";
    // A "]" at the start of a class is a member of it.
    const end = character === "[" ? characters.indexOf("]", i + 2) : -1;
    if (character === "*") {
      if (pieces.at(-1)?.star !== true) pieces.push({ star: true });
    } else if (character === "?") pieces.push({ star: false, fits: () => true });
    else if (end > i) {
      pieces.push({ star: false, fits: classOf(characters.slice(i + 1, end).join("")) });
      i = end;
    } else {
      const literal = character === "\\" ? (characters[++i] ?? "\\") : character;
      pieces.push({ star: false, fits: (other) => other === literal });
    }
  }
  return pieces;
}

/**
 * Matches items against a pattern in which stars match any number of items. It backtracks only to the last star, because
 * earlier stars can't find other matches.
 */
function matchesWithStars<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isStar: (member: P) => boolean,
  fits: (member: P, item: T) => boolean,
): boolean {
  let p = 0;
  let star = -1;
  let resume = 0;
  for (let i = 0; i < items.length; ) {
    const member = pattern[p];
    const item = items[i];
    if (member !== undefined && isStar(member)) {
      star = p++;
      resume = i;
    } else if (member !== undefined && item !== undefined && fits(member, item)) {
      p++;
      i++;
    } else if (star >= 0) {
      p = star + 1;
      i = ++resume;
    } else return false;
  }
  return pattern.slice(p).every(isStar);
}

function matchesPart(pieces: readonly Piece[], part: string): boolean {
  return matchesWithStars(
    pieces,
    [...part],
    (piece) => piece.star,
    (piece, character) => !piece.star && piece.fits(character),
  );
}

/** Expands braces to a list of patterns. */
export function expandBraces(pattern: string): string[] {
  const expanded: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // Start with the innermost braces.
    const braces = /(?<!\\)\{([^{}]*,[^{}]*)\}/.exec(next);
    if (!braces) {
      expanded.push(next);
      continue;
    }
    const [before, after] = [next.slice(0, braces.index), next.slice(braces.index + braces[0].length)];
    for (const choice of (braces[1] ?? "").split(",").reverse()) waiting.push(before + choice + after);
    if (waiting.length + expanded.length > maxAlternatives) throw new RangeError("it has too many alternatives");
  }
  return expanded;
}

/**
 * Returns a test for paths separated by `/`. A pattern without a slash matches names at every depth, as in .gitignore. Throws a
 * RangeError for a pattern that is too large.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  if (pattern.length > maxPatternLength) throw new RangeError(`it is longer than ${maxPatternLength} characters`);
  const anywhere = pattern.includes("/") ? pattern.replace(/^\.?\//, "") : `**/${pattern}`;
  const alternatives = expandBraces(anywhere).map((each) =>
    each.split("/").map((part) => (part === "**" ? "**" : piecesOf(part))),
  );
  return (path) => {
    const parts = path.split("/");
    return alternatives.some((members) =>
      matchesWithStars(
        members,
        parts,
        (member) => member === "**",
        (member, part) => member !== "**" && matchesPart(member, part),
      ),
    );
  };
}
