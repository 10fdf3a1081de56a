/** Text of messages as it is shown: whatever would hide a part of it, or show it in another order, is written out. Pure. */

/** Characters that show nothing or turn the direction of writing, but for the tab and the line's end. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]/gu;
/** In one line these two would be lost as well. */
const invisibleInLine = new RegExp(`[\\t\\n]|${invisible.source}`, "gu");

const signs: Readonly<Record<string, string>> = { "\n": "↵", "\t": "⇥", "\r": "␍", "\u0000": "␀", "\u001b": "␛" };

export interface TextPiece {
  readonly text: string;
  /** It stands for a character that is not seen. */
  readonly isSign: boolean;
}

/**
 * The text in pieces, each invisible character as a sign of its own such as `U+202E`. A text for one line has signs for
 * tabs and line ends too.
 *
 * @example
 * visibleText("a\u202eb", "line"); // a, U+202E as a sign, b
 */
export function visibleText(text: string, shape: "line" | "block"): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let last = 0;
  for (const { 0: character, index } of text.matchAll(shape === "line" ? invisibleInLine : invisible)) {
    if (index > last) pieces.push({ text: text.slice(last, index), isSign: false });
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    pieces.push({ text: signs[character] ?? `U+${number}`, isSign: true });
    last = index + character.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last), isSign: false });
  return pieces;
}

/** The same as one string, where there are no elements: titles, labels, the window's name. */
export function visibleLine(text: string): string {
  return visibleText(text, "line")
    .map((piece) => piece.text)
    .join("");
}
