/**
 * Text from elsewhere, made fit for a terminal: a control character could move the cursor or hide what follows, and a
 * change of writing direction could show a reviewed line in another order than it runs.
 */
import { invisibleCharacters } from "@tandem/protocol/plain";

function name(sign: string): string {
  if (sign === "\t" || sign === "\n") return sign;
  const code = sign.charCodeAt(0);
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Keeps tabs and line breaks, and writes every other control character out. */
export function visible(text: string): string {
  return text.replace(invisibleCharacters, name);
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
