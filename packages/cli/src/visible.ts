/**
 * Text from elsewhere, made fit for a terminal: a control character could move the cursor or hide what follows, a change
 * of writing direction could show a reviewed line in another order than it runs, and what has no width could hide in it.
 */
import { visiblePieces } from "@tandem/protocol/plain";

/** Controls are written as terminals write them, `^[`, and all else by its number. */
function written(character: string, sign: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : `<${sign}>`;
}

/** Keeps tabs and line breaks, and writes out every other character that is not seen. */
export function visible(text: string): string {
  return visiblePieces(text, "block")
    .map((piece) => (piece.sign === undefined ? piece.text : written(piece.text, piece.sign)))
    .join("");
}

/** The same on one line, cut to `limit` characters. */
export function visibleLine(text: string, limit = 200): string {
  const line = visible(text.trim().replace(/\s+/g, " "));
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
}

/** A name, a path or a command that holds one: line breaks and tabs are written out too, so that no part of it looks like a line of ours. */
export function visibleName(name: string): string {
  return visible(name).replaceAll("\n", "^J").replaceAll("\t", "^I");
}
