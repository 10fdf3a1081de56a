/** Text of messages as it is shown: whatever would hide a part of it, or show it in another order, is written out. Pure. */
import { visiblePieces } from "@tandem/protocol/plain";

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
  return visiblePieces(text, shape).map(({ text: piece, sign }) => ({
    text: sign === undefined ? piece : (signs[piece] ?? sign),
    isSign: sign !== undefined,
  }));
}

/** The same as one string, where there are no elements: titles, labels, the window's name. */
export function visibleLine(text: string): string {
  return visibleText(text, "line")
    .map((piece) => piece.text)
    .join("");
}
