/**
 * Characters that must not reach a terminal or status bar unchanged: control characters can move the cursor or hide text,
 * and direction marks can reorder it. The replacement depends on where the text goes.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this matches control characters on purpose.
export const invisibleCharacters = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** More than fits in a tab, but small enough for a window that stores each title several times. */
const maxNameLength = 300;

/**
 * Makes a name from another program safe to show as plain text: one line, no invisible or direction characters.
 *
 * @example
 * displayName("a\u202eb"); // "a\ufffdb"
 */
export function displayName(name: string): string {
  const short = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
  return short.toWellFormed().replace(invisibleCharacters, "\uFFFD");
}

/** Visible text, or one invisible character. */
export interface TextPiece {
  readonly text: string;
  /** The code of an invisible character, such as `U+202E`. */
  readonly symbol?: string;
}

/**
 * Wider than {@link invisibleCharacters}: also matches zero-width characters, characters that fonts skip or draw as blanks,
 * and lone surrogates. Names may contain some of them (emoji have joiners), but text that a user approves must show them all.
 */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Splits text so that every invisible character is a separate piece. Tabs and line breaks are visible in a block, but not
 * in a line.
 *
 * @example
 * visiblePieces("a\u202eb", "line"); // a, U+202E as a symbol, b
 */
export function visiblePieces(text: string, shape: "line" | "block"): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let last = 0;
  for (const { 0: character, index } of text.matchAll(hiddenCharacters)) {
    if (shape === "block" && (character === "\t" || character === "\n")) continue;
    if (index > last) pieces.push({ text: text.slice(last, index) });
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    pieces.push({ text: character, symbol: `U+${number}` });
    last = index + character.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last) });
  return pieces;
}

/**
 * Returns a block of text with invisible characters written out.
 *
 * @example
 * escapeInvisible("a\u200bb"); // "a<U+200B>b"
 */
export function escapeInvisible(text: string): string {
  return visiblePieces(text, "block")
    .map((piece) => (piece.symbol === undefined ? piece.text : `<${piece.symbol}>`))
    .join("");
}
