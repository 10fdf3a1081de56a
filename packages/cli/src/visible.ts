/**
 * Text from elsewhere, made fit for a terminal: a control character could move the cursor or hide what follows, and a
 * change of writing direction could show a reviewed line in another order than it runs.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function name(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Keeps tabs and line breaks, and writes every other control character out. */
export function visible(text: string): string {
  return text.replace(invisible, name);
}

/** The same on one line, cut to `limit` characters. */
export function visibleLine(text: string, limit = 200): string {
  const line = visible(text.trim().replace(/\s+/g, " "));
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
}
