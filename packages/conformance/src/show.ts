/** Values as a report shows them: short, on one line, without anything that a terminal would obey. */

const longest = 240;

/** The text with control and direction characters spelt out, so that an endpoint cannot drive the reader's terminal. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (char) => {
    if (char === "\n") return "\\n";
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** A value as short JSON. */
export function show(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return plain(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
