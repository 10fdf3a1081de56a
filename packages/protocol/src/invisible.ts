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
