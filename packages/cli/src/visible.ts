/**
 * Makes untrusted text safe to print: control characters could move the cursor or hide text, a change of writing
 * direction could reorder a reviewed line, and zero-width characters could hide in it.
 */
import { visiblePieces } from "@tandem-ide/protocol/schema-free";

/** Writes control characters like terminals do, `^[`, and others by number. */
function written(character: string, symbol: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : `<${symbol}>`;
}

/** Makes every invisible character visible, except tabs and line breaks. */
export function visible(text: string): string {
  return visiblePieces(text, "block")
    .map((piece) => (piece.symbol === undefined ? piece.text : written(piece.text, piece.symbol)))
    .join("");
}

/** Like {@link visible}, but on one line, cut to `limit` characters. */
export function visibleLine(text: string, limit = 200): string {
  const line = visible(text.trim().replace(/\s+/g, " "));
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
}

/** For names, paths and commands: makes line breaks and tabs visible too, so that no part looks like one of our lines. */
export function visibleName(name: string): string {
  return visible(name).replaceAll("\n", "^J").replaceAll("\t", "^I");
}
