/** Makes invisible and direction-changing characters in messages visible. */
import { visiblePieces } from "@tandem-ide/protocol/schema-free";

const symbols: Readonly<Record<string, string>> = { "\n": "↵", "\t": "⇥", "\r": "␍", "\u0000": "␀", "\u001b": "␛" };

export interface TextPiece {
  readonly text: string;
  /** It stands for an invisible character. */
  readonly isSymbol: boolean;
}

/**
 * Splits text into pieces, with symbols such as `U+202E` for invisible characters. In shape `line`, tabs and line breaks
 * get symbols too.
 *
 * @example
 * visibleText("a\u202eb", "line"); // a, U+202E as a symbol, b
 */
export function visibleText(text: string, shape: "line" | "block"): readonly TextPiece[] {
  return visiblePieces(text, shape).map(({ text: piece, symbol }) => ({
    text: symbol === undefined ? piece : (symbols[piece] ?? symbol),
    isSymbol: symbol !== undefined,
  }));
}

/** Like {@link visibleText}, but returns one string, for titles and labels. */
export function visibleLine(text: string): string {
  return visibleText(text, "line")
    .map((piece) => piece.text)
    .join("");
}
