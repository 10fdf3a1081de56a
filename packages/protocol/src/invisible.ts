/**
 * Characters that must not reach a terminal or a status bar as they are: controls could move the cursor or hide what
 * follows, and marks of writing direction could show text in another order than it has. One set for all; what stands in
 * their place depends on where the text goes.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
export const invisibleCharacters = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** More than fits on a tab, and little enough for a window that keeps every title several times. */
const longestName = 300;

/**
 * A name from elsewhere, for a title, a list or a notice that takes text for text: one line in which every character can be
 * seen and nothing is turned round.
 *
 * @example
 * shownName("a\u202eb"); // a, the sign for an unknown character, b
 */
export function shownName(name: string): string {
  const short = name.length > longestName ? `${name.slice(0, longestName)}…` : name;
  return short.toWellFormed().replace(invisibleCharacters, "\uFFFD");
}

/** Text, or one character that is not seen. */
export interface TextPiece {
  readonly text: string;
  /** For a character that is not seen: its number, such as `U+202E`. */
  readonly sign?: string;
}

/**
 * Wider than {@link invisibleCharacters}: also what has no width, and what fonts leave out or draw as a blank. A name may
 * have some of these (an emoji has joiners); text that a person says yes to must hide none. Lone surrogates count too.
 */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Text in pieces, with every character that is not seen as a piece of its own. Tabs and line breaks count as seen in a
 * block, and not in a line. Terminal and pages all use this, so that all show the same.
 *
 * @example
 * visiblePieces("a\u202eb", "line"); // a, U+202E as a sign, b
 */
export function visiblePieces(text: string, shape: "line" | "block"): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let last = 0;
  for (const { 0: character, index } of text.matchAll(hiddenCharacters)) {
    if (shape === "block" && (character === "\t" || character === "\n")) continue;
    if (index > last) pieces.push({ text: text.slice(last, index) });
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    pieces.push({ text: character, sign: `U+${number}` });
    last = index + character.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last) });
  return pieces;
}

/**
 * A block of text with every character that is not seen written out.
 *
 * @example
 * writtenOut("a\u200bb"); // "a<U+200B>b"
 */
export function writtenOut(text: string): string {
  return visiblePieces(text, "block")
    .map((piece) => (piece.sign === undefined ? piece.text : `<${piece.sign}>`))
    .join("");
}
